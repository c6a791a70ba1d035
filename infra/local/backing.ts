import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressOf } from './database.ts';
import { isRunning } from './home-lock.ts';
import type { Databases } from './launch.ts';
import { openSecrets } from './secrets.ts';
import { SERVICES } from './services.ts';
import { type Backing, type StackOptions, startBacking } from './stack.ts';

/**
 * Does work with the data of a home, whether the product runs in it or not: databases and Redis are started for the
 * time of the work where they do not run.
 */
export async function withBacking<T>(options: StackOptions, work: (backing: Backing) => Promise<T>): Promise<T> {
  if (isRunning(options.home)) return work(findBacking(options));
  return withStoppedProduct(options, work);
}

/** Does work that nobody else may see the data during. @throws StartError when the product runs */
export async function withStoppedProduct<T>(options: StackOptions, work: (backing: Backing) => Promise<T>): Promise<T> {
  const { stop, ...backing } = await startBacking(options);
  try {
    return await work(backing);
  } finally {
    await stop();
  }
}

/** Where databases and Redis of the launcher are that is at work in a home. */
function findBacking({ home, databaseUrl, redisUrl }: StackOptions): Backing {
  const secret = openSecrets(home);
  const server = databaseUrl ?? `postgresql://127.0.0.1:${postgresPort(home)}/postgres`;
  const addresses = SERVICES.map((service) => [service, addressOf(server, service, secret(`postgres-${service}`))]);
  return {
    databases: Object.fromEntries(addresses) as Databases,
    redisUrl: redisUrl ?? `redis://:${secret('redis')}@127.0.0.1:${redisPort(home)}`,
  };
}

/** PostgreSQL's own note of its run: the fourth line is the port. */
const postgresPort = (home: string) => readFileSync(join(home, 'postgres/postmaster.pid'), 'utf8').split('\n')[3];

const redisPort = (home: string) => /^port (\d+)$/m.exec(readFileSync(join(home, 'redis/redis.conf'), 'utf8'))?.[1];
