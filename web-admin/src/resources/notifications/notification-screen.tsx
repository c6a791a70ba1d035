import { PushSummarySchema } from '@fasocolis/contracts/push';
import { apiQuery } from '@fasocolis/web-kit/api-query';
import { Box, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Screen, Section } from '../../components/screen.tsx';
import { SendForm } from './send-form.tsx';
import { SentList } from './sent-list.tsx';

export default function NotificationScreen() {
  return (
    <Screen title="Gestion des Notifications">
      <Box sx={{ display: 'grid', gridTemplateColumns: { lg: 'minmax(0, 1fr) 360px' }, alignItems: 'start', gap: 3 }}>
        <SendForm />
        <GoodPractice />
      </Box>
      <SentList />
    </Screen>
  );
}

const pushSummary = apiQuery(['push-summary'], '/api/push/summary', PushSummarySchema);

const TIPS = ['Soyez concis', 'Soyez pertinent', "Incluez un appel à l'action clair", "Testez avant d'envoyer"];

function GoodPractice() {
  const { data } = useQuery(pushSummary);
  return (
    <Section component="aside" title="Bonnes pratiques">
      <Box component="ul" sx={{ mb: 2, pl: 3, '& li': { py: 0.5 } }}>
        {TIPS.map((tip) => (
          <li key={tip}>{tip}</li>
        ))}
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        Vos messages s'affichent sur le site et sur les téléphones abonnés{data && ` : ${data.devices}`}.
      </Typography>
    </Section>
  );
}
