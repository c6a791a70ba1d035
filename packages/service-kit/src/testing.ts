import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import pg from 'pg';
import { IDENTITY_HEADER, type Identity, identitySigner } from './identity.ts';
import { migrate } from './migrate.ts';

/** The signing key of all test apps. */
export const TEST_SIGNING_KEY = 'a-signing-key-for-tests-and-nothing-else';

const TEMPLATE_LOCK = 4_815_162_342;

/**
 * A fresh, migrated database on the test server, a copy of one that was migrated once for this folder.
 *
 * @param service names the template, so that each service migrates once a run
 * @param migrations its migrations folder
 * @returns the address, and what removes the database again
 */
export async function createTestDatabase(service: string, migrations: string) {
  const template = `template_${service}`;
  const name = `test_${service}_${randomUUID().replaceAll('-', '')}`;
  await onTestServer(async (client) => {
    // Two copies at once, or a copy of a half-migrated template, would fail.
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

/** The test Redis, with a logical database for each test worker, so that files running side by side do not meet. */
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

/** A signed-in customer, or the administrator, as the gateway would present them. */
export const asUser = (userId: number): Identity => ({ kind: 'user', userId, isAdmin: false, sessionKey: 'test' });
export const asAdmin = (): Identity => ({ kind: 'user', userId: 1, isAdmin: true, sessionKey: 'test' });

const sign = identitySigner(TEST_SIGNING_KEY);

/** Calls an app as `identity` (a visitor when absent), with the identity signed as the gateway signs it. */
export function call(
  app: FastifyInstance,
  request: InjectOptions,
  identity: Identity = { kind: 'anonymous' },
): Promise<LightMyRequestResponse> {
  const signed = identity.kind === 'anonymous' ? {} : { [IDENTITY_HEADER]: sign(identity) };
  return app.inject({ ...request, headers: { ...request.headers, ...signed } });
}

/** Queries of lists for ids that no row can have, and for pages that no list reaches. */
export function impossibleListQueries(...idFields: string[]): Record<string, string>[] {
  const ids = ['2147483648', '-99999999999', '9007199254740991'];
  return [
    ...idFields.flatMap((field) => ids.map((id) => ({ filter: `{"${field}":${id}}` }))),
    ...['[2147483648,2147483650]', '[9007199254740990,9007199254740991]'].map((range) => ({ range })),
  ];
}

/** A way to a server that can be cut and mended, as a network can. */
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
  const mend = async () => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  return { url: url.href, cut, mend, close: cut };
}
