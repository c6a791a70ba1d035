import type { SentNotification } from '@fasocolis/contracts/notifications';
import { shortDate, timeGmt } from '@fasocolis/web-kit/dates';
import { DataTable, ListBase, ReferenceField, TextField } from 'react-admin';
import { RecordTable } from '../../components/record-list.tsx';
import { Section } from '../../components/screen.tsx';

const Column = DataTable.Col<SentNotification>;

/** What was sent, by whom, to whom, and how many have read it. */
export function SentList() {
  return (
    <Section title="Envoyées" sx={{ mt: 3 }}>
      <ListBase
        resource="sent-notifications"
        sort={{ field: 'id', order: 'DESC' }}
        perPage={25}
        storeKey={false}
        disableSyncWithLocation
      >
        <RecordTable<SentNotification> empty="Aucune notification envoyée.">
          <Column source="title" label="Titre" disableSort cellClassName="cell-name" render={Words} />
          <Column label="Quand" data-label="Quand" disableSort render={when} />
          <Column label="Qui" data-label="Qui" disableSort render={Author} />
          <Column label="À" data-label="À" disableSort render={audience} />
          <Column source="reads" label="Lue par" data-label="Lue par" disableSort />
        </RecordTable>
      </ListBase>
    </Section>
  );
}

const when = ({ sentAt }: SentNotification) => `${shortDate(sentAt)}, ${timeGmt(sentAt)}`;

const audience = ({ targetUserId, byEmail }: SentNotification) =>
  (targetUserId === null ? 'Tous les clients' : `Client n° ${targetUserId}`) + (byEmail ? ', aussi par e-mail' : '');

function Words({ title, body }: SentNotification) {
  return (
    <>
      {title} <span className="soft">{body}</span>
    </>
  );
}

function Author({ authorId }: SentNotification) {
  return (
    <ReferenceField source="authorId" reference="staff" link={false} emptyText={`n° ${authorId}`}>
      <TextField source="firstName" /> <TextField source="lastName" />
    </ReferenceField>
  );
}
