import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { type Certificate, TestAuthority } from '@fasocolis/service-kit/testing/certificates';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startDeliveryWorker } from './delivery-worker.ts';
import { emptyRedis, listenAsAuth, type Notify, publish, startNotify } from './helpers.ts';
import { Refusal, startSmtpServer } from './smtp-server.ts';

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

/** An SMTP server, and the worker that sends to it with a user and a password. */
async function startWithPassword(tls?: Certificate) {
  const smtpServer = await startSmtpServer(tls);
  onTestFinished(() => smtpServer.close());
  const smtpUrl = smtpServer.url.replace('//', '//sender:hush%2Fhush@');
  const env = { MAIL_TIMEOUT_MS: '5000' };
  const { logged } = await startDeliveryWorker({ notify, authUrl: auth.url, smtpUrl, env });
  return { smtpServer, logged };
}
async function requestEmail() {
  const { tokenId, email } = auth.addToken();
  const id = await publish('password.reset-requested', { tokenId });
  return { email, until: (expected: object) => notify.untilDelivery(id, expected) };
}

describe('the password of the SMTP server', () => {
  it('is sent over an encrypted connection [SEC-015]', async () => {
    const { smtpServer } = await startWithPassword(certificate);
    const checkPassword = vi.fn<typeof smtpServer.checkPassword>();
    smtpServer.checkPassword = checkPassword;
    const { email, until } = await requestEmail();
    await until({ state: 'SENT' });
    expect(smtpServer.receivedBy(email)).toHaveLength(1);
    expect(checkPassword.mock.calls).toEqual([['hush/hush', true]]);
  });

  it('is not sent to a server without encryption, and emails stay pending [SEC-015]', async () => {
    const { smtpServer } = await startWithPassword();
    const checkPassword = vi.fn<typeof smtpServer.checkPassword>();
    smtpServer.checkPassword = checkPassword;
    const { until } = await requestEmail();
    await until({ state: 'PENDING', lastError: expect.stringContaining('STARTTLS') });
    expect(checkPassword).not.toHaveBeenCalled();
    expect(smtpServer.received).toEqual([]);
  });

  it('is in no error and no log when the server refuses it, and emails stay pending', async () => {
    const { smtpServer, logged } = await startWithPassword(certificate);
    smtpServer.checkPassword = (password) => {
      throw new Refusal(535, `Wrong: ${password}`);
    };
    const { until } = await requestEmail();
    await until({ state: 'PENDING', lastError: expect.stringContaining('Wrong: …') });
    expect(logged()).not.toContain('hush/hush');
    smtpServer.checkPassword = () => {};
    await until({ state: 'SENT' });
  });
});
