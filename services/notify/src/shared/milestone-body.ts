import type { NotificationOrder } from '../generated/prisma/client.ts';

/** More orders are counted. */
const NAMED = 100;

type NamedOrder = Pick<NotificationOrder, 'reference'> & Partial<Pick<NotificationOrder, 'pickupCode'>>;

const CODE = / \(code de retrait\u00a0\d{6}\)/g;

/** The text for those who may not see the pick-up codes in it. */
export const withoutCodes = (body: string): string => body.replace(CODE, '');

/** The reference, with the pick-up code if one is given. */
export const nameOf = ({ reference, pickupCode }: NamedOrder): string =>
  pickupCode ? `${reference} (code de retrait\u00a0${pickupCode})` : reference;

/** "3 colis : …" with the references, and with the pick-up codes that are given. */
export function milestoneBody(orders: NamedOrder[], note: string | null): string {
  const names = orders.map(nameOf);
  const [only = ''] = names;
  if (names.length === 1) return note ? `${only} : ${note}` : only;
  const more = names.length > NAMED ? ` et ${names.length - NAMED} autres` : '';
  const list = `${names.length} colis : ${names.slice(0, NAMED).join(', ')}${more}`;
  return note ? `${list}. ${note}` : list;
}
