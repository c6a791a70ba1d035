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

const PROBLEMS: Exception[] = [
  ['MISSING', 'Manquant', 'problem', true, 'Nous le cherchons et vous écrivons dès que nous en savons plus.'],
  ['DAMAGED', 'Abîmé', 'problem', true, 'Contactez le service client pour convenir de la suite.'],
];

export async function seedOrderStatuses(database: Database): Promise<void> {
  await seedOnce<Transaction>(database, 'order-statuses', (transaction) =>
    transaction.orderStatusDefinition.createMany({
      data: ORDER_STATUSES.map((code, index) => {
        const label = statusLabel(code);
        return { code, label, displayOrder: index + 1, kind: builtInKind(code), ...keysOf({ code, label }) };
      }),
    }),
  );
  // Installations that have the five need separate seeds. A code that the administrator defined stays unchanged.
  await seedDefinitions(database, 'order-statuses-exceptions', EXCEPTIONS, ORDER_STATUSES.length);
  await seedDefinitions(database, 'order-statuses-problems', PROBLEMS, ORDER_STATUSES.length + EXCEPTIONS.length);
}

/** Those that come after others in the sequence in which they are shown. */
function seedDefinitions(database: Database, seed: string, definitions: Exception[], after: number): Promise<boolean> {
  return seedOnce<Transaction>(database, seed, (transaction) =>
    transaction.orderStatusDefinition.createMany({
      data: definitions.map(([code, label, kind, isActive, sentence], index) => ({
        code,
        label,
        displayOrder: after + index + 1,
        kind,
        isActive,
        sentence,
        ...keysOf({ code, label }),
      })),
      skipDuplicates: true,
    }),
  );
}
