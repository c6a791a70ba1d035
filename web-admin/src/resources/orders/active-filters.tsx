import type { Consignment } from '@fasocolis/contracts/consignments';
import type { User } from '@fasocolis/contracts/user';
import { shortDate } from '@fasocolis/web-kit/dates';
import { useGetOne } from 'react-admin';
import { FilterChips } from '../../components/filter-chips.tsx';
import { customerName } from '../../components/people-names.tsx';
import { useStatusName } from '../../components/status-options.ts';
import { MODE_OPTIONS, SWITCHES } from './order-filters.tsx';

/** The chips of the list of orders. */
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
