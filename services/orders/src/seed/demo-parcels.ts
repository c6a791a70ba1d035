import { DAY_MS } from '@fasocolis/contracts/dates';
import { ORDER_STATUSES } from '@fasocolis/contracts/order-status';
import type { TransportMode } from '@fasocolis/contracts/orders';
import { searchText } from '@fasocolis/service-kit/data/database';
import { seedOnce } from '@fasocolis/service-kit/data/seed';
import type { Database, Transaction } from '../database.ts';
import { stateAfter } from '../history/state.ts';
import { pastEvent } from './demo-orders.ts';

const PARCELS = 40;
/** Days between the creations of two parcels: 40 of them over 120 days. */
const EVERY = 3;

const [CONFIRMED, PROCESSING, IN_TRANSIT, ARRIVED, DELIVERED] = ORDER_STATUSES;

type Stage = [status: string, note: string, day: number];

/** The events of a parcel by day after its creation; `delay` varies the arrivals. */
const JOURNEYS: Record<TransportMode, (delay: number) => Stage[]> = {
  AIR: (delay) => [
    [PROCESSING, 'Emballé à notre entrepôt de Guangzhou.', 2],
    [IN_TRANSIT, 'Parti de Guangzhou par avion-cargo.', 4],
    [ARRIVED, 'Arrivé à Ouagadougou.', 9 + delay],
    [DELIVERED, 'Remis à son destinataire.', 11 + delay],
  ],
  SEA: (delay) => [
    [PROCESSING, 'Emballé à notre entrepôt de Yiwu.', 3],
    [IN_TRANSIT, 'Le conteneur a quitté le port de Ningbo.', 8],
    [IN_TRANSIT, 'Le navire a accosté à Tema.', 34 + delay],
    [ARRIVED, 'Arrivé à Ouagadougou par la route.', 40 + 2 * delay],
    [DELIVERED, 'Remis à son destinataire.', 43 + 2 * delay],
  ],
};

/** Parcels with an event that delays them, by number: the event, and days ago. */
const HELD_UP = new Map<number, Stage>([
  [33, ['CUSTOMS', 'La douane demande la facture.', 2]],
  [36, ['CUSTOMS', 'En contrôle à la douane.', 1]],
  [37, ['ON_HOLD', 'Un document manque. Contactez-nous.', 1]],
]);

const RECIPIENTS = [
  'Awa Ouédraogo',
  'Boukaré Zongo',
  'Mariam Sawadogo',
  'Issouf Kaboré',
  'Fatimata Traoré',
  'Salif Compaoré',
  'Aïcha Nikiéma',
  'Adama Ilboudo',
] as const;

/** Creates forty orders over 120 days, by air and by sea, as data for transit times, expected arrivals and silence. */
export async function seedDemoParcels(database: Database): Promise<void> {
  const now = new Date();
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await seedOnce<Transaction>(database, 'demo-parcels', async (transaction) => {
    for (let number = 1; number <= PARCELS; number += 1) {
      const createdDaysAgo = (PARCELS - number) * EVERY + 1;
      const mode: TransportMode = number % 4 === 0 ? 'SEA' : 'AIR';
      const stages = JOURNEYS[mode](number % 7).map(
        ([status, note, day]): Stage => [status, note, createdDaysAgo - day],
      );
      const held = HELD_UP.get(number);
      const past = [...stages.filter(([, , daysAgo]) => daysAgo > (held ? held[2] : 0)), ...(held ? [held] : [])];
      const events = [
        pastEvent(CONFIRMED, null, ago(createdDaysAgo)),
        ...past.map(([status, note, daysAgo]) => pastEvent(status, note, ago(daysAgo))),
      ];
      const state = stateAfter(events);
      const recipientName = RECIPIENTS[number % RECIPIENTS.length] ?? RECIPIENTS[0];
      const recipientPhone = `+226701234${String(number).padStart(2, '0')}`;
      const reference = `DEMO1${String(number).padStart(3, '0')}`;
      await transaction.order.create({
        data: {
          reference,
          referenceKey: reference,
          createdAt: ago(createdDaysAgo),
          updatedAt: state.lastEventAt,
          ...state,
          mode,
          recipientName,
          recipientPhone,
          recipientSearch: searchText(recipientName, recipientPhone),
          pieces: 1 + (number % 4),
          weightGrams: 400 + number * 350,
          events: { create: events },
        },
      });
    }
  });
}
