import pg from 'pg';
import { StartError } from './start-error.ts';

const identifier = (name: string) => pg.escapeIdentifier(name);

/**
 * Gives each service a database and a role of its own on the server, both called like the service.
 * @returns the address under which each service connects.
 */
export async function prepareDatabases<Name extends string>(
  adminUrl: string,
  services: readonly Name[],
  passwordOf: (service: Name) => string,
): Promise<Record<Name, string>> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect().catch((error: Error) => {
    throw new StartError(`La base de données ne répond pas (${error.message}) : vérifiez DATABASE_URL.`);
  });
  try {
    const urls: [Name, string][] = [];
    for (const service of services) {
      const password = passwordOf(service);
      await prepareDatabase(client, service, password);
      urls.push([service, addressOf(adminUrl, service, password)]);
    }
    return Object.fromEntries(urls) as Record<Name, string>;
  } finally {
    await client.end();
  }
}

/** The address under which a service connects to its database on a server. */
export function addressOf(serverUrl: string, service: string, password: string): string {
  const url = new URL(serverUrl);
  url.username = service;
  url.password = password;
  url.pathname = `/${service}`;
  return url.href;
}

async function prepareDatabase(client: pg.Client, name: string, password: string): Promise<void> {
  const exists = async (table: string, column: string) =>
    (await client.query(`SELECT FROM ${table} WHERE ${column} = $1`, [name])).rowCount !== 0;
  const verb = (await exists('pg_roles', 'rolname')) ? 'ALTER' : 'CREATE';
  await client.query(`${verb} ROLE ${identifier(name)} LOGIN PASSWORD ${pg.escapeLiteral(password)}`);
  if (await exists('pg_database', 'datname')) return;
  // Whoever is not a superuser must be a member of the role to which a database is given.
  await client.query(`GRANT ${identifier(name)} TO CURRENT_USER`);
  await client.query(`CREATE DATABASE ${identifier(name)} OWNER ${identifier(name)}`);
  // A service owns its database alone.
  await client.query(`REVOKE ALL ON DATABASE ${identifier(name)} FROM PUBLIC`);
  await client.query(`ALTER DATABASE ${identifier(name)} SET timezone = 'UTC'`);
}
