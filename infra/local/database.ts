import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { ROOT } from './root.ts';
import { StartError } from './start-error.ts';

const DATABASE = 'fasocolis';

const sqlOf = (name: string) => readFileSync(join(ROOT, 'infra/postgres', `${name}.sql`), 'utf8');

export async function prepareDatabase<Name extends string>(
  adminUrl: string,
  services: readonly Name[],
  passwordOf: (service: Name) => string,
): Promise<Record<Name, string>> {
  await withClient(adminUrl, async (client) => {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  });
  const url = new URL(adminUrl);
  url.pathname = `/${DATABASE}`;
  await prepareSchemas(url.href, services, passwordOf);
  const urls = services.map((service) => [service, addressOf(adminUrl, service, passwordOf(service))] as const);
  return Object.fromEntries(urls) as Record<Name, string>;
}

export async function prepareSchemas<Name extends string>(
  databaseUrl: string,
  services: readonly Name[],
  passwordOf: (service: Name) => string,
): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query(sqlOf('database'));
    for (const service of services) {
      await client.query("SELECT set_config('setup.service', $1, false), set_config('setup.password', $2, false)", [
        service,
        passwordOf(service),
      ]);
      await client.query(sqlOf('service'));
    }
  });
}

function addressOf(serverUrl: string, service: string, password: string): string {
  const url = new URL(serverUrl);
  url.username = service;
  url.password = password;
  url.pathname = `/${DATABASE}`;
  return url.href;
}

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect().catch((error: Error) => {
    throw new StartError(`La base de données ne répond pas (${error.message}) : vérifiez DATABASE_URL.`);
  });
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
