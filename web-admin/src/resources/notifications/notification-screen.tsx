import { Box, Typography } from '@mui/material';
import { Screen, Section } from '../../components/screen.tsx';
import { SendForm } from './send-form.tsx';

export default function NotificationScreen() {
  return (
    <Screen title="Gestion des Notifications">
      <Box sx={{ display: 'grid', gridTemplateColumns: { lg: 'minmax(0, 1fr) 360px' }, alignItems: 'start', gap: 3 }}>
        <SendForm />
        <GoodPractice />
      </Box>
    </Screen>
  );
}

const TIPS = ['Soyez concis', 'Soyez pertinent', "Incluez un appel à l'action clair", "Testez avant d'envoyer"];

function GoodPractice() {
  return (
    <Section component="aside" title="Bonnes pratiques">
      <Box component="ul" sx={{ mb: 2, pl: 3, '& li': { py: 0.5 } }}>
        {TIPS.map((tip) => (
          <li key={tip}>{tip}</li>
        ))}
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        Dans cette démo, les notifications s'affichent sous forme de toasts. En production, de vraies notifications push
        seraient utilisées.
      </Typography>
    </Section>
  );
}
