import type { SentNotification } from '@fasocolis/contracts/notifications';
import { shortDate, timeGmt } from '@fasocolis/web-kit/dates';
import { PartList } from '../../components/lists.tsx';
import { StaffName } from '../../components/people-names.tsx';
import { RecordColumn, RecordTable } from '../../components/record-list.tsx';
import { Section } from '../../components/screen.tsx';

const Column = RecordColumn<SentNotification>;

/** What was sent, by whom, to whom, and how many have read it. */
export function SentList() {
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
