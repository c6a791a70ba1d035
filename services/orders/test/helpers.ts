import { join } from 'node:path';
import type { MilestoneProgress } from '@fasocolis/contracts/live';
import { MILESTONE_UNDO_MS } from '@fasocolis/contracts/milestones';
import type { StaffOrder } from '@fasocolis/contracts/orders';
import { DEFAULT_CLIENT_PREFIX, userIdWithin } from '@fasocolis/contracts/reading/client-code';
import { IDENTITY_HEADER, identityVerifier } from '@fasocolis/service-kit/auth/identity';
import { ServiceClient } from '@fasocolis/service-kit/http/service-client';
import {
  asAdmin,
  call,
  createTestDatabase,
  TEST_APP_OPTIONS,
  TEST_IDENTITY_KEYS,
  TEST_PUBLIC_KEYS,
} from '@fasocolis/service-kit/testing/harness';
import Fastify from 'fastify';
import { buildApp } from '../src/app.ts';
import { openDatabase } from '../src/database.ts';
import { fanOutMilestone } from '../src/milestones/milestone-fan-out.ts';
import { seedMilestoneDefinitions } from '../src/seed/milestone-definitions.ts';
import { KnownStatuses } from '../src/shared/known-statuses.ts';
import { TransitTimes } from '../src/shared/transit-times.ts';

export const DAY_MS = 24 * 3600 * 1000;

/** The users that the fake auth service has. */
const KNOWN_USERS = new Set(['1', '2', '3']);
/** Where agents work, as the administrator typed it. */
const TOWNS = new Map([
  ['10', 'yiwu'],
  ['11', 'Bobo-Dioulasso'],
]);
/** The users by login; "3" is also the username of user 1. */
const USERS_BY_LOGIN = new Map([
  ['awa', [2]],
  ['awa@example.com', [2]],
  ['3', [1, 3]],
]);

/** The numbers of the users that have one, as accounts store them. */
const PHONES = new Map([[2, '+226 70 12 34 56']]);

/** An address that an account claims without having verified it: it names no user. */
export const CLAIMED_ADDRESS = 'claimed@example.com';

export const SILENCE_DAYS = { AIR: 4, SEA: 12, unknown: 7 };

/** The orders service with a database of its own and a fake auth service. */
export async function startOrders() {
  const testDatabase = await createTestDatabase('orders', join(import.meta.dirname, '../prisma/migrations'));
  const database = openDatabase(testDatabase.url);
  const authService = await listenAsAuth();
  const auth = new ServiceClient({ service: 'auth', baseUrl: authService.url, identityKey: TEST_IDENTITY_KEYS.orders });
  const transitTimes = new TransitTimes(database);
  // Nothing is scheduled: tests apply milestones themselves.
  const milestones = { undoMs: MILESTONE_UNDO_MS, schedule: async () => {} };
  const statuses = new KnownStatuses(database);
  const counted: number[][] = [];
  const onCounted = (consignmentIds: number[]) => void counted.push(consignmentIds);
  const parts = { database, statuses, auth, transitTimes, silenceDays: SILENCE_DAYS, onCounted, milestones };
  const app = await buildApp(parts, TEST_APP_OPTIONS);
  const progress: MilestoneProgress[] = [];
  const fanOut = { database, statuses, onProgress: (each: MilestoneProgress) => progress.push(each) };
  let created = 0;

  return {
    app,
    database,
    transitTimes,
    databaseUrl: testDatabase.url,
    stopAuth: authService.close,
    /** What the fan-out reported so far. */
    progress,
    /** The consignments that scans reported as counted. */
    counted,
    seedMilestoneDefinitions: () => seedMilestoneDefinitions(database),
    /** Makes a milestone due and brings it to the orders. */
    async applyMilestone(id: number): Promise<void> {
      await database.milestone.update({ where: { id }, data: { dueAt: new Date(0) } });
      await fanOutMilestone(fanOut, id);
    },
    /** Runs the job of a milestone. */
    runMilestone: (id: number) => fanOutMilestone(fanOut, id),
    /** Creates an order as the administrator; the reference is unique unless given. */
    async createOrder(body: object = {}): Promise<StaffOrder> {
      created += 1;
      const payload = { reference: `TEST-${created}-${Date.now()}`, ...body };
      const response = await call(app, { method: 'POST', url: '/api/orders', payload }, asAdmin());
      if (response.statusCode !== 201) throw new Error(response.body);
      return response.json<StaffOrder>();
    },
    /** A reference that no order has. */
    newReference() {
      created += 1;
      return `NEW${created}AB`;
    },
    /** Moves the creation of an order into the past. */
    async ageOrder(id: number, days: number): Promise<void> {
      const createdAt = new Date(Date.now() - days * DAY_MS);
      const data = { createdAt, furthestStepAt: createdAt, lastEventAt: createdAt };
      await database.order.update({ where: { id }, data });
      await database.orderEvent.updateMany({ where: { orderId: id }, data: { occurredAt: createdAt } });
    },
    async close() {
      await app.close();
      await authService.close();
      await database.$disconnect();
      await testDatabase.remove();
    },
  };
}

export type Orders = Awaited<ReturnType<typeof startOrders>>;

/** A fake auth service: returns users to services only. */
async function listenAsAuth() {
  const app = Fastify();
  const verify = identityVerifier(TEST_PUBLIC_KEYS, 'auth');
  app.get<{ Params: { id: string } }>('/internal/users/:id', async (request, reply) => {
    const caller = verify(String(request.headers[IDENTITY_HEADER]));
    if (caller.kind !== 'service') return reply.code(403).send({ message: 'Accès refusé', code: 'forbidden' });
    const { id } = request.params;
    const city = TOWNS.get(id);
    if (!city && !KNOWN_USERS.has(id)) return reply.code(404).send({ message: 'non', code: 'not-found' });
    return { id: Number(id), ...(city && { city }) };
  });
  app.get('/internal/staff', async () => [{ id: 9, firstName: 'Issa', lastName: 'Kaboré' }]);
  app.post<{ Body: { logins: string[] } }>('/internal/users/lookup', async ({ body }) =>
    body.logins.map((login) => {
      const id = String(userIdWithin(login, DEFAULT_CLIENT_PREFIX) ?? login);
      return {
        login,
        ids: USERS_BY_LOGIN.get(login) ?? (KNOWN_USERS.has(id) ? [Number(id)] : []),
        ...(login === CLAIMED_ADDRESS && { isUnverified: true }),
      };
    }),
  );
  app.post<{ Body: { userIds: number[] } }>('/internal/users/phones', async ({ body }) =>
    body.userIds.flatMap((userId) => {
      const phone = PHONES.get(userId);
      return phone === undefined ? [] : [{ userId, name: 'Awa Ouédraogo', phone }];
    }),
  );
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { url, close: () => app.close() };
}
