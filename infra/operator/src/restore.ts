import { once } from 'node:events';
import { join } from 'node:path';
import { type Migration, readMigrations } from '@fasocolis/service-kit/migrate';
import { connectRedis } from '@fasocolis/service-kit/redis';
import type { Redis } from 'ioredis';
import * as z from 'zod/mini';
import { ROOT } from '../../local/services.ts';
import { StartError } from '../../local/start-error.ts';
import { type ArchiveFile, readArchive } from './archive.ts';
import type { Data } from './backup.ts';
import { FORMAT, type Manifest, ManifestSchema, type Summary, SummarySchema } from './manifest.ts';
import { Target } from './target.ts';

const REDIS_PATIENCE_MS = 10_000;

export interface RestoreOptions {
  /** Passphrase of an encrypted backup. */
  key?: string | undefined;
  /** Is told what the backup is before anything happens, and may throw. */
  confirm?: (manifest: Manifest) => Promise<void>;
  /** The migrations that this version of the product brings for a service. */
  migrationsOf?: (service: string) => Promise<Migration[]>;
}

/** The migrations that this version of the product brings for a service. */
export const ownMigrations = (service: string) => readMigrations(join(ROOT, 'services', service, 'prisma/migrations'));

/** The exit code that says so. Docker's own failures, of which nobody knows what they left, have others. */
export const CHANGED_NOTHING = 3;

/** A restoration that ended between the first database and the last: the product must not start before another one. */
export class UnfinishedRestoration extends StartError {
  override name = 'UnfinishedRestoration';
}

/**
 * Replaces everything an installation holds by what a backup holds. Each database is filled in a transaction, and none
 * of them is committed before the whole file has been read, found genuine, and found again in the tables row by row:
 * until then everything stays as it was. Redis is emptied: everybody signs in again. Migrations that are younger than
 * the backup are left to the next start.
 * @throws StartError with a sentence for the operator; nothing has changed unless it is an UnfinishedRestoration
 */
export async function restore(
  source: AsyncIterable<Uint8Array>,
  { databases, redisUrl }: Data,
  { key, confirm, migrationsOf = ownMigrations }: RestoreOptions = {},
): Promise<Summary> {
  const targets = new Map<string, Target>();
  const redis = connectRedis(redisUrl);
  let manifest: Manifest | undefined;
  let summary: Summary | undefined;
  let events = 0;

  const begin = async (file: ArchiveFile) => {
    manifest = parse(ManifestSchema, await textOf(file));
    const migrations = await chooseMigrations(manifest, Object.keys(databases), migrationsOf);
    for (const [service, url] of Object.entries(databases)) targets.set(service, await Target.open(service, url));
    await Promise.all([...targets.values()].map((target) => target.refuseWhileInUse()));
    await answering(redis);
    await confirm?.(manifest);
    for (const [service, target] of targets) await target.makeRoom(migrations.get(service) ?? []);
  };

  const visit = async (file: ArchiveFile) => {
    if (file.name === 'manifest.json') return begin(file);
    if (file.name === 'summary.json') {
      summary = parse(SummarySchema, await textOf(file));
      return;
    }
    const [service = '', kind, name] = file.name.split('/');
    const target = targets.get(service);
    const table = manifest?.services[service]?.tables.find((known) => known.name === name);
    if (target && kind === 'events') events += await target.setAside(file.content);
    else if (target && table) await target.load(table, file.content);
    else throw new Error(`unexpected file ${file.name}`);
  };

  try {
    await readArchive(source, key, visit);
    if (!manifest || !summary || events !== summary.events) throw new StartError('Cette sauvegarde est incomplète.');
    for (const [service, described] of Object.entries(manifest.services)) {
      await targets.get(service)?.finish(described, summary.contents[service] ?? {});
    }
    // Loading may have taken hours: from here on everything must go through.
    await answering(redis);
    await replace([...targets.values()], redis);
    return summary;
  } finally {
    redis.disconnect();
    await Promise.all([...targets.values()].map((target) => target.close()));
  }
}

/** Makes what was loaded the data of the installation. @throws UnfinishedRestoration */
async function replace(targets: Target[], redis: Redis): Promise<void> {
  try {
    for (const target of targets) await target.markUnfinished(true);
    for (const target of targets) await target.commit();
    await redis.flushdb();
    for (const target of targets) await target.markUnfinished(false);
  } catch (cause) {
    const reason = (cause as Error).message;
    throw new UnfinishedRestoration(`La restauration s'est arrêtée en chemin (${reason}) : relancez-la.`, { cause });
  }
}

/** For each service of a backup, the migrations it was made under. @throws StartError when they are not all ours */
async function chooseMigrations(
  { format, services }: Manifest,
  known: string[],
  migrationsOf: (service: string) => Promise<Migration[]>,
): Promise<Map<string, Migration[]>> {
  const newer = "Cette sauvegarde vient d'une version plus récente de FasoColis : installez celle-ci, puis restaurez.";
  if (format > FORMAT) throw new StartError(newer);
  const chosen = new Map<string, Migration[]>();
  for (const [service, { migrations }] of Object.entries(services)) {
    if (!known.includes(service)) throw new StartError(`${newer} (service ${service})`);
    const own = new Map((await migrationsOf(service)).map((migration) => [migration.name, migration]));
    const names = migrations.map(({ name, checksum }) => {
      const migration = own.get(name);
      if (!migration) throw new StartError(`${newer} (migration ${name} de ${service})`);
      if (migration.checksum === checksum) return migration;
      throw new StartError(`La migration ${name} de ${service} a été modifiée depuis cette sauvegarde : remettez-la.`);
    });
    chosen.set(service, names);
  }
  return chosen;
}

async function answering(redis: Redis): Promise<void> {
  try {
    if (redis.status !== 'ready') await once(redis, 'ready', { signal: AbortSignal.timeout(REDIS_PATIENCE_MS) });
    await redis.ping();
  } catch (cause) {
    throw new StartError("Redis ne répond pas : rien n'a été restauré.", { cause });
  }
}

async function textOf({ content }: ArchiveFile): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function parse<S extends z.core.$ZodType>(schema: S, text: string): z.core.output<S> {
  return z.parse(schema, JSON.parse(text));
}
