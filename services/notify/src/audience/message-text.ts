import type { EventData } from '@fasocolis/contracts/events';
import type { NotificationOrder } from '../generated/prisma/client.ts';

export type Cause = EventData<'order.history-extended'>['cause'] | 'correction' | 'pickup-code';

const NAMED = 100;

type NamedOrder = Pick<NotificationOrder, 'reference'> & Partial<Pick<NotificationOrder, 'pickupCode'>>;

/** A part of regular expressions, also of PostgreSQL's. */
export const CODE_PREFIX = ' \\(code de retrait\u00a0';
const CODE = new RegExp(`${CODE_PREFIX}\\d{6}\\)`, 'g');

export const withoutCodes = (text: string): string => text.replace(CODE, '');

export const nameOf = ({ reference, pickupCode }: NamedOrder): string =>
  pickupCode ? `${reference} (code de retrait\u00a0${pickupCode})` : reference;

/** "3 colis : …" with the references, and with the pick-up codes that are given. */
export function textOf(cause: string | null, note: string | null, orders: NamedOrder[]): string {
  const names = orders.map(nameOf);
  const more = names.length > NAMED ? ` et ${names.length - NAMED} autres` : '';
  const listed = `${names.slice(0, NAMED).join(', ')}${more}`;
  if (names.length === 1 || cause === 'correction') return note ? `${listed} : ${note}` : listed;
  const counted = `${names.length} colis : ${listed}`;
  return note ? `${counted}. ${note}` : counted;
}
