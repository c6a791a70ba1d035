import { DEMO_AGENT, DEMO_AGENT_PASSWORD } from '@fasocolis/contracts/demo';
import type { Access } from '@fasocolis/contracts/operations/operation';
import { SERVICES, type ServiceName } from '@fasocolis/contracts/services';
import { IDENTITY_HEADER, identitySigner } from '@fasocolis/service-kit/auth/identity';
import { createIdentityKey } from '@fasocolis/service-kit/auth/identity-keys';
import { Redis } from 'ioredis';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { registerNewcomer, verificationTokenOf } from './newcomer.ts';
import { addressOf, internalOperations, type Operation, operations } from './operations.ts';
import { pendingWork } from './pending-work.ts';
import { startTemporaryStack, type TemporaryStack } from './temporary-stack.ts';

type Caller = 'visitor' | 'customer' | 'agent' | 'administrator';

type Refusals = Record<Caller, 401 | 403 | null>;

/** How a caller who is not the user in the path is refused; null when not. */
const REFUSALS: Record<Exclude<Access, 'service'>, Refusals> = {
  public: { visitor: null, customer: null, agent: null, administrator: null },
  user: { visitor: 401, customer: null, agent: null, administrator: null },
  owner: { visitor: 401, customer: 403, agent: 403, administrator: 403 },
  'owner-or-admin': { visitor: 401, customer: 403, agent: 403, administrator: null },
  staff: { visitor: 401, customer: 403, agent: null, administrator: null },
  admin: { visitor: 401, customer: 403, agent: 403, administrator: null },
};

/** Operations whose handler refuses more callers than their access does. */
const EXCEPTIONS: Record<string, Refusals> = {
  deleteOwnAccount: { ...REFUSALS.user, administrator: 403 },
  deleteUser: REFUSALS['owner-or-admin'],
};

const refusalsOf = ({ declared: { id, access } }: Operation): Refusals =>
  EXCEPTIONS[id] ?? REFUSALS[access as Exclude<Access, 'service'>];

let stack: TemporaryStack;
let identityKeys: Record<string, string>;
beforeAll(async () => {
  stack = await startTemporaryStack('every-route', { catchesEmails: true });
  identityKeys = stack.secrets();
}, 120_000);
afterAll(() => stack?.stop());

const ADMINISTRATOR = { userId: 1, isAdmin: true, sessionKey: 'stolen' };
const keyOf = (process: string) => identityKeys[`identity-${process}`] ?? '';

const json = { 'content-type': 'application/json' };

