import type { Consignment } from '@fasocolis/contracts/consignments';
import { writtenFrancs } from '@fasocolis/contracts/money/francs';
import type { StaffOrder } from '@fasocolis/contracts/orders';
import { spacedPhone } from '@fasocolis/contracts/reading/dialling-code';
import type { User } from '@fasocolis/contracts/user';
import { type RaRecord, useGetList } from 'react-admin';
import { fullName } from '../../components/words.ts';
import { useIsAgent } from '../../providers/use-user.ts';

const PER_GROUP = 5;
/** Shorter texts name everything. */
const LEAST = 2;

export interface Hit {
  to: string;
  title: string;
  details: string;
}

export interface Group {
  name: string;
  hits: Hit[];
}

/** What a text names: by the searches of the lists, the newest of each first. */
export function useResults(text: string) {
  const isAgent = useIsAgent();
  const isSearch = text.length >= LEAST;
  const orders = useFound<StaffOrder>('orders', { q: text }, isSearch);
  const archived = useFound<StaffOrder>('orders', { q: text, archived: true }, isSearch);
  const consignments = useFound<Consignment>('consignments', { q: text }, isSearch);
  // Agents read orders, not accounts.
  const users = useFound<User>('users', { q: text }, isSearch && !isAgent);

  const all = isAgent ? [orders, archived, consignments] : [orders, archived, consignments, users];
  const groups: Group[] = [
    { name: 'Commandes', hits: [...orders.rows.map(orderHit), ...allOrders(text, orders.total)] },
    { name: 'Commandes archivées', hits: archived.rows.map(orderHit) },
    { name: 'Expéditions', hits: consignments.rows.map(consignmentHit) },
    { name: 'Utilisateurs', hits: users.rows.map(userHit) },
  ];
  return {
    isSearch,
    isPending: isSearch && all.some((each) => each.isPending),
    hasFailed: all.some((each) => each.error !== null),
    groups: groups.filter(({ hits }) => hits.length > 0),
  };
}

function useFound<Row extends RaRecord>(resource: string, filter: object, enabled: boolean) {
  const { data, total, isPending, error } = useGetList<Row>(
    resource,
    { filter, pagination: { page: 1, perPage: PER_GROUP }, sort: { field: 'createdAt', order: 'DESC' } },
    { enabled },
  );
  return { rows: (enabled && data) || [], total: total ?? 0, isPending, error };
}

function orderHit({ id, reference, statusLabel, recipientName, recipientPhone, due, paid }: StaffOrder): Hit {
  const phone = recipientPhone && spacedPhone(recipientPhone);
  const rest = due > paid ? `reste ${writtenFrancs(due - paid)}` : null;
  return { to: `/orders/${id}`, title: reference, details: joined(statusLabel, recipientName, phone, rest) };
}

function allOrders(text: string, total: number): Hit[] {
  if (total <= PER_GROUP) return [];
  const query = new URLSearchParams({ filter: JSON.stringify({ q: text }) });
  return [{ to: `/orders?${query}`, title: 'Toutes les commandes trouvées', details: '' }];
}

const consignmentHit = ({ id, code, departureCity, carrierNumber }: Consignment): Hit => ({
  to: `/consignments/${id}`,
  title: code,
  details: joined(departureCity, carrierNumber),
});

const userHit = (user: User): Hit => ({
  to: `/users?view=${user.id}`,
  title: fullName(user) || user.username,
  details: joined(user.username, user.phone && spacedPhone(user.phone), user.email),
});

const joined = (...texts: (string | null)[]) => texts.filter(Boolean).join(' · ');
