import type { AlertKind } from '@fasocolis/contracts/alert-words';
import { type BackgroundWork, startPeriodic } from '@fasocolis/service-kit/events/periodic';
import { withinDeadline } from '@fasocolis/service-kit/ops/deadline';
import type { FastifyBaseLogger } from 'fastify';
import type { Redis } from 'ioredis';
import type { NotifyConfig } from '../config.ts';
import type { Database } from '../database.ts';
import type { Alert } from '../generated/prisma/client.ts';
import { ALERT_CHECKS, type AlertLimits, type Problem } from './alert-checks.ts';
import { CHECK_TIME, type Measurements, measuring } from './measurements.ts';

/** Holds the time at which the database became unreachable, which cannot be a row. */
const OUTAGE_KEY = 'alert:database';
const KEPT_MS = 365 * 86_400_000;
const EMAIL_TIMEOUT_MS = 60_000;
const REDIS_TIMEOUT_MS = 2000;

interface Mailer {
  refresh(): Promise<void>;
  send(alert: Pick<Alert, 'kind' | 'detail' | 'beganAt' | 'id'>, phase: 'began' | 'ended'): Promise<void>;
}

interface WatchParts {
  config: NotifyConfig;
  database: Database;
  redis: Redis;
  mailer: Mailer;
  ownMetrics: () => Promise<string>;
  log: FastifyBaseLogger;
}

/** Watches the product, and emails the administrator when a problem begins and when it ends; no work without an interval. */
export function startAlertWatch(parts: WatchParts): BackgroundWork[] {
  const { ALERT_INTERVAL_MS: everyMs } = parts.config;
  if (everyMs === undefined) return [];
  const watch = new AlertWatch(parts);
  return [startPeriodic({ name: 'check of the product', everyMs, work: () => watch.check() }, parts.log)];
}

/** Alerts are rows, so that a restart repeats no email and every replica may watch. */
class AlertWatch {
  readonly #parts: WatchParts;
  readonly #measure: () => Promise<Measurements>;
  readonly #limits: AlertLimits;
  /** How many checks in a row found a problem (above zero) or did not. */
  readonly #streaks = new Map<string, number>();
  /** The begin of an outage while Redis was away too: then no other process can know of the email. */
  #outage: Date | null = null;

