import { DAY_MS } from '@fasocolis/contracts/dates';
import { addChanges } from '../audience/people-to-tell.ts';
import type { Transaction } from '../database.ts';

/** Parcels of the demo data of orders, where the ids of a fresh installation are their numbers after six other orders. */
const CHANGES = [
  {
    number: 36,
    name: 'Fatimata Traoré',
    daysAgo: 1,
    title: 'En douane',
    note: 'En contrôle à la douane.',
  },
  {
    number: 38,
    name: 'Aïcha Nikiéma',
    daysAgo: 3,
    title: 'En Transit',
    note: 'Parti de Guangzhou par avion-cargo.',
  },
  {
    number: 39,
    name: 'Adama Ilboudo',
    daysAgo: 2,
    title: 'En Traitement',
    note: 'Emballé à notre entrepôt de Guangzhou.',
  },
] as const;
const OTHER_ORDERS = 6;

export async function addDemoPeopleToTell(transaction: Transaction, now: Date): Promise<void> {
  await addChanges(
    transaction,
    CHANGES.map(({ number, daysAgo, ...words }) => ({
      ...words,
      phone: `+226701234${number}`,
      // No event of orders, which may have any id.
      eventId: -number,
      orderId: OTHER_ORDERS + number,
      reference: `DEMO10${number}`,
      occurredAt: new Date(now.getTime() - daysAgo * DAY_MS),
    })),
  );
}
