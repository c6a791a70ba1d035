import type { NotificationOrder } from '../generated/prisma/client.ts';

/** More orders are counted. */
const NAMED = 100;

type NamedOrder = Pick<NotificationOrder, 'reference'> & Partial<Pick<NotificationOrder, 'pickupCode'>>;

/** "3 colis : …" with the references, and with the pick-up codes that are given. */
export function milestoneBody(orders: NamedOrder[], note: string | null): string {
  const names = orders.map(({ reference, pickupCode }) =>
    pickupCode ? `${reference} (code de retrait\u00a0${pickupCode})` : reference,
  );
  const [only = ''] = names;
  if (names.length === 1) return note ? `${only} : ${note}` : only;
  const more = names.length > NAMED ? ` et ${names.length - NAMED} autres` : '';
  const list = `${names.length} colis : ${names.slice(0, NAMED).join(', ')}${more}`;
  return note ? `${list}. ${note}` : list;
}
