import { SERVICES, urlVariableOf } from '@fasocolis/contracts/services';
import { withinDeadline } from '@fasocolis/service-kit/ops/deadline';
import type { Redis } from 'ioredis';
import type { NotifyConfig } from '../config.ts';
import type { Database } from '../database.ts';
import { ownReplica, type Replica, replicasOf } from './replicas.ts';

const TIMEOUT_MS = 5000;
const RESTART_WINDOW_MS = 15 * 60_000;
const FAILURE_WINDOW_MS = 10 * 60_000;

export interface Measurements {
  now: Date;
  databaseFault: string | null;
  redisFault: string | null;
  redisMemory: number | null;
  replicas: Replica[];
  absent: string[];
  starts: { process: string; instance: string; count: number }[] | null;
  /** When the last backup was complete, or the installation began. */
  lastBackup: Date | null;
  lastArchived: Date | null;
  pageFailures: number;
}

interface Parts {
  config: NotifyConfig;
  database: Database;
  redis: Redis;
  ownMetrics: () => Promise<string>;
}

const faultOf = (work: Promise<unknown>) =>
  withinDeadline(work, TIMEOUT_MS).then(
    () => null,
    (error: Error) => error.message.trim().split('\n').at(-1) ?? '',
  );
const orNull = <T>(work: Promise<T>) => withinDeadline(work, TIMEOUT_MS).catch(() => null);

export function measuring({ config, database, redis, ownMetrics }: Parts): () => Promise<Measurements> {
  const processes: [name: string, url: string][] = [
    ...SERVICES.map((service): [string, string] => [service, config[urlVariableOf(service)]]),
    ...(config.GATEWAY_METRICS_URL ? [['gateway', config.GATEWAY_METRICS_URL] as [string, string]] : []),
  ];
  const failures = new Increase(FAILURE_WINDOW_MS);
  return async () => {
    const now = new Date();
    const [databaseFault, redisFault, memory, own, ...others] = await Promise.all([
      faultOf(database.$queryRaw`SELECT 1`),
      faultOf(redis.ping()),
      orNull(redis.info('memory')),
      ownMetrics(),
      ...processes.map(([name, url]) => replicasOf(name, url)),
    ]);
    const replicas = [ownReplica('notify-worker', own), ...others.flat()];
    const isReachable = databaseFault === null;
    return {
      now,
      databaseFault,
      redisFault,
      redisMemory: shareOf(memory ?? ''),
      replicas,
      absent: processes.filter((_, index) => others[index]?.length === 0).map(([name]) => name),
      starts: isReachable ? await orNull(countStarts(database, replicas, now)) : null,
      lastBackup: isReachable ? await orNull(lastBackup(database)) : null,
      lastArchived: isReachable ? await orNull(lastArchived(database)) : null,
      pageFailures: replicas
        .flatMap((replica) =>
          replica.values('page_failures_total').map((value) => failures.of(keyOf(replica), value, now)),
        )
        .reduce((sum, value) => sum + value, 0),
    };
  };
}

const keyOf = ({ process, instance }: Replica) => `${process} ${instance}`;

function shareOf(info: string): number | null {
  const value = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1]);
  const max = value('maxmemory');
  return max > 0 ? value('used_memory') / max : null;
}

/** Records when replicas started, so that the count survives a restart of this process. */
async function countStarts(database: Database, replicas: Replica[], now: Date) {
  const data = replicas.flatMap(({ process, instance, values }) =>
    values('process_start_time_seconds').map((seconds) => ({ process, instance, startedAt: new Date(seconds * 1000) })),
  );
  await database.processStart.createMany({ data, skipDuplicates: true });
  const since = new Date(now.getTime() - RESTART_WINDOW_MS);
  await database.processStart.deleteMany({ where: { startedAt: { lt: since } } });
  const counted = await database.processStart.groupBy({ by: ['process', 'instance'], _count: true });
  return counted.map(({ process, instance, _count: count }) => ({ process, instance, count }));
}

/** The names of times that the watch needs. The operator writes that of backups. */
export const BACKUP_TIME = 'backup';
export const CHECK_TIME = 'check';

/** Without any backup: when the installation began. */
async function lastBackup(database: Database): Promise<Date | null> {
  const recorded = await database.watchTime.findUnique({ where: { name: BACKUP_TIME } });
  if (recorded) return recorded.at;
  const [row] = await database.$queryRaw<{ at: Date | null }[]>`SELECT min(finished_at) AS at FROM _prisma_migrations`;
  return row?.at ?? null;
}

/** When PostgreSQL last archived a segment of its log, or began to; null when it does not. */
export async function lastArchived(database: Database): Promise<Date | null> {
  const [row] = await database.$queryRaw<{ at: Date | null }[]>`
    SELECT CASE WHEN current_setting('archive_mode') <> 'off' THEN coalesce(last_archived_time, stats_reset) END AS at
    FROM pg_stat_archiver`;
  return row?.at ?? null;
}

class Increase {
  readonly #windowMs: number;
  readonly #samples = new Map<string, { at: number; value: number }[]>();

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  of(name: string, value: number, now: Date): number {
    const at = now.getTime();
    const known = (this.#samples.get(name) ?? []).filter((sample) => sample.at > at - this.#windowMs);
    const samples = (known.at(-1)?.value ?? 0) > value ? [{ at, value: 0 }] : known;
    samples.push({ at, value });
    this.#samples.set(name, samples);
    return value - (samples[0]?.value ?? 0);
  }
}
