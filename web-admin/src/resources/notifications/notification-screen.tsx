import { Box, Card, Typography } from '@mui/material';
import { Screen } from '../../components/screen.tsx';
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
    <Card component="aside" aria-labelledby="good-practice" sx={{ p: 3 }}>
      <Typography id="good-practice" variant="h2">
        Bonnes pratiques
      </Typography>
      <Box component="ul" sx={{ my: 2, pl: 3, '& li': { py: 0.5 } }}>
        {TIPS.map((tip) => (
          <li key={tip}>{tip}</li>
        ))}
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        Dans cette démo, les notifications s'affichent sous forme de toasts. En production, de vraies notifications push
        seraient utilisées.
      </Typography>
    </Card>
  );
}
