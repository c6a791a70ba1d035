import { once } from 'node:events';
import { ALERTS, type AlertKind } from '@fasocolis/contracts/alert-words';
import { asAgent, asUser, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ADMINISTRATOR, listenAsAuthAnd } from './administrator-services.ts';
import { startWorkerProcess } from './delivery-worker.ts';
import { emptyRedis, type Notify, startNotify } from './helpers.ts';
import { Refusal, type SmtpServer, startSmtpServer } from './smtp-server.ts';

let notify: Notify;
let auth: Awaited<ReturnType<typeof listenAsAuthAnd>>;
let smtpServer: SmtpServer;
beforeAll(async () => {
  [notify, auth] = await Promise.all([startNotify(), listenAsAuthAnd('orders', () => {})]);
});
beforeEach(async () => {
  await emptyRedis();
  await notify.database.alert.deleteMany();
  const server = await startSmtpServer();
  onTestFinished(() => server.close());
  smtpServer = server;
});
afterAll(() => Promise.all([notify.close(), auth.close()]));

/** Longer than the start of a process takes on a busy machine. */
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 60_000, interval: 50 });

/** A worker whose machine has too little of everything, or enough. */
const startWatch = (free: '0' | '1') =>
  startWorkerProcess({
    notify,
    authUrl: auth.url,
    smtpUrl: smtpServer.url,
    env: { ALERT_INTERVAL_MS: '50', ALERT_DISK_FREE: free, ALERT_MEMORY_FREE: free },
  });
async function kill(worker: ReturnType<typeof startWatch>): Promise<void> {
  worker.kill('SIGKILL');
  await once(worker, 'exit');
}
const emailed = (word: 'Alerte' | 'Fini', kind: AlertKind) =>
  smtpServer
    .receivedBy(ADMINISTRATOR)
    .filter(({ content }) => content.includes(`>${word} : ${ALERTS[kind].title}</h1>`));
const untilMailed = (word: 'Alerte' | 'Fini', kind: AlertKind) =>
  until(() => expect(emailed(word, kind)).not.toEqual([]));
/** Waits until the product was checked several more times. */
async function afterChecks(): Promise<void> {
  const now = Date.now();
  await until(async () => {
    const checked = await notify.database.watchTime.findUniqueOrThrow({ where: { name: 'check' } });
    expect(checked.at.getTime()).toBeGreaterThan(now + 1000);
  });
}

describe('an alert', () => {
  it.each(['disk', 'memory'] as const)(
    'about a %s that is nearly full is mailed once when it begins and once when it ends, across killed workers [OPS-001]',
    async (kind) => {
      const first = startWatch('1');
      await untilMailed('Alerte', kind);
      // A worker that is killed between the two would send it again, with the same Message-ID.
      await until(async () =>
        expect(await notify.database.alert.findFirst({ where: { kind, subject: '' } })).toMatchObject({
          beganMailedAt: expect.any(Date),
        }),
      );
      await kill(first);
      const second = startWatch('1');
      await afterChecks();
      await kill(second);
      startWatch('0');
      await untilMailed('Fini', kind);
      await afterChecks();
      expect([emailed('Alerte', kind).length, emailed('Fini', kind).length]).toEqual([1, 1]);
      const [began] = emailed('Alerte', kind);
      expect(began?.content).toContain('Il reste');
      expect(began?.content).toContain('https://colis.example.com/admin');
    },
    240_000,
  );

  it('is begun and mailed once by two workers', { timeout: 120_000 }, async () => {
    startWatch('1');
    startWatch('1');
    await untilMailed('Alerte', 'disk');
    await afterChecks();
    expect(emailed('Alerte', 'disk')).toHaveLength(1);
    expect(await notify.database.alert.count({ where: { kind: 'disk' } })).toBe(1);
  });

  it('is mailed later while the SMTP server refuses it', { timeout: 120_000 }, async () => {
    let refused = 0;
    smtpServer.respond = async () => {
      refused += 1;
      if (refused <= 3) throw new Refusal(451, 'try again later');
    };
    startWatch('1');
    await until(async () =>
      expect(await notify.database.alert.findFirst({ where: { kind: 'disk' } })).toMatchObject({
        beganMailedAt: expect.any(Date),
      }),
    );
    expect(refused).toBeGreaterThan(3);
  });

  it('is shown to the administrator alone', async () => {
    for (const caller of [asUser(2), asAgent(3)]) {
      expect((await call(notify.app, { url: '/api/alerts' }, caller)).statusCode).toBe(403);
    }
  });
});
