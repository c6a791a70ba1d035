import { longDate } from '@fasocolis/contracts/dates';
import type { Order } from '../generated/prisma/client.ts';
import type { Entry } from '../history/entry.ts';

const NEWS_TITLE = 'Nouvelles de votre colis';

interface News {
  occurredAt: Date;
  status?: { code: string; label: string };
  text: string | null;
  day?: Date | null;
  notify: boolean;
}

/** One event for everything that the customers of an order are told at once. Without a title or text there is no event. */
export function newsEntry({ estimatedDelivery }: Order, { occurredAt, status, text, day, notify }: News): Entry {
  const date = day && `${estimatedDelivery ? 'Nouvelle date' : 'Date'} estimée\u00a0: ${longDate(day)}`;
  const note = [date, text].filter((part) => part != null).join('. ') || null;
  const title = status?.label ?? date ?? NEWS_TITLE;
  const told = { title, note: title === date ? text : note };
  return {
    occurredAt,
    note,
    movesDelivery: day != null,
    ...(status && { status: status.code }),
    ...(notify && (status || note !== null) && { told }),
  };
}
