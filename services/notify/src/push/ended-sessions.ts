import { SessionStore } from '@fasocolis/service-kit/auth/sessions';
import { type BackgroundWork, startPeriodic } from '@fasocolis/service-kit/events/periodic';
import { SIGNALS, subscribeSignals } from '@fasocolis/service-kit/events/signals';
import type { FastifyBaseLogger } from 'fastify';
import type { Redis } from 'ioredis';
import * as z from 'zod/mini';
import type { Database } from '../database.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import { leaveAccounts, lockDevices } from './device-limits.ts';

/** Within five seconds a device loses the account, even if the signal is lost. */
const CHECK_MS = 3000;
const AT_ONCE = 1000;

const KeysSchema = z.array(z.string());

interface Parts {
  database: Database;
  redis: Redis;
  redisUrl: string;
  log: FastifyBaseLogger;
}

/**
 * Takes the account from the devices of sessions that have ended. Sessions are in Redis alone, so that is compared with
 * the devices: this covers every way a session ends, also while processes are down. The signal makes it immediate.
 */
export function watchSessions({ database, redis, redisUrl, log }: Parts): BackgroundWork {
  const sessions = new SessionStore(redis);
  const forget = (keys: string[]) => forgetAccounts(database, { sessionKey: { in: keys } });
  const checkAll = () => forgetEnded(database, sessions);
  const failed = (err: unknown) => log.warn({ err }, 'ended sessions not forgotten, will try again');
  const signals = subscribeSignals(
    redisUrl,
    { [SIGNALS.sessionsEnded]: (keys) => void forget(KeysSchema.safeParse(keys).data ?? []).catch(failed) },
    { onConnect: () => void checkAll().catch(failed) },
  );
  const periodic = startPeriodic({ name: 'check of sessions', everyMs: CHECK_MS, work: checkAll }, log);
  return {
    close() {
      signals.close();
      return periodic.close();
    },
  };
}

async function forgetEnded(database: Database, sessions: SessionStore): Promise<void> {
  // A version without sessions stored it.
  await forgetAccounts(database, { userId: { not: null }, sessionKey: null });
  let after = '';
  for (;;) {
    const rows = await database.pushDevice.findMany({
      where: { sessionKey: { gt: after } },
      distinct: 'sessionKey',
      orderBy: { sessionKey: 'asc' },
      select: { sessionKey: true },
      take: AT_ONCE,
    });
    const keys = rows.flatMap(({ sessionKey }) => sessionKey ?? []);
    await forgetAccounts(database, { sessionKey: { in: await sessions.ended(keys) } });
    if (keys.length < AT_ONCE) return;
    after = keys.at(-1) ?? '';
  }
}

async function forgetAccounts(database: Database, where: Prisma.PushDeviceWhereInput): Promise<void> {
  // Mostly there are none, and the lock is not needed.
  if ((await database.pushDevice.count({ where })) === 0) return;
  await database.$transaction(async (transaction) => {
    await lockDevices(transaction);
    const devices = await transaction.pushDevice.findMany({ where, select: { id: true } });
    await leaveAccounts(
      transaction,
      devices.map(({ id }) => id),
    );
  });
}