async function signIn(email: string, password: string): Promise<string> {
  const body = JSON.stringify({ email, password });
  const response = await fetch(`${stack.url}/api/auth/login`, { method: 'POST', headers: json, body });
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

/** A request for an unknown id with an invalid body, which changes nothing for any caller. */
async function refusalOf(base: string, { method, path }: Operation, headers: Record<string, string>) {
  const hasBody = method === 'POST' || method === 'PATCH';
  const response = await fetch(base + path.replaceAll(/\{\w+\}/g, '2000000000'), {
    method,
    headers: { ...headers, ...(hasBody && json) },
    ...(hasBody && { body: '{broken' }),
    redirect: 'manual',
  });
  await response.arrayBuffer();
  return response.status === 401 || response.status === 403 ? response.status : null;
}

/** What is wrong when an operation is not refused as declared. */
const refusedOtherwise = (id: string) => `${id} has no route, or another access than declared`;

describe('the operations of the API', () => {
  it.each<[Caller, () => Promise<string>]>([
    ['visitor', async () => ''],
    ['customer', () => signIn('client', 'Client-1234')],
    ['agent', () => signIn(DEMO_AGENT.username, DEMO_AGENT_PASSWORD)],
    ['administrator', () => signIn(stack.adminEmail, stack.adminPassword)],
  ])('accept the %s as declared [TEAM-002]', async (caller, cookieOf) => {
    const cookie = await cookieOf();
    // Signing out would end the session of the other requests.
    const others = operations.filter(({ declared }) => declared.id !== 'logout');
    await Promise.all(
      others.map(async (operation) => {
        const refusal = await refusalOf(stack.url, operation, { cookie });
        expect(refusal, refusedOtherwise(operation.declared.id)).toBe(refusalsOf(operation)[caller]);
      }),
    );
  });

  it.each<[string, (operation: Operation) => string]>([
    ['signed by another service', ({ service }) => identitySigner(keyOf('catalog'))(service, ADMINISTRATOR)],
    [
      'signed by the gateway for another service',
      ({ service }) => identitySigner(keyOf('gateway'))(service === 'auth' ? 'orders' : 'auth', ADMINISTRATOR),
    ],
    [
      'signed with an unknown key',
      ({ service }) => identitySigner(createIdentityKey('gateway'))(service, ADMINISTRATOR),
    ],
  ])('treat an identity of the administrator that is %s as that of a visitor [SEC-011]', async (_what, sign) => {
    await Promise.all(
      operations.map(async (operation) => {
        const headers = { [IDENTITY_HEADER]: sign(operation) };
        const refusal = await refusalOf(addressOf(stack, operation.service), operation, headers);
        expect(refusal, refusedOtherwise(operation.declared.id)).toBe(refusalsOf(operation).visitor);
      }),
    );
  });
});

/** Only read, and what they show is not in the demonstration's data. */
const WITHOUT_SUBJECT = [
  ...[
    '/api/product-images/previews/{hash}.jpg',
    '/api/product-images/{file}',
    '/api/popup-notifications/images/{file}',
  ],
  ...['/api/reception-photos/{id}', '/api/unnamed-parcels/{number}', '/api/claims/{id}/photo'],
  ...['/api/handovers/{orderId}', '/api/handovers/{orderId}/photo', '/api/whatsapp-choice'],
  '/api/order-problems/{id}/photo',
  '/internal/mail-tokens/{id}',
];

describe('a HEAD request', () => {
  it('changes no row, to whatever route of any service that responds to GET [SEC-031]', async () => {
    const days = { from: '2026-01-01', to: '2026-12-31' };
    const values = { reference: 'DEMO0003', slug: 'about', key: 'whatsapp_number', mode: 'AIR', ...days };
    const { email } = await registerNewcomer(stack, 'nouvelle');
    const token = await verificationTokenOf(stack, email);
    const databases = await connectAll();
    await untilQuiet(databases);
    const before = await rowsOf(databases);
    expect(before).toHaveProperty(['auth.users']);
    const routes = [...operations, ...internalOperations].filter(({ method }) => method === 'GET');
    const withoutHead = routes.filter(({ declared }) => declared.hasHead === false).map(({ path }) => path);
    const unreached: string[] = [];
    for (const route of routes) {
      if ((await statusOfHead(route, { ...values, token })) >= 400) unreached.push(route.path);
    }
    expect(await rowsOf(databases)).toEqual(before);
    expect(unreached.toSorted()).toEqual([...withoutHead, ...WITHOUT_SUBJECT].toSorted());
  });

  /** Sends the request as the administrator, or as a service that may call the route. Other parameters are ids. */
  async function statusOfHead(route: Operation, values: Record<string, string>): Promise<number> {
    const { service, path, parameters, declared } = route;
    const [caller] = declared.callers ?? [];
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '1');
    const url = new URL(addressOf(stack, service) + filled);
    for (const { name } of parameters?.filter((each) => each.in === 'query') ?? []) {
      const value = values[name];
      if (value) url.searchParams.set(name, value);
    }
    const identity = caller
      ? identitySigner(keyOf(caller))(service)
      : identitySigner(keyOf('gateway'))(service, ADMINISTRATOR);
    const headers = { [IDENTITY_HEADER]: identity };
    return (await fetch(url, { method: 'HEAD', headers, redirect: 'manual' })).status;
  }

  async function connectAll(): Promise<Record<ServiceName, pg.Client>> {
    const clients = SERVICES.map(async (name) => [name, await stack.connect(stack.databases[name])] as const);
    return Object.fromEntries(await Promise.all(clients)) as Record<ServiceName, pg.Client>;
  }

  async function untilQuiet(databases: Record<ServiceName, pg.Client>): Promise<void> {
    const redis = new Redis(stack.redisUrl);
    onTestFinished(() => redis.disconnect());
    await expect.poll(() => pendingWork(databases, redis), { timeout: 15_000 }).toEqual({});
  }
});

/**
 * The rows of all tables with the transactions that wrote them, by service and table. Audit events follow some seconds after
 * their requests.
 */
async function rowsOf(databases: Record<ServiceName, pg.Client>): Promise<Record<string, unknown>> {
  const rows: Record<string, unknown> = {};
  for (const [service, database] of Object.entries(databases)) {
    const tables = await database.query(
      `SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename <> 'audit_events'`,
    );
    for (const { tablename } of tables.rows) {
      const table = await database.query(`SELECT xmin, * FROM "${tablename}" ORDER BY ctid`);
      rows[`${service}.${tablename}`] = table.rows;
    }
  }
  return rows;
}
