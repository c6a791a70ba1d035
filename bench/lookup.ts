import { interleave } from './load.ts';
import { fillOrders, lookupPaths } from './orders-table.ts';
import { memoryOf, startBaseline, startProduct } from './product.ts';

const ORDERS = 100_000;

/** GET /api/orders/{reference} through the gateway, beside one bare Fastify doing the same select on the same table. */
export async function lookup(): Promise<void> {
  const stack = await startProduct('lookup');
  await fillOrders(stack.databases.orders, ORDERS);
  const baseline = await startBaseline(stack.databases.orders);
  console.log(`${ORDERS} commandes, 32 connexions, 3 tours de 8 s chacun…`);
  const figures = await interleave({
    baseline: { url: baseline.url, paths: lookupPaths(ORDERS, '/orders/'), seconds: 8 },
    product: { url: stack.url, paths: lookupPaths(ORDERS, '/api/orders/'), seconds: 8 },
  });
  const memory = [{ name: 'baseline', pid: baseline.pid }, ...stack.processes()].map(({ name, pid }) => ({
    process: name,
    'memory (MiB)': memoryOf(pid),
  }));
  baseline.stop();
  await stack.stop();

  const row = ({ rate, p50, p99, errors }: (typeof figures)['product']) => ({
    'req/s': Math.round(rate),
    'p50 (ms)': p50,
    'p99 (ms)': p99,
    errors,
  });
  console.table({ baseline: row(figures.baseline), product: row(figures.product) });
  console.table(memory);
  const ratio = figures.product.rate / figures.baseline.rate;
  const slower = figures.product.p99 / figures.baseline.p99;
  console.log(`req/s: ${ratio.toFixed(2)} of the baseline (target: at least 0.35)`);
  console.log(`p99: ${slower.toFixed(2)} times the baseline's (target: under 4)`);
}
