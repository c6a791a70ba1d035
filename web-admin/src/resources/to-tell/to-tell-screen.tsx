import { spacedPhone } from '@fasocolis/contracts/reading/dialling-code';
import type { SignInLinkRequest } from '@fasocolis/contracts/sign-in-links';
import type { PersonToTell } from '@fasocolis/contracts/to-tell';
import { longMoment, shortMoment } from '@fasocolis/web-kit/dates';
import { Box, Card, Typography } from '@mui/material';
import { useGetList } from 'react-admin';
import { useParameterInAddress } from '../../components/address.ts';
import { ListSearch } from '../../components/filters.tsx';
import { PartList } from '../../components/lists.tsx';
import { WHATSAPP_WORDS } from '../../components/message-words.ts';
import { StaffName } from '../../components/people-names.tsx';
import { ActionsColumn, RecordColumn, RecordTable } from '../../components/record-list.tsx';
import { Screen } from '../../components/screen.tsx';
import { SignInLinkButton } from '../../components/sign-in-link.tsx';
import { counted, TabList } from '../../components/tab-list.tsx';
import { TextButton } from '../../components/text-button.tsx';
import { NOT_TOLD, useTotal } from '../../components/totals.tsx';
import { PersonQueue } from './person-queue.tsx';
import { nameOf, Person, referencesOf } from './person-words.tsx';
import { StoppedTable } from './stopped-numbers.tsx';
import { useTelling } from './use-telling.ts';

/** New people appear while staff works through the others. */
const REFRESH_MS = 30_000;

const TABS = {
  waiting: {
    resource: 'to-tell',
    filter: NOT_TOLD,
    sort: { field: 'id', order: 'ASC' },
    perPage: 100,
    Content: PersonQueue,
  },
  told: {
    resource: 'to-tell',
    filter: { told: true },
    sort: { field: 'toldAt', order: 'DESC' },
    perPage: 25,
    Content: ToldTable,
  },
  stopped: {
    resource: 'stopped-numbers',
    filter: {},
    sort: { field: 'stoppedAt', order: 'DESC' },
    perPage: 25,
    Content: StoppedTable,
  },
} as const;

export default function ToTellScreen() {
  const [tab, openTab] = useParameterInAddress('tab');
  const open = tab === 'told' || tab === 'stopped' ? tab : 'waiting';
  const { Content, ...list } = TABS[open];
  const { total } = useTotal('to-tell', NOT_TOLD);
  return (
    <Screen title="À prévenir">
      <TabList
        label="Personnes à montrer"
        tabs={[
          { name: 'waiting', label: counted('À prévenir', total) },
          { name: 'told', label: 'Prévenues' },
          { name: 'stopped', label: 'À ne plus prévenir' },
        ]}
        open={open}
        onOpen={(name) => openTab(name === 'waiting' ? undefined : name)}
      >
        {open === 'waiting' && <LinkRequests />}
        <PartList key={open} {...list} queryOptions={{ refetchInterval: REFRESH_MS }}>
          <Box sx={{ maxWidth: 560, mb: 2 }}>
            <ListSearch label="Nom, numéro, colis ou étape" />
          </Box>
          <Content />
        </PartList>
      </TabList>
    </Screen>
  );
}

/** Customers who forgot their password and wait for a link: "Demande de lien". */
function LinkRequests() {
  const { data = [] } = useGetList<SignInLinkRequest>('sign-in-link-requests', {
    pagination: { page: 1, perPage: 25 },
    sort: { field: 'linkRequestedAt', order: 'ASC' },
  });
  if (data.length === 0) return null;
  return (
    <Box component="ul" className="plain-list" aria-label="Demandes de lien" sx={{ display: 'grid', gap: 1, mb: 2 }}>
      {data.map(({ id, name, phone, requestedAt }) => (
        <Card key={id} component="li" sx={{ p: 2 }}>
          <Typography sx={{ fontWeight: 700, overflowWrap: 'anywhere' }}>Demande de lien&nbsp;: {name}</Typography>
          <Typography sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
            {spacedPhone(phone)}, mot de passe oublié le {longMoment(requestedAt)}
          </Typography>
          <SignInLinkButton phone={phone} name={name} sx={{ mt: 1 }} />
        </Card>
      ))}
    </Box>
  );
}

const Column = RecordColumn<PersonToTell>;

function ToldTable() {
  const { undo, isUndoing } = useTelling();
  return (
    <RecordTable<PersonToTell> empty="Personne n'a été prévenu ces 90 derniers jours.">
      <Column label="Personne" cellClassName="cell-name" render={Person} />
      <Column label="Colis" isNamed render={referencesOf} />
      <Column label="Prévenu par" isNamed render={Teller} />
      <Column
        source="toldAt"
        label="Quand"
        cellClassName="cell-soft cell-moment"
        render={({ told }) => told && shortMoment(told.at)}
      />
      <ActionsColumn<PersonToTell>>
        {(person) =>
          // The product's own message cannot be taken back.
          person.told?.byUserId !== null && (
            <TextButton
              label="Annuler"
              disabled={isUndoing}
              aria-label={`Annuler\u00a0: ${nameOf(person)}`}
              onClick={() => undo(person)}
            />
          )
        }
      </ActionsColumn>
    </RecordTable>
  );
}

function Teller({ told, whatsapp }: PersonToTell) {
  if (whatsapp) return WHATSAPP_WORDS[whatsapp.state];
  if (told?.byUserId === null) return 'FasoColis';
  return <StaffName source="told.byUserId" />;
}
