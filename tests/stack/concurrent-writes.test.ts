import { randomUUID } from 'node:crypto';
import type { Order } from '@fasocolis/contracts/orders';
import type { Ledger } from '@fasocolis/contracts/payments';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { wrongLedgers } from '../chaos/ledgers.ts';
import { type Failure, Fuzzer } from '../fuzz/fuzz.ts';
import { nameOf, type Operation, resourceOf } from '../fuzz/operations.ts';
import { type GeneratedRequest, validRequest } from '../fuzz/requests.ts';
import { Known } from '../fuzz/values.ts';
import { operations } from './operations.ts';
import { startTemporaryStack, type TemporaryStack } from './temporary-stack.ts';

const AT_ONCE = 20;

let stack: TemporaryStack;
let fuzzer: Fuzzer;
beforeAll(async () => {
  stack = await startTemporaryStack('concurrent-writes');
  fuzzer = await Fuzzer.open(stack.url, { email: stack.adminEmail, password: stack.adminPassword });
  // Requests use the ids that lists return.
  const lists = fuzzer.operations.filter(({ method, path }) => method === 'GET' && !path.includes('{'));
  for (const operation of lists) await fuzzer.try(requestTo(operation, 0, OTHER));
}, 120_000);
afterAll(async () => {
  fuzzer?.close();
  await stack?.stop();
});

const isWrite = ({ method }: { method: string }) => method !== 'GET';
const WRITES = operations.filter(isWrite);

/** Every pair of these writes, including each write with itself. */
const pairsOf = (writes: Operation[]) =>
  writes.flatMap((first, index) => writes.slice(index).map((second): [Operation, Operation] => [first, second]));

/** Bodies of operations that refuse most of those that their schemas alone allow. Rows that are created are new for each seed. */
const BODIES: Record<string, (seed: number) => Record<string, unknown>> = {
  'POST /api/orders': (seed) => ({ reference: `PAIR-${seed}` }),
  'PATCH /api/orders/{id}': () => ({ status: 'PROCESSING' }),
  'POST /api/orders/{id}/aliases': (seed) => ({ alias: `ALIAS-${seed}` }),
  'POST /api/orders/import': (seed) => ({ lines: [{ line: 1, reference: `IMPORT-${seed}` }], dryRun: false }),
  'POST /api/ledgers/{orderId}/charges': () => ({ kind: 'packing', amount: 500 }),
  'POST /api/payments': () => ({
    id: randomUUID(),
    method: 'cash',
    amount: 100,
    orderIds: [new Known('orderId', 1, 1)],
  }),
  'POST /api/tariffs': (seed) => ({ mode: 'AIR', label: `Tarif ${seed}`, unit: 'kg', price: 9000 }),
  'POST /api/consignments': () => ({ mode: 'AIR', departureCity: 'Guangzhou' }),
  'PATCH /api/consignments/{id}': () => ({ departureCity: 'Yiwu' }),
  'POST /api/consignments/{id}/milestones': () => ({ definitionId: 1 }),
  'POST /api/milestone-definitions': (seed) => ({
    mode: 'AIR',
    label: `Jalon ${seed}`,
    status: 'IN_TRANSIT',
    position: 9,
  }),
  'POST /api/order-statuses': (seed) => ({ code: `PAIR_${seed}`, label: `Statut ${seed}`, displayOrder: 1 }),
  'POST /api/popup-notifications': () => ({ title: 'Promo', content: 'Bientôt.', isActive: false }),
  'POST /api/products': () => ({
    name: 'Sac',
    description: 'En cuir.',
    price: '9 000 FCFA',
    imageUrl: '',
    imageUrls: [],
  }),
  'POST /api/contact-messages': () => ({
    ...{
      firstName: 'Awa',
      lastName: 'Sanou',
      email: 'awa@example.com',
      subject: 'Colis',
      message: 'Où est mon colis ?',
    },
  }),
  'POST /api/auth/register': (seed) => ({
    ...{ firstName: 'Awa', lastName: 'Sanou', username: `pair-${seed}`, email: `pair-${seed}@example.com` },
    password: 'Colis-1234',
  }),
};

/** The id for a request: for users the caller's own, or the newest of others. */
const [OWN, OTHER] = [0, 1];

/** Aims all requests at one row, except that created rows are new. */
function aim(values: object, isNew: boolean, pick: number): Record<string, unknown> {
  const aimed = ([name, value]: [string, unknown]) => {
    if (/^(?:id|\w+Id|slug)$/.test(name)) return [name, new Known(name, pick, value)];
    return [name, isNew && value instanceof Known ? value.otherwise : value];
  };
  return Object.fromEntries(Object.entries(values).map(aimed));
}

/** A request that is probably valid: of several bodies the one with the fewest properties, but at least one. */
function requestTo(operation: Operation, seed: number, pick: number): GeneratedRequest {
  const body = BODIES[nameOf(operation)]?.(seed);
  const samples = fc.sample(validRequest(operation, 'administrator'), { seed, numRuns: 20 });
  const sizeOf = ({ body }: GeneratedRequest) => Object.keys(body ?? {}).length || Number.POSITIVE_INFINITY;
  const [request] = samples.toSorted((a, b) => sizeOf(a) - sizeOf(b));
  if (!request) throw new Error(`no request for ${nameOf(operation)}`);
  const generated = request.body && aim(request.body, operation.method === 'POST', pick);
  return { ...request, path: aim(request.path, false, pick), body: body ?? generated };
}

