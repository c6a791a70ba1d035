import { ORDER_STATUSES, statusLabel } from '@fasocolis/contracts/order-status';
import { seedOnce } from '@fasocolis/service-kit/data/seed';
import type { Database, Transaction } from '../database.ts';
import { keysOf } from '../order-statuses/order-status-service.ts';

/** The five definitions of a fresh installation. */
export async function seedOrderStatuses(database: Database): Promise<void> {
  await seedOnce<Transaction>(database, 'order-statuses', (transaction) =>
    transaction.orderStatusDefinition.createMany({
      data: ORDER_STATUSES.map((code, index) => {
        const label = statusLabel(code);
        return { code, label, displayOrder: index + 1, ...keysOf({ code, label }) };
      }),
    }),
  );
}
