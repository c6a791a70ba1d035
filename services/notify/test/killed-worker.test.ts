import { once } from 'node:events';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startWorkerProcess } from './delivery-worker.ts';
import { emptyRedis, listenAsAuth, type Notify, publish, startNotify } from './helpers.ts';
import { type SmtpServer, startSmtpServer } from './smtp-server.ts';

let notify: Notify;
let auth: Awaited<ReturnType<typeof listenAsAuth>>;
let smtpServer: SmtpServer;
beforeAll(async () => {
  [notify, auth, smtpServer] = await Promise.all([startNotify(), listenAsAuth(), startSmtpServer(), emptyRedis()]);
});
afterAll(() => Promise.all([notify.close(), auth.close(), smtpServer.close()]));

// The timeouts are long, so that the email is still in flight when the worker is killed.
const env = { MAIL_TIMEOUT_MS: '60000' };
const start = () => startWorkerProcess({ notify, authUrl: auth.url, smtpUrl: smtpServer.url, env });
const countSent = () => notify.database.delivery.count({ where: { state: 'SENT' } });

it('a worker that is killed between sending an email and recording it sends at most that email twice, and loses none', async () => {
  const tokens = Array.from({ length: 20 }, () => auth.addToken());
  const [inFlight, ...others] = tokens;
  smtpServer.respond = async ({ to }) => {
    if (to === inFlight?.email) await new Promise(() => {});
  };
  const first = start();
  for (const { tokenId } of tokens) await publish('password.reset-requested', { tokenId });
  await vi.waitFor(async () => expect(await countSent()).toBe(others.length), { timeout: 40_000, interval: 50 });
  const copies = () => smtpServer.receivedBy(inFlight?.email ?? '');
  await vi.waitFor(() => expect(copies()).toHaveLength(1), 5000);
  first.kill('SIGKILL');
  await once(first, 'exit');

  smtpServer.respond = async () => {};
  start();
  // The job of a killed worker is processed again when its lock has expired.
  await vi.waitFor(async () => expect(await countSent()).toBe(tokens.length), { timeout: 60_000, interval: 100 });
  expect(copies()).toHaveLength(2);
  expect(copies()[1]?.messageId).toBe(copies()[0]?.messageId);
  for (const { email } of others) expect(smtpServer.receivedBy(email), email).toHaveLength(1);
}, 120_000);