/** Makes the rows of each pair differ. */
let seed = 0;

/** Creates new rows if an operation of the pair needs one, then sends one request of each repeatedly. */
async function writeAtOnce(pair: [Operation, Operation], pick: number) {
  seed += 1;
  const [{ resource }] = pair;
  const createPath = resource === 'users' ? '/api/auth/register' : `/api/${resource}`;
  const create = fuzzer.operations.find(({ method, path }) => method === 'POST' && path === createPath);
  // Registration ends the session of its request.
  const caller: GeneratedRequest['caller'] = resource === 'users' ? 'visitor' : 'administrator';
  if (create && pair.some(({ path }) => path.includes('{'))) {
    const created = [seed, seed + 1000, seed + 2000].map((each) => ({ ...requestTo(create, each, pick), caller }));
    await Promise.all(created.map((request) => fuzzer.try(request)));
  }
  const requests = pair.map((operation) => requestTo(operation, seed + 3000, pick));
  const tries = Array.from({ length: AT_ONCE / pair.length }, () =>
    requests.map(async (request) => ({ operation: nameOf(request.operation), ...(await fuzzer.try(request)) })),
  );
  return Promise.all(tries.flat());
}

it('keeps the sums of an order and the receipts right under 20 concurrent writes of each kind about its money', async () => {
  const send = async <T>(method: string, path: string, body: object, cookie = '') => {
    const headers = { 'content-type': 'application/json', ...(cookie && { cookie }) };
    const response = await fetch(stack.url + path, { method, headers, body: JSON.stringify(body) });
    return { status: response.status, cookie: response.headers.getSetCookie()[0], body: (await response.json()) as T };
  };
  const credentials = { email: stack.adminEmail, password: stack.adminPassword };
  const { cookie = '' } = await send('POST', '/api/auth/login', credentials);
  const post = <T>(path: string, body: object) => send<T>('POST', path, body, cookie.split(';')[0]);
  const { body: order } = await post<Order>('/api/orders', { reference: 'MONEY-1' });
  const charges = `/api/ledgers/${order.id}/charges`;
  const charged = await post<Ledger>(charges, { kind: 'freight', amount: 15_000 });
  const newPayment = (amount: number) => ({ id: randomUUID(), method: 'cash', amount });
  const kinds = [
    () => post('/api/payments', { ...newPayment(1000), orderIds: [order.id] }),
    () => post(charges, { kind: 'packing', amount: 500 }),
    () => post(charges, { kind: 'discount', amount: 700 }),
    () => post(`/api/charges/${charged.body.charges[0]?.id}/cancel`, { reason: 'Erreur' }),
    async () => {
      const { status, body } = await post<{ id: string }>('/api/payments', {
        ...newPayment(300),
        orderIds: [order.id],
      });
      return status === 201 ? post(`/api/payments/${body.id}/cancel`, { reason: 'Erreur' }) : { status };
    },
    () => {
      const person = { reason: 'Connue', receiverName: 'Awa', neverArrivedReason: 'Il est là' };
      return post(`/api/handovers/${order.id}`, { ...person, payment: newPayment(2000) });
    },
  ];
  const sent = Array.from({ length: AT_ONCE }, () => kinds.map((write) => write())).flat();
  const statuses = new Set((await Promise.all(sent)).map(({ status }) => status));
  // 503: more at once than the service takes.
  expect([...statuses].filter((status) => ![200, 201, 409, 503].includes(status))).toEqual([]);
  expect(await wrongLedgers(await stack.connect(stack.databases.orders))).toEqual([]);
}, 60_000);

/** The operations that accepted a request, of all resources. */
const succeeded = new Set<string>();

it.each([...new Set(WRITES.map(({ path }) => resourceOf(path)))])(
  'responds to every pair of writes on %s, 20 concurrently, with documented statuses [SEC-017]',
  async (resource) => {
    const failures: (Failure & { pair: string })[] = [];
    const writes = fuzzer.operations.filter((each) => each.resource === resource && isWrite(each));
    for (const pair of pairsOf(writes)) {
      const name = pair.map(nameOf).join(' with ');
      const isAboutUser = pair.some(({ path }) => path.startsWith('/api/users/{'));
      for (const pick of isAboutUser ? [OWN, OTHER] : [OTHER]) {
        for (const { operation, status, failure } of await writeAtOnce(pair, pick)) {
          if (failure) failures.push({ ...failure, pair: name });
          if (status < 300) succeeded.add(operation);
        }
      }
    }
    expect(failures).toEqual([]);
    expect(writes.map(nameOf).filter((name) => name in BODIES && !succeeded.has(name))).toEqual([]);
  },
  180_000,
);

it('has more than fifty writes accept a request in these pairs [SEC-017]', () => {
  expect(succeeded.size).toBeGreaterThan(50);
});
