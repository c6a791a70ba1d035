import { builtInKind, ORDER_STATUSES, type StatusKind, statusLabel } from '@fasocolis/contracts/order-status';
import { seedOnce } from '@fasocolis/service-kit/data/seed';
import type { Database, Transaction } from '../database.ts';
import { keysOf } from '../order-statuses/order-status-service.ts';

type Exception = [code: string, label: string, kind: StatusKind, isActive: boolean, sentence: string | null];

const EXCEPTIONS: Exception[] = [
  ['CUSTOMS', 'En douane', 'waiting', true, "Votre colis passe la douane. Vous n'avez rien à faire pour le moment."],
  ['ON_HOLD', 'En attente', 'waiting', false, null],
  ['RETURNED', 'Retourné', 'end', false, 'Contactez le service client pour savoir comment le recevoir.'],
  ['LOST', 'Perdu', 'problem', false, 'Nous le cherchons. Contactez le service client pour connaître la suite.'],
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
      data: EXCEPTIONS.map(([code, label, kind, isActive, sentence], index) => {
        const displayOrder = ORDER_STATUSES.length + index + 1;
        return { code, label, displayOrder, kind, isActive, sentence, ...keysOf({ code, label }) };
      }),
      skipDuplicates: true,
    }),
  );
}
