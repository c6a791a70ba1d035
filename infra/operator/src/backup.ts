import type { Writable } from 'node:stream';
import { eventSubscribers } from '@fasocolis/contracts/events';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type ArchiveFile, writeArchive } from './archive.ts';
import { connect, contentsOf, copyOut, describe } from './database.ts';
import { FORMAT, type Manifest, type Summary } from './manifest.ts';
import { type PendingEvents, readPendingEvents } from './pending-events.ts';

/** Where the data of an installation are. */
export interface Data {
  /** The address of each service's database, by the service's name. */
  databases: Record<string, string>;
  redisUrl: string;
}

/**
 * Whoever is told of others' changes comes before them: no database is seen with the effect of an event whose cause
 * another lacks. Causes without their effect are no harm: their events are in an outbox or in a queue.
 */
const SNAPSHOT_ORDER = ['notify', 'orders'];

const SUBSCRIBERS = new Set(Object.values(eventSubscribers).flat());

/**
 * Writes a backup of all databases as they are at one moment, while the product runs or not.
 * @param key passphrase to encrypt it with
 * @returns what the backup holds
 */
export async function backUp(data: Data, key: string | undefined, destination: Writable): Promise<Summary> {
  const summary: Summary = { contents: {}, events: 0 };
  await writeArchive(files(data, summary), key, destination);
  return summary;
}

async function* files({ databases, redisUrl }: Data, summary: Summary): AsyncGenerator<ArchiveFile> {
  const services = Object.keys(databases);
  const last = SNAPSHOT_ORDER.length;
  const rank = (service: string) => (SNAPSHOT_ORDER.includes(service) ? SNAPSHOT_ORDER.indexOf(service) : last);
  services.sort((a, b) => rank(a) - rank(b));
  const clients = new Map<string, pg.Client>();
  const queues = new Map<string, PendingEvents>();
  try {
    for (const service of services) clients.set(service, await connect(databases[service] ?? ''));
    const createdAt = new Date().toISOString();
    for (const client of clients.values()) await takeSnapshot(client);
    for (const service of services.filter((name) => SUBSCRIBERS.has(name))) {
      queues.set(service, await readPendingEvents(service, redisUrl));
    }

    const manifest: Manifest = { format: FORMAT, createdAt, services: {} };
    for (const [service, client] of clients) manifest.services[service] = await describe(client);
    yield jsonFile('manifest.json', manifest);

    for (const [service, events] of queues) {
      summary.events += events.count;
      yield { name: `${service}/events`, content: events.lines() };
    }
    for (const [service, client] of clients) {
      summary.contents[service] = {};
      for (const table of manifest.services[service]?.tables ?? []) {
        yield { name: `${service}/tables/${table.name}`, content: client.query(copyTo(copyOut(table))) };
        summary.contents[service][table.name] = await contentsOf(client, table);
      }
    }
    yield jsonFile('summary.json', summary);
  } finally {
    await Promise.all([...clients.values()].map((client) => client.end()));
    await Promise.all([...queues.values()].map((queue) => queue.close()));
  }
}

/** A transaction's snapshot is taken by its first query. */
async function takeSnapshot(client: pg.Client): Promise<void> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await client.query('SELECT FROM pg_class LIMIT 1');
}

function jsonFile(name: string, value: object): ArchiveFile {
  return { name, content: bytesOf(JSON.stringify(value)) };
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
