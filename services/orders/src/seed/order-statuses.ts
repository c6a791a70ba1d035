import { builtInKind, ORDER_STATUSES, type StatusKind, statusLabel } from '@fasocolis/contracts/order-status';
import { seedOnce } from '@fasocolis/service-kit/data/seed';
import type { Database, Transaction } from '../database.ts';
import { keysOf } from '../order-statuses/order-status-service.ts';

const EXCEPTIONS: [code: string, label: string, kind: StatusKind, isActive: boolean][] = [
  ['CUSTOMS', 'En douane', 'waiting', true],
  ['ON_HOLD', 'En attente', 'waiting', false],
  ['RETURNED', 'Retourné', 'end', false],
  ['LOST', 'Perdu', 'problem', false],
];

/** Creates the five definitions of a fresh installation, and those of exceptions. */
export async function seedOrderStatuses(database: Database): Promise<void> {
  await seedOnce<Transaction>(database, 'order-statuses', (transaction) =>
    transaction.orderStatusDefinition.createMany({
      data: ORDER_STATUSES.map((code, index) => {
        const label = statusLabel(code);
        return { code, label, displayOrder: index + 1, kind: builtInKind(code), ...keysOf({ code, label }) };
      }),
    }),
  );
  // A separate seed, for installations that have the five. A code that the administrator defined stays unchanged.
  await seedOnce<Transaction>(database, 'order-statuses-exceptions', (transaction) =>
    transaction.orderStatusDefinition.createMany({
      data: EXCEPTIONS.map(([code, label, kind, isActive], index) => {
        const displayOrder = ORDER_STATUSES.length + index + 1;
        return { code, label, displayOrder, kind, isActive, ...keysOf({ code, label }) };
      }),
      skipDuplicates: true,
    }),
  );
}
