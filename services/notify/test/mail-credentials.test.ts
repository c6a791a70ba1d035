import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { type Certificate, TestAuthority } from '@fasocolis/service-kit/testing-certificates';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { emptyRedis, listenAsAuth, type Notify, publish, startNotify } from './helpers.ts';
import { Refusal, startMailServer } from './mail-server.ts';
import { startMailWorker } from './mail-worker.ts';

let notify: Notify;
let auth: Awaited<ReturnType<typeof listenAsAuth>>;
let folder: string;
let certificate: Certificate;
beforeAll(async () => {
  [notify, auth] = await Promise.all([startNotify(), listenAsAuth()]);
  folder = mkdtempSync(join(tmpdir(), 'fasocolis-mail-'));
  const authority = new TestAuthority(folder);
  setDefaultCACertificates([...getCACertificates('default'), authority.text]);
  certificate = authority.certify('IP:127.0.0.1');
});
beforeEach(emptyRedis);
afterAll(async () => {
  await Promise.all([notify.close(), auth.close()]);
  rmSync(folder, { recursive: true });
});

/** A mail server and the worker that sends to it as a user with a password. */
async function startWithPassword(tls?: Certificate) {
  const mailServer = await startMailServer(tls);
  onTestFinished(() => mailServer.close());
  const smtpUrl = mailServer.url.replace('//', '//sender:hush%2Fhush@');
  const env = { MAIL_TIMEOUT_MS: '5000' };
  const { logged } = await startMailWorker({ notify, authUrl: auth.url, smtpUrl, env });
  return { mailServer, logged };
}
async function requestMail() {
  const { tokenId, email } = auth.addToken();
  const id = await publish('password.reset-requested', { tokenId });
  const until = (expected: object) =>
    vi.waitFor(
      async () => expect(await notify.database.emailDelivery.findUnique({ where: { id } })).toMatchObject(expected),
      { timeout: 15_000, interval: 20 },
    );
  return { email, until };
}

describe('the password of the mail server', () => {
  it('goes over an encrypted connection [SEC-015]', async () => {
    const { mailServer } = await startWithPassword(certificate);
    const checkPassword = vi.fn<typeof mailServer.checkPassword>();
    mailServer.checkPassword = checkPassword;
    const { email, until } = await requestMail();
    await until({ state: 'SENT' });
    expect(mailServer.receivedBy(email)).toHaveLength(1);
    expect(checkPassword.mock.calls).toEqual([['hush/hush', true]]);
  });

  it('is not sent where the server offers no encryption, and mails wait [SEC-015]', async () => {
    const { mailServer } = await startWithPassword();
    const checkPassword = vi.fn<typeof mailServer.checkPassword>();
    mailServer.checkPassword = checkPassword;
    const { until } = await requestMail();
    await until({ state: 'PENDING', lastError: expect.stringContaining('STARTTLS') });
    expect(checkPassword).not.toHaveBeenCalled();
    expect(mailServer.received).toEqual([]);
  });

  it('stays out of errors and logs when the server refuses it, and mails wait', async () => {
    const { mailServer, logged } = await startWithPassword(certificate);
    mailServer.checkPassword = (password) => {
      throw new Refusal(535, `Wrong: ${password}`);
    };
    const { until } = await requestMail();
    await until({ state: 'PENDING', lastError: expect.stringContaining('Wrong: …') });
    expect(logged()).not.toContain('hush/hush');
    mailServer.checkPassword = () => {};
    await until({ state: 'SENT' });
  });
});
