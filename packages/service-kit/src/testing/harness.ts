import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { Operation } from '@fasocolis/contracts/operations/operation';
import { SERVICES } from '@fasocolis/contracts/services';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import pg from 'pg';
import { IDENTITY_HEADER, type Identity, identitySigner, type UserIdentity } from '../auth/identity.ts';
import { createIdentityKey, ISSUERS, type Issuer, publicKeysOf } from '../auth/identity-keys.ts';
import { migrate } from '../data/migrate.ts';

type Route = `${Operation['method']} /${string}`;
type MethodIn<Of extends Route> = Of extends `${infer Method extends Operation['method']} ${string}` ? Method : never;

interface TestOperation<Of extends Route> {
  id: string;
  method: MethodIn<Of>;
  path: PathIn<Of>;
  access: 'public';
  responses: Record<never, never>;
}

type PathIn<Of extends Route> = Of extends `${string} ${infer Path}` ? Path : never;

/** An operation of a test, public unless declared otherwise: `testOperation('GET /things')`. */
export function testOperation<const Of extends Route, const Declared extends Partial<Operation> = object>(
  route: Of,
  declared?: Declared,
): Omit<TestOperation<Of>, keyof Declared> & Declared {
  const [method = '', path = ''] = route.split(' ');
  const defaults: TestOperation<Of> = {
    id: 'test',
    method: method as MethodIn<Of>,
    path: path as PathIn<Of>,
    access: 'public',
    responses: {},
  };
  return { ...defaults, ...(declared as Declared) };
}

/** The key of email tokens and browser cookies in tests. */
export const TEST_SIGNING_KEY = 'a-signing-key-for-tests-and-nothing-else';

/** Private identity keys of gateway and services in tests. */
export const TEST_IDENTITY_KEYS = Object.fromEntries(
  ISSUERS.map((issuer) => [issuer, createIdentityKey(issuer)]),
) as Record<Issuer, string>;

/** The public keys of all of them. */
export const TEST_PUBLIC_KEYS = publicKeysOf(Object.values(TEST_IDENTITY_KEYS));

/** The variables of a process for its identity keys. */
export const testIdentityVariables = (issuer: Issuer) => ({
  IDENTITY_KEY: TEST_IDENTITY_KEYS[issuer],
  IDENTITY_PUBLIC_KEYS: TEST_PUBLIC_KEYS,
});

/** Options of test apps: errors are printed, audit lines are not, which are written at every level. */
export const TEST_APP_OPTIONS = {
  logLevel: 'error',
  logStream: {
    write: (line: string) => {
      if (JSON.parse(line).msg !== 'audit') process.stdout.write(line);
    },
  },
  identityKeys: TEST_PUBLIC_KEYS,
};

const TEMPLATE_LOCK = 4_815_162_342;

/**
 * Creates a migrated database on the test server from a template.
 * @param service names the template, which is migrated once per run
 * @param migrations the service's migrations folder
 * @returns the URL, and a function that drops the database
 */
export async function createTestDatabase(service: string, migrations: string) {
  const template = `template_${service}`;
  const name = `test_${service}_${randomUUID().replaceAll('-', '')}`;
  await onTestServer(async (client) => {
    // Concurrent copies, or a copy of a half-migrated template, would fail.
    await client.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [template]);
    if (rowCount === 0) {
      await client.query(`CREATE DATABASE ${template}`);
      await migrate(databaseUrl(template), migrations);
    }
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  });
  return {
    url: databaseUrl(name),
    remove: () => onTestServer((client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`)),
  };
}

async function onTestServer(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl('postgres') });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function databaseUrl(name: string): string {
  const url = new URL(fromEnvironment('TEST_POSTGRES_URL'));
  url.pathname = `/${name}`;
  return url.href;
}

/** The test Redis, with one logical database per test worker. */
export function testRedisUrl(): string {
  const url = new URL(fromEnvironment('TEST_REDIS_URL'));
  url.pathname = `/${Number(process.env.VITEST_POOL_ID ?? 0) % 16}`;
  return url.href;
}

function fromEnvironment(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run tests with "npm test"`);
  return value;
}

/** A signed-in customer with a verified address or without one, an agent, or the administrator, as the gateway presents them. */
export const asUser = (userId: number): UserIdentity => ({
  kind: 'user',
  userId,
  isAdmin: false,
  isVerified: true,
  sessionKey: 'test',
});
export const asUnverifiedUser = (userId: number): UserIdentity => ({
  kind: 'user',
  userId,
  isAdmin: false,
  isVerified: false,
  sessionKey: 'test',
});
export const asAgent = (userId: number): UserIdentity => ({
  kind: 'user',
  userId,
  isAdmin: false,
  isAgent: true,
  sessionKey: 'test',
});
export const asAdmin = (): UserIdentity => ({ kind: 'user', userId: 1, isAdmin: true, sessionKey: 'test' });

const TEST_AUDIENCE = [...SERVICES, 'example', 'images'];

/** Signs an identity for every service: a user as the gateway does, a service as itself. */
export function signed(identity: Exclude<Identity, { kind: 'anonymous' }>): string {
  if (identity.kind === 'service') return identitySigner(TEST_IDENTITY_KEYS[identity.name])(TEST_AUDIENCE);
  const { kind: _, ...claims } = identity;
  return identitySigner(TEST_IDENTITY_KEYS.gateway)(TEST_AUDIENCE, claims);
}

/** Calls an app as `identity` (default: a visitor), signed as by the gateway. */
export function call(
  app: FastifyInstance,
  request: InjectOptions,
  identity: Identity = { kind: 'anonymous' },
): Promise<LightMyRequestResponse> {
  const header = identity.kind === 'anonymous' ? {} : { [IDENTITY_HEADER]: signed(identity) };
  return app.inject({ ...request, headers: { ...request.headers, ...header } });
}

/** List queries with impossible ids and with pages past the end. */
export function impossibleListQueries(...idFields: string[]): Record<string, string>[] {
  const ids = ['2147483648', '-99999999999', '9007199254740991'];
  return [
    ...idFields.flatMap((field) => ids.map((id) => ({ filter: `{"${field}":${id}}` }))),
    ...['[2147483648,2147483650]', '[9007199254740990,9007199254740991]'].map((range) => ({ range })),
  ];
}

/** A TCP proxy to a server, whose connection tests can cut and restore. */
export async function startCuttableProxy(target: URL) {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    }
    client.pipe(upstream).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const url = new URL(target);
  url.port = String(port);
  const cut = async () => {
    if (!server.listening) return;
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, 'close');
  };
  const restore = async () => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  return { url: url.href, cut, restore, close: cut };
}

/** Returns a function that returns the next number each time. */
export const countFrom = (last: number) => () => {
  last += 1;
  return last;
};
