import type { Stack } from '../infra/local/stack.ts';
import { openDatabase } from '../services/orders/src/database.ts';
import { TransitTimes } from '../services/orders/src/shared/transit-times.ts';
import { type Figures, interleave, type Load } from './load.ts';
import { memoryOf, signInAsAdmin, startProduct } from './product.ts';
import { fillConsignments, fillOrders, fillPayments, lookupPaths } from './tables.ts';

const SIZES = [10_000, 1_000_000];

const page = (resource: string, parameters: Record<string, unknown> = {}) =>
  `/api/${resource}?${new URLSearchParams(
    Object.entries({ range: [0, 24], ...parameters }).map(([name, value]) => [name, JSON.stringify(value)]),
  ).toString()}`;
const orders = (parameters?: Record<string, unknown>) => page('orders', parameters);
const today = new Date().toISOString().slice(0, 10);

const MIB = 1024 * 1024;

/** The query of the transit times, and the memory that an export of all orders takes. */
async function measureMillion(stack: Stack, headers: Record<string, string>): Promise<void> {
  const database = openDatabase(stack.databases.orders);
  const times = new TransitTimes(database);
  const runs: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    const start = performance.now();
    await times.refresh();
    runs.push(performance.now() - start);
  }
  await database.$disconnect();
  console.log(`transit times: ${times.all().length} rows, ${runs.map(Math.round).join(', ')} ms (target: at most 500)`);

  const range = new URLSearchParams({
    from: `${Number(today.slice(0, 4)) - 1}-${today.slice(5)}`.replace('-02-29', '-02-28'),
    to: today,
    group: 'town',
  });
  for (let run = 0; run < 3; run += 1) {
    const started = performance.now();
    await (await fetch(`${stack.url}/api/report?${range}`, { headers })).arrayBuffer();
    console.log(`report of a year: ${Math.round(performance.now() - started)} ms (target: at most 1000)`);
  }

  const pid = stack.processes().find(({ name }) => name === 'orders')?.pid ?? 0;
  const before = memoryOf(pid);
  let peak = before;
  const sampling = setInterval(() => {
    peak = Math.max(peak, memoryOf(pid));
  }, 250);
  const start = performance.now();
  const response = await fetch(`${stack.url}/api/orders/export/excel`, { headers });
  let bytes = 0;
  for await (const chunk of response.body ?? []) bytes += chunk.length;
  clearInterval(sampling);
  const seconds = Math.round((performance.now() - start) / 1000);
  console.log(`export: ${Math.round(bytes / MIB)} MiB in ${seconds} s, ${peak - before} MiB of memory more at most`);
}

export async function growth(): Promise<void> {
  const results: Record<string, Figures>[] = [];
  for (const size of SIZES) {
    const stack = await startProduct(`growth-${size}`);
    console.log(`${size} commandes…`);
    await fillOrders(stack.databases.orders, size);
    await fillConsignments(stack.databases.orders, size);
    await fillPayments(stack.databases.orders, size);
    const headers = { cookie: await signInAsAdmin(stack) };
    const load = (paths: string[]): Load => ({ url: stack.url, paths, headers, connections: 4, seconds: 5 });
    results.push(
      await interleave({
        lookup: load(lookupPaths(size, '/api/orders/')),
        'first page': load([orders()]),
        'page by reference': load([orders({ sort: ['reference', 'ASC'] })]),
        'page of one status': load([orders({ filter: { status: 'IN_TRANSIT' }, sort: ['id', 'DESC'] })]),
        'page of one mode': load([orders({ filter: { mode: 'AIR' } })]),
        'page of a status and a mode': load([orders({ filter: { status: 'IN_TRANSIT', mode: 'AIR' } })]),
        'created until today': load([orders({ filter: { createdTo: today } })]),
        'orders without news': load([orders({ filter: { silent: true } })]),
        'orders of a consignment': load([orders({ filter: { consignmentId: 30 } })]),
        consignments: load([page('consignments')]),
        'open consignments': load([page('consignments', { filter: { open: true } })]),
        payments: load([page('payments')]),
        'payments by one method': load([page('payments', { filter: { method: 'orange-money' } })]),
        'payments of today': load([page('payments', { filter: { paidFrom: today } })]),
        'unpaid orders': load([orders({ filter: { unpaid: true } })]),
        'search for a reference': load([orders({ filter: { q: '0000512' } })]),
        // What the search of the back office requests, at most 300 ms each.
        'search for a name': load([orders({ range: [0, 4], filter: { q: 'awa ouedraogo' } })]),
        'search for a phone': load([orders({ range: [0, 4], filter: { q: '70 12 34 56' } })]),
        'search for an archived name': load([
          orders({ range: [0, 4], filter: { q: 'awa ouedraogo', archived: true } }),
        ]),
        'search for a consignment': load([page('consignments', { range: [0, 4], filter: { q: 'AIR-2026' } })]),
        'search for a user': load([page('users', { range: [0, 4], filter: { q: 'awa' } })]),
      }),
    );
    if (size === SIZES.at(-1)) await measureMillion(stack, headers);
    await stack.stop();
  }
  const [small = {}, large = {}] = results;
  console.table(
    Object.fromEntries(
      Object.entries(small).map(([name, before]) => {
        const after = large[name] ?? before;
        return [
          name,
          {
            'mean with 10,000 (ms)': before.mean,
            'mean with 1,000,000 (ms)': after.mean,
            ratio: Number((after.mean / before.mean).toFixed(2)),
            errors: before.errors + after.errors,
          },
        ];
      }),
    ),
  );
}
