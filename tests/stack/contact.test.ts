import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type CommonStack, useCommonStack } from './common-stack.ts';

interface CaughtEmail {
  to: { address: string }[];
  subject: string;
  html: string;
  text: string;
}

let stack: CommonStack;
beforeAll(async () => {
  stack = await useCommonStack();
}, 120_000);
afterAll(() => stack?.stop());

const LETTER = {
  firstName: 'Fatou',
  lastName: 'Sanou',
  email: 'fatou@example.com',
  subject: 'Colis abîmé',
  message: "Le carton est arrivé ouvert. J'ai pris des photos.",
};
const send = (subject: string) =>
  fetch(`${stack.url}/api/contact-messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...LETTER, subject }),
  });

async function emailsAbout(subject: string): Promise<CaughtEmail[]> {
  const emails = (await (await fetch(`${stack.emailsUrl}/api/email`)).json()) as CaughtEmail[];
  return emails.filter((email) => email.subject === `Nouveau message\u00a0: ${subject}`);
}
const untilEmail = (subject: string) =>
  vi.waitFor(async () => expect(await emailsAbout(subject)).not.toEqual([]), { timeout: 30_000, interval: 100 });

describe('a contact message', () => {
  it("reaches the administrator's mailbox from a visitor through the gateway", async () => {
    const response = await send('Colis abîmé');
    expect(response.status).toBe(201);
    const { id } = (await response.json()) as { id: number };
    await untilEmail('Colis abîmé');
    const [email] = await emailsAbout('Colis abîmé');
    expect(email?.to.map(({ address }) => address)).toEqual([stack.adminEmail]);
    expect(email?.text).toContain(LETTER.message);
    expect(email?.text).toContain(LETTER.email);
    expect(email?.html).toContain(`href="${stack.publicUrl}/admin/contact-messages?view=${id}"`);
  });

  it('is mailed once although every process on its way was killed after it was sent', async () => {
    for (const name of ['notify-worker', 'redis']) await stack.kill(name);
    // Limits are off, so that content accepts messages while Redis is unavailable.
    expect((await send('Pendant la panne')).status).toBe(201);
    await stack.kill('content');
    for (const name of ['redis', 'notify-worker', 'content']) await stack.restart(name);
    await untilEmail('Pendant la panne');
    expect(await emailsAbout('Pendant la panne')).toHaveLength(1);
  }, 60_000);
});

describe('a static page', () => {
  it('is revalidated with a few bytes, also through the gateway', async () => {
    const url = `${stack.url}/api/static-pages/faq`;
    const first = await fetch(url);
    const etag = first.headers.get('etag') ?? '';
    expect([first.status, first.headers.get('cache-control'), etag]).toEqual([
      200,
      'public, no-cache',
      expect.stringMatching(/^W\/"/),
    ]);
    const again = await fetch(url, { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });
});
