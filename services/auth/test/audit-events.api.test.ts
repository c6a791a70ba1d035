import type { AuditEvent, RecordedAudit } from '@fasocolis/contracts/audit';
import { connectRedis } from '@fasocolis/service-kit/data/redis';
import { AUDIT_LIST } from '@fasocolis/service-kit/ops/audit-events';
import { asAdmin, asAgent, asUser, call, testRedisUrl } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { removeOldAuditEvents, storeAuditEvents } from '../src/audit/audit-service.ts';
import { type Auth, startAuth } from './helpers.ts';
import { startService } from './service-process.ts';

let auth: Auth;
beforeAll(async () => {
  auth = await startAuth();
});
beforeEach(async () => {
  await auth.database.auditEvent.deleteMany();
});
afterAll(() => auth.close());

const event = (changed: Partial<RecordedAudit> = {}): RecordedAudit => ({
  key: crypto.randomUUID(),
  service: 'orders',
  userId: 1,
  action: 'createOrder',
  outcome: 'success',
  status: 201,
  target: 'POST /api/orders',
  address: '203.0.113.0/24',
  requestId: 'r1',
  count: 1,
  createdAt: new Date().toISOString(),
  ...changed,
});

const store = () => storeAuditEvents({ database: auth.database, redis: auth.redis, log: auth.app.log });
const record = async (...events: RecordedAudit[]) => {
  await auth.redis.rpush(AUDIT_LIST, ...events.map((each) => JSON.stringify(each)));
  await store();
};
const list = async (filter = {}) => {
  const response = await call(
    auth.app,
    { url: '/api/audit-events', query: { filter: JSON.stringify(filter) } },
    asAdmin(),
  );
  expect(response.statusCode, response.body).toBe(200);
  return response.json<AuditEvent[]>();
};

describe('the audit events', () => {
  it('are listed newest first, with actions in French', async () => {
    await record(event(), event({ service: 'auth', userId: 7, action: 'sign-in', outcome: 'failure', status: 401 }));
    expect(await list()).toMatchObject([
      { service: 'auth', userId: 7, action: 'Connexion', outcome: 'failure', address: '203.0.113.0/24', count: 1 },
      { service: 'orders', userId: 1, action: 'Créer une référence', target: 'POST /api/orders', requestId: 'r1' },
    ]);
  });

  it('are found by person, action, outcome and days', async () => {
    const found = { userId: 9, action: 'export', outcome: 'refused', createdAt: '2026-11-20T10:00:00.000Z' } as const;
    await record(event(), event(found));
    for (const filter of [
      { userId: 9 },
      { action: 'export' },
      { outcome: 'refused' },
      { from: '2026-11-20', to: '2026-11-20' },
    ]) {
      expect(await list(filter), JSON.stringify(filter)).toMatchObject([{ userId: 9 }]);
    }
  });

  it('are for the administrator alone', async () => {
    for (const caller of [asUser(2), asAgent(3)]) {
      expect((await call(auth.app, { url: '/api/audit-events' }, caller)).statusCode).toBe(403);
    }
  });

  it('live for twelve months', async () => {
    const now = new Date('2026-11-26T12:00:00.000Z');
    await record(
      event({ createdAt: '2025-11-26T11:59:59.000Z', requestId: 'old' }),
      event({ createdAt: '2025-11-26T12:00:01.000Z', requestId: 'young' }),
    );
    await removeOldAuditEvents(auth.database, now);
    expect((await list()).map(({ requestId }) => requestId)).toEqual(['young']);
  });

  it('are in the export of an account', async () => {
    const { id } = await auth.createUser();
    await record(event({ userId: id, action: 'sign-in' }));
    const { readAccountData } = await import('../src/personal-data/account-data.ts');
    const user = await auth.database.user.findUniqueOrThrow({ where: { id } });
    expect(await readAccountData(auth.database, auth.sessions, user)).toMatchObject({
      'Journal de sécurité, des douze derniers mois': [
        { Action: 'Connexion', Résultat: 'Réussi', Réseau: '203.0.113.0/24' },
      ],
    });
  });

  it('that are malformed are left out, and keep no other from being stored', async () => {
    await auth.redis.rpush(AUDIT_LIST, 'no event', JSON.stringify({ ...event(), target: 'x'.repeat(10_000) }));
    await record(event());
    expect(await list()).toHaveLength(1);
    expect(await auth.redis.llen(AUDIT_LIST)).toBe(0);
  });
});

it('audit events are stored once each by two replicas of which one is killed [OPS-002]', async () => {
  const redis = connectRedis(testRedisUrl());
  onTestFinished(() => redis.disconnect());
  await vi.waitFor(() => expect(redis.status).toBe('ready'));
  await redis.del(AUDIT_LIST);
  const killed = await startService(auth, () => {});
  await startService(auth);
  const keys: string[] = [];
  for (let batch = 0; batch < 20; batch += 1) {
    const events = Array.from({ length: 250 }, () => event());
    keys.push(...events.map(({ key }) => key));
    await redis.rpush(AUDIT_LIST, ...events.map((each) => JSON.stringify(each)));
  }
  await vi.waitFor(async () => expect(await auth.database.auditEvent.count()).toBeGreaterThan(0), {
    timeout: 60_000,
    interval: 5,
  });
  process.kill(killed.pid, 'SIGKILL');
  await vi.waitFor(async () => expect(await redis.llen(AUDIT_LIST)).toBe(0), { timeout: 60_000, interval: 50 });
  const stored = await auth.database.auditEvent.findMany({ select: { key: true } });
  expect(stored.map(({ key }) => key).toSorted()).toEqual(keys.toSorted());
}, 120_000);
