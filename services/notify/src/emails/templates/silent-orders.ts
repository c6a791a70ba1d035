import { DAY_MS } from '@fasocolis/contracts/dates';
import type { SilentOrdersSchema } from '@fasocolis/contracts/orders';
import type * as z from 'zod/mini';
import { note, type RenderedEmail, renderEmail } from './layout.ts';

const MAX_LISTED = 50;

interface SilentOrdersEmailData {
  firstName: string;
  link: string;
  silent: z.infer<typeof SilentOrdersSchema>;
  now: Date;
}

export function silentOrdersEmail({ silent, now, ...data }: SilentOrdersEmailData): RenderedEmail {
  const { total } = silent;
  const listed = silent.orders.slice(0, MAX_LISTED);
  const lines = listed.map(({ reference, statusLabel, lastEventAt }) => {
    const days = Math.floor((now.getTime() - Date.parse(lastEventAt)) / DAY_MS);
    return `${reference} : ${statusLabel}, sans événement depuis ${days}\u00a0jour${days > 1 ? 's' : ''}`;
  });
  const more = total - listed.length;
  return renderEmail({
    ...data,
    subject: `${total} colis sans nouvelles`,
    paragraphs: [
      total > 1
        ? `${total} colis en route n'ont pas d'événement depuis plus longtemps que d'habitude\u00a0:`
        : "Un colis en route n'a pas d'événement depuis plus longtemps que d'habitude\u00a0:",
      lines.join('\n'),
      ...(more > 0 ? [`Et ${more} autre${more > 1 ? 's' : ''}.`] : []),
    ],
    button: total > 1 ? 'Voir ces colis' : 'Voir ce colis',
    notes: [note("Cet email part chaque matin, sauf quand aucun colis n'est sans nouvelles.")],
  });
}
