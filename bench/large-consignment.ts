import { randomUUID } from 'node:crypto';
import type { Consignment } from '@fasocolis/contracts/consignments';
import { MAX_LIST_ROWS } from '@fasocolis/contracts/lists';
import { SCANS_PER_CALL, type ScanOutcome } from '@fasocolis/contracts/scans';
import type pg from 'pg';
import type { Stack } from '../infra/local/stack.ts';
import { median } from './load.ts';
import { memoryOf } from './product.ts';

const ORDERS = 2000;
const PIECES = 2.5 * ORDERS;
const ROUNDS = 7;

async function createOrders(database: pg.Client, consignmentId: number): Promise<void> {
  await database.query(
    `WITH created AS (
       INSERT INTO orders (reference, reference_key, status, recipient_name, recipient_phone, recipient_search, pieces,
         weight_grams, volume_cm3, contents, mode)
       SELECT 'BL-' || n, 'BL' || n, 'PROCESSING', 'Awa Ouédraogo ' || n, '+226701' || lpad(n::text, 5, '0'),
         'awa ouedraogo ' || n || ' 226701' || lpad(n::text, 5, '0'), 2 + n % 2, 12500, 120000, 'Chaussures', 'AIR'
       FROM generate_series(1, $2::int) AS n RETURNING id)
     INSERT INTO consignment_orders (consignment_id, order_id) SELECT $1::int, id FROM created`,
    [consignmentId, ORDERS],
  );
  await database.query('VACUUM ANALYZE');
}

/** The scans of all pieces, as an agent's device sends them. */
function* scansOf(mode: 'load' | 'arrive', consignmentId: number) {
  const common = { mode, consignmentId, at: new Date().toISOString() };
  const scans = Array.from({ length: ORDERS }, (_, index) =>
    Array.from({ length: 2 + ((index + 1) % 2) }, (_piece, piece) => {
      return { ...common, id: randomUUID(), reference: `BL-${index + 1}`, piece: piece + 1 };
    }),
  ).flat();
  for (let from = 0; from < scans.length; from += SCANS_PER_CALL) yield scans.slice(from, from + SCANS_PER_CALL);
}

interface Parts {
  stack: Stack;
  database: pg.Client;
  headers: Record<string, string>;
  fanOut: (consignmentId: number) => Promise<number>;
}

/** Measures the work with one consignment of 2,000 orders and 5,000 pieces: time, and memory of the orders service. */
export async function largeConsignment({ stack, database, headers, fanOut }: Parts): Promise<void> {
  const call = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const request = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(stack.url + path, request);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return Buffer.from(await response.arrayBuffer());
  };
  const json = async <T>(...parts: Parameters<typeof call>) => JSON.parse((await call(...parts)).toString()) as T;
  const list = (path: string, filter: object, [from, to]: [number, number] = [0, 49]) =>
    `${path}?${new URLSearchParams({ filter: JSON.stringify(filter), range: JSON.stringify([from, to]) })}`;

  const body = { mode: 'AIR', departureCity: 'Guangzhou' };
  const { id } = await json<Consignment>('POST', '/api/consignments', body);
  await createOrders(database, id);
  console.log(`${ORDERS} commandes, ${PIECES} pièces…`);

  const pid = stack.processes().find(({ name }) => name === 'orders')?.pid ?? 0;
  const results: Record<string, object> = {};
  const measure = async (name: string, runs: Iterable<() => Promise<{ length: number }>>) => {
    const before = memoryOf(pid);
    let peak = before;
    const sampling = setInterval(() => {
      peak = Math.max(peak, memoryOf(pid));
    }, 50);
    const [times, sizes]: [number[], number[]] = [[], []];
    for (const run of runs) {
      const start = performance.now();
      sizes.push((await run()).length);
      times.push(performance.now() - start);
    }
    clearInterval(sampling);
    results[name] = {
      'median (ms)': Math.round(median(times)),
      'slowest (ms)': Math.round(Math.max(...times)),
      'response (kB)': Math.round(median(sizes) / 1000),
      'memory before (MiB)': before,
      'more at most (MiB)': peak - before,
    };
  };
  const repeated = (path: string) => Array.from({ length: ROUNDS }, () => () => call('GET', path));
  const scan = async (scans: object[]) => {
    const response = await call('POST', '/api/scans', { scans });
    const outcomes = JSON.parse(response.toString()) as ScanOutcome[];
    const refused = outcomes.find(({ outcome }) => outcome !== 'done');
    if (refused) throw new Error(refused.message);
    return response;
  };

  await measure('page of 50 orders', repeated(list('/api/orders', { consignmentId: id })));
  const all: [number, number] = [0, MAX_LIST_ROWS - 1];
  await measure(`${MAX_LIST_ROWS} orders to print`, repeated(list('/api/orders', { consignmentId: id }, all)));
  await measure('manifest', repeated(`/api/consignments/${id}/export/excel`));
  const loads = [...scansOf('load', id)].map((scans) => () => scan(scans));
  await measure(`${SCANS_PER_CALL} pieces loaded`, loads);
  await measure('milestone', [async () => `${await fanOut(id)}`]);
  const [last = [], ...arrivals] = [...scansOf('arrive', id)].toReversed();
  await measure(
    `${SCANS_PER_CALL} pieces arrived`,
    arrivals.map((scans) => () => scan(scans)),
  );
  await measure('count', repeated(`/api/consignments/${id}/count`));
  const counted = (group: string) => list(`/api/consignments/${id}/counted`, { group });
  await measure('page of 50 arrived', repeated(counted('arrived')));
  await measure('page of missing', repeated(counted('missing')));
  const scanning = [last.slice(0, 50), last.slice(50)].map(scan);
  await measure('count while two agents scan', repeated(`/api/consignments/${id}/count`));
  await Promise.all(scanning);
  console.table(results);
}
