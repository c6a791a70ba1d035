import type { SentNotification } from '@fasocolis/contracts/notifications';
import { PushSummarySchema } from '@fasocolis/contracts/push';
import { apiQuery } from '@fasocolis/web-kit/api-query';
import { shortMoment } from '@fasocolis/web-kit/dates';
import { Box, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { PartList } from '../../components/lists.tsx';
import { StaffName } from '../../components/people-names.tsx';
import { RecordColumn, RecordTable } from '../../components/record-list.tsx';
import { Screen, Section } from '../../components/screen.tsx';
import { SendForm } from './send-form.tsx';

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

const Column = RecordColumn<SentNotification>;

/** What was sent, by whom, to whom, and how many have read it. */
function SentList() {
  return (
    <Section title="Envoyées" sx={{ mt: 3 }}>
      <PartList resource="sent-notifications" sort={{ field: 'id', order: 'DESC' }} perPage={25}>
        <RecordTable<SentNotification> empty="Aucune notification envoyée.">
          <Column source="title" label="Titre" disableSort cellClassName="cell-name" render={Words} />
          <Column label="Quand" isNamed render={when} />
          <Column label="Qui" isNamed render={() => <StaffName source="authorId" />} />
          <Column label="À" isNamed render={audience} />
          <Column source="reads" label="Lue par" isNamed disableSort />
        </RecordTable>
      </PartList>
    </Section>
  );
}

const when = ({ sentAt }: SentNotification) => shortMoment(sentAt);

const audience = ({ targetUserId, byEmail }: SentNotification) =>
  (targetUserId === null ? 'Tous les clients' : `Client n° ${targetUserId}`) + (byEmail ? ', aussi par e-mail' : '');

function Words({ title, body }: SentNotification) {
  return (
    <>
      {title} <span className="soft">{body}</span>
    </>
  );
}
