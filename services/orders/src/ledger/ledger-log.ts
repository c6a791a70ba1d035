import type { ChangeAction } from '@fasocolis/contracts/changes';
import { type Actor, logChanges } from '@fasocolis/service-kit/data/change-log';
import type { Transaction } from '../database.ts';
import type { Order } from '../generated/prisma/client.ts';

interface Values {
  label?: string;
  amount: number;
  receipt?: string;
  reason?: string;
}

interface LedgerChange {
  order: Pick<Order, 'id' | 'reference'>;
  action: ChangeAction;
  before?: Values | null | undefined;
  after: Values;
}

export function logLedger(transaction: Transaction, actor: Actor, changes: LedgerChange[]): Promise<void> {
  const entries = changes.map(({ order, action, before, after }) => ({
    ...({ subject: 'order', subjectId: order.id, name: order.reference, action } as const),
    ...(before && { before: valuesOf(before) }),
    after: valuesOf(after),
  }));
  return logChanges(transaction, actor, entries);
}

const valuesOf = ({ label, amount, receipt, reason }: Values) => ({
  ...(label !== undefined && { charge: label }),
  ...(receipt !== undefined && { receipt }),
  amount,
  ...(reason !== undefined && { reason }),
});