  constructor(parts: WatchParts) {
    const { config } = parts;
    this.#parts = parts;
    this.#measure = measuring(parts);
    this.#limits = {
      diskFree: config.ALERT_DISK_FREE,
      memoryFree: config.ALERT_MEMORY_FREE,
      backupHours: config.ALERT_BACKUP_HOURS ?? null,
      archiveMinutes: config.ALERT_ARCHIVE_MINUTES ?? null,
    };
  }

  async check(): Promise<void> {
    const measured = await this.#measure();
    const found = ALERT_CHECKS.map((check) => ({ ...check, problems: check.find(measured, this.#limits) }));
    if (measured.databaseFault !== null) {
      await this.#withoutDatabase(found.find(({ kind }) => kind === 'database'));
      return;
    }
    await this.#parts.mailer.refresh();
    const { database } = this.#parts;
    await this.#recordOutage();
    const open = await database.alert.findMany({ where: { endedAt: null } });
    for (const { kind, times, problems } of found) {
      if (problems) await this.#compare({ kind, times, problems, open: open.filter((alert) => alert.kind === kind) });
    }
    const checked = { name: CHECK_TIME, at: measured.now };
    await database.watchTime.upsert({ where: { name: CHECK_TIME }, create: checked, update: checked });
    await database.alert.deleteMany({ where: { endedAt: { lt: new Date(measured.now.getTime() - KEPT_MS) } } });
    while (await this.#emailOne());
  }

  async #compare(check: { kind: AlertKind; times: number; problems: Problem[]; open: Alert[] }): Promise<void> {
    const { kind, times, problems, open } = check;
    const { database } = this.#parts;
    const present = new Map(problems.map((problem) => [problem.subject, problem.detail]));
    for (const [subject, detail] of present) {
      const streak = this.#count(`${kind} ${subject}`, true);
      const known = open.find((alert) => alert.subject === subject);
      if (known && known.detail !== detail) await database.alert.update({ where: { id: known.id }, data: { detail } });
      if (!known && streak >= times) {
        await database.$executeRaw`
          INSERT INTO alerts (kind, subject, detail) VALUES (${kind}, ${subject}, ${detail}) ON CONFLICT DO NOTHING`;
      }
    }
    const gone = open.filter((alert) => !present.has(alert.subject));
    const counted = new Set(
      [...present.keys(), ...gone.map(({ subject }) => subject)].map((name) => `${kind} ${name}`),
    );
    for (const key of this.#streaks.keys()) {
      if (key.startsWith(`${kind} `) && !counted.has(key)) this.#streaks.delete(key);
    }
    for (const { id, subject } of gone) {
      if (this.#count(`${kind} ${subject}`, false) > -times) continue;
      await database.alert.updateMany({ where: { id, endedAt: null }, data: { endedAt: new Date() } });
    }
  }

  #count(key: string, isPresent: boolean): number {
    const before = this.#streaks.get(key) ?? 0;
    const streak = isPresent ? Math.max(before, 0) + 1 : Math.min(before, 0) - 1;
    this.#streaks.set(key, streak);
    return streak;
  }

  /** Emails that the database is unreachable, once for all replicas as long as Redis responds. */
  async #withoutDatabase(check: { times: number; problems: Problem[] | null } | undefined): Promise<void> {
    const [problem] = check?.problems ?? [];
    if (!check || !problem || this.#count('database ', true) < check.times || this.#outage) return;
    const { redis } = this.#parts;
    const beganAt = new Date();
    const kept = await this.#ofRedis(redis.set(OUTAGE_KEY, beganAt.toISOString(), 'NX'));
    // Another replica has sent it, or this one before a restart.
    if (kept === null) return;
    const alert = { id: beganAt.getTime(), kind: 'database', detail: problem.detail, beganAt };
    await this.#parts.mailer.send(alert, 'began').catch(async (error: Error) => {
      await this.#ofRedis(redis.del(OUTAGE_KEY));
      throw error;
    });
    if (kept === undefined) this.#outage = beganAt;
  }

  #ofRedis<T>(command: Promise<T>): Promise<T | undefined> {
    return withinDeadline(command, REDIS_TIMEOUT_MS).catch(() => undefined);
  }

  /** Adds the row of an outage that is over. Its email was sent; that of its end is still to be. */
  async #recordOutage(): Promise<void> {
    const { redis, database } = this.#parts;
    const kept = await this.#ofRedis(redis.get(OUTAGE_KEY));
    const beganAt = kept ? new Date(kept) : this.#outage;
    if (!beganAt) return;
    await database.$executeRaw`
      INSERT INTO alerts (kind, subject, detail, began_at, began_mailed_at)
      VALUES ('database', '', 'PostgreSQL ne répondait pas.', ${beganAt}, ${beganAt}) ON CONFLICT DO NOTHING`;
    await this.#ofRedis(redis.del(OUTAGE_KEY));
    this.#outage = null;
  }

  #emailOne(): Promise<boolean> {
    return this.#parts.database.$transaction(
      async (transaction) => {
        const [row] = await transaction.$queryRaw<{ id: number }[]>`
          SELECT id FROM alerts
          WHERE began_mailed_at IS NULL OR (ended_at IS NOT NULL AND ended_mailed_at IS NULL)
          ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`;
        if (!row) return false;
        const alert = await transaction.alert.findUniqueOrThrow({ where: { id: row.id } });
        const phase = alert.beganMailedAt === null ? 'began' : 'ended';
        await this.#parts.mailer.send(alert, phase);
        const emailed = phase === 'began' ? { beganMailedAt: new Date() } : { endedMailedAt: new Date() };
        await transaction.alert.update({ where: { id: alert.id }, data: emailed });
        return true;
      },
      { timeout: EMAIL_TIMEOUT_MS },
    );
  }
}
