import type { Consignment } from '@fasocolis/contracts/consignments';
import type { User } from '@fasocolis/contracts/user';
import { shortDate } from '@fasocolis/web-kit/dates';
import { Box } from '@mui/material';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useId, useState } from 'react';
import {
  AutocompleteInput,
  BooleanInput,
  DateInput,
  ReferenceInput,
  SelectInput,
  TextInput,
  useGetOne,
  useListContext,
} from 'react-admin';
import { MODES } from '../../components/choices.ts';
import { FilterChips } from '../../components/filter-chips.tsx';
import { Filters, SearchInput } from '../../components/filters.tsx';
import { customerName } from '../../components/people-names.tsx';
import { useStatusName, useStatusOptions } from '../../components/status-options.ts';
import { TextButton } from '../../components/text-button.tsx';
import { useIsAgent } from '../../providers/use-user.ts';

const MODE_OPTIONS = [...MODES, { id: 'unknown', name: 'Inconnu' }];

/** Filters that are on or absent. */
const SWITCHES = [
  { source: 'toSettle', label: 'À régler' },
  { source: 'silent', label: 'Sans nouvelles' },
  { source: 'late', label: 'En retard' },
  { source: 'uncollected', label: 'Arrivées, non retirées' },
  { source: 'withoutRecipient', label: 'Sans destinataire' },
  { source: 'withoutPhone', label: 'Sans téléphone' },
  { source: 'unpaid', label: 'Impayé' },
  { source: 'reported', label: 'Paiement signalé' },
  { source: 'archived', label: 'Archivées' },
] as const;

/** The filters behind the button. */
const FOLDED = [
  ...['mode', 'consignmentId', 'userId', 'recipient'],
  ...['estimatedFrom', 'estimatedTo', 'createdFrom', 'createdTo'],
  ...SWITCHES.map(({ source }) => source),
];

/** Only while the filters are shown: it reads the consignments. */
const CONSIGNMENT = (
  <ReferenceInput
    source="consignmentId"
    reference="consignments"
    sort={{ field: 'createdAt', order: 'DESC' }}
    perPage={100}
  >
    <SelectInput label="Expédition" optionText="code" emptyText="Toutes" />
  </ReferenceInput>
);

/** The owner, for administrators, who alone list users; found as in the list of users. */
const CLIENT = (
  <ReferenceInput source="userId" reference="users" sort={{ field: 'username', order: 'ASC' }} perPage={20}>
    <AutocompleteInput
      label="Client"
      optionText={(user?: User) => (user ? customerName(user) : '')}
      filterToQuery={(text: string) => (text ? { q: text } : {})}
    />
  </ReferenceInput>
);

/** A switch that is off filters nothing. */
const onOrNothing = (isOn: boolean) => isOn || '';

export function OrderFilters() {
  const options = useStatusOptions();
  const isAgent = useIsAgent();
  const { filterValues } = useListContext();
  const active = FOLDED.filter((name) => name in filterValues).length;
  const [isOpen, setOpen] = useState(active > 0);
  const foldedId = useId();
  return (
    <Filters sx={{ flexGrow: 1, flexBasis: isOpen ? '100%' : 320, '& form > .ra-input': { flexBasis: 160 } }}>
      <SearchInput />
      <SelectInput source="status" choices={options} emptyText="Tous les statuts" />
      <TextButton
        label={active > 0 ? `Filtres (${active})` : 'Filtres'}
        aria-expanded={isOpen}
        aria-controls={foldedId}
        endIcon={<ChevronDown aria-hidden size={18} style={{ rotate: isOpen ? '180deg' : '0deg' }} />}
        onClick={() => setOpen(!isOpen)}
      />
      <Box id={foldedId} hidden={!isOpen} sx={foldedStyle}>
        <SelectInput source="mode" choices={MODE_OPTIONS} emptyText="Tous" />
        {isOpen && CONSIGNMENT}
        {isOpen && !isAgent && CLIENT}
        <TextInput source="recipient" label="Destinataire ou téléphone" />
        <DateInput source="estimatedFrom" label="Livraison estimée du" />
        <DateInput source="estimatedTo" label="au (livraison)" />
        <DateInput source="createdFrom" label="Créée du" />
        <DateInput source="createdTo" label="au (création)" />
        {SWITCHES.map(({ source, label }) => (
          <BooleanInput key={source} source={source} label={label} parse={onOrNothing} />
        ))}
      </Box>
    </Filters>
  );
}

const foldedStyle = {
  flexBasis: '100%',
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(200px, 1fr))',
  columnGap: 2,
  '&[hidden]': { display: 'none' },
} as const;

export function ActiveFilters() {
  const statusName = useStatusName();
  return (
    <FilterChips
      words={{
        q: (text: string) => `«\u00a0${text}\u00a0»`,
        status: (status: string | string[]) => `Statut\u00a0: ${[status].flat().map(statusName).join(', ')}`,
        mode: (mode: string) => `Transport\u00a0: ${MODE_OPTIONS.find(({ id }) => id === mode)?.name ?? mode}`,
        consignmentId: (id: number) => <ConsignmentCode id={id} />,
        userId: (id: number) => <ClientName id={id} />,
        recipient: (text: string) => `Destinataire\u00a0: ${text}`,
        estimatedFrom: (day: string) => `Livraison dès le ${shortDate(day)}`,
        estimatedTo: (day: string) => `Livraison jusqu'au ${shortDate(day)}`,
        createdFrom: (day: string) => `Créée dès le ${shortDate(day)}`,
        createdTo: (day: string) => `Créée jusqu'au ${shortDate(day)}`,
        ended: (hasEnded: boolean) => (hasEnded ? 'Terminées' : 'En attente'),
        ...Object.fromEntries(SWITCHES.map(({ source, label }) => [source, () => label])),
      }}
    />
  );
}

function ConsignmentCode({ id }: { id: number }) {
  const { data } = useGetOne<Consignment>('consignments', { id });
  return `Expédition\u00a0: ${data?.code ?? `n° ${id}`}`;
}

function ClientName({ id }: { id: number }) {
  const { data } = useGetOne<User>('users', { id });
  return `Client\u00a0: ${data ? customerName(data) : `n° ${id}`}`;
}
