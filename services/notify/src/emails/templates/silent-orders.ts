import type { SilentOrders } from '@fasocolis/contracts/orders';
import { note, type RenderedEmail, renderEmail } from './layout.ts';

const DAY_MS = 24 * 3_600_000;

interface SilentOrdersEmailData extends SilentOrders {
  /** Of the administrator. */
  firstName: string;
  link: string;
}

/** How many orders are "sans nouvelles", and which. */
export function silentOrdersEmail({ firstName, total, orders, link }: SilentOrdersEmailData): RenderedEmail {
  const now = Date.now();
  const lines = orders.map(({ reference, statusLabel, lastEventAt }) => {
    const days = Math.floor((now - Date.parse(lastEventAt)) / DAY_MS);
    return `${reference} (${statusLabel})\u00a0: ${days} jours`;
  });
  const others = total - orders.length;
  if (others > 0) lines.push(`… et ${others} ${others > 1 ? 'autres' : 'autre'}`);
  return renderEmail({
    firstName,
    subject: total > 1 ? `${total} colis sans nouvelles` : 'Un colis sans nouvelles',
    paragraphs: [
      total > 1
        ? `${total} colis n'ont pas bougé depuis trop longtemps\u00a0:`
        : "Un colis n'a pas bougé depuis trop longtemps\u00a0:",
      lines.join('\n'),
      'Donnez des nouvelles à vos clients, même brèves.',
    ],
    link,
    button: 'Voir ces colis',
    notes: [note('Cet email part chaque jour à 07:00 (GMT) quand des colis sont sans nouvelles.')],
  });
}
