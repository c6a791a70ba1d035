import { compareWithBaseline } from './comparison.ts';
import { fillOrders, lookupPaths } from './orders-table.ts';
import { startProduct } from './product.ts';

const ORDERS = 100_000;

/** GET /api/orders/{reference} through the gateway, beside one bare Fastify doing the same select on the same table. */
export async function lookup(): Promise<void> {
  const stack = await startProduct('lookup');
  await fillOrders(stack.databases.orders, ORDERS);
  console.log(`${ORDERS} commandes`);
  await compareWithBaseline(stack, {
    databaseUrl: stack.databases.orders,
    paths: { baseline: lookupPaths(ORDERS, '/orders/'), product: lookupPaths(ORDERS, '/api/orders/') },
  });
}
