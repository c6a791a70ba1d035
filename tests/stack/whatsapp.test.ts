import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type GraphServer,
  graphEnvironment,
  startGraphServer,
  textFrom,
  webhook,
} from '../../services/notify/test/graph-server.ts';
import { startTemporaryStack, type TemporaryStack } from './temporary-stack.ts';

let graph: GraphServer;
let stack: TemporaryStack;
beforeAll(async () => {
  graph = await startGraphServer();
  const env = { ...graphEnvironment(graph), NODE_EXTRA_CA_CERTS: graph.authorityFile };
  stack = await startTemporaryStack('whatsapp', { env, services: ['auth', 'orders', 'notify'] });
}, 120_000);
afterAll(async () => {
  await stack?.stop();
  await graph?.close();
});

let numbers = 0;
const nextIndex = () => {
  numbers += 1;
  return numbers;
};
const nextNumber = () => `+22672${String(140_000 + nextIndex()).padStart(6, '0')}`;
const NAMES = { firstName: 'Awa', lastName: 'Kaboré' };

/** A browser with its cookies. */
class Browser {
  readonly #cookies = new Map<string, string>();

  async post(path: string, body: object) {
    const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ');
    const headers = { 'content-type': 'application/json', cookie };
    const response = await fetch(stack.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    for (const set of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (set.split(';')[0] ?? '').split('=');
      this.#cookies.set(name, value);
    }
    return { status: response.status, body: await response.json() };
  }

  begin = async (): Promise<string> => (await this.post('/api/auth/whatsapp', {})).body.text;
  type = (code: string, names: object = {}) => this.post('/api/auth/whatsapp/code', { code, ...names });
}

const send = ({ body, headers }: ReturnType<typeof webhook>) =>
  fetch(`${stack.url}/api/whatsapp/webhook`, { method: 'POST', body, headers });

const deliver = async (message: object) => expect((await send(webhook({ messages: [message] }))).status).toBe(200);

const untilReplied = (phone: string, count = 1) =>
  vi.waitFor(
    () => {
      const texts = graph.sentTo(phone).map(({ text }) => text?.body ?? '');
      expect(texts).toHaveLength(count);
      return texts.at(-1) ?? '';
    },
    { timeout: 20_000, interval: 50 },
  );

/** Until the replies to a number are recorded as sent: one whose worker is killed between the two is sent again. */
async function untilRecorded(phone: string) {
  const notify = await stack.connect(stack.databases.notify);
  await vi.waitFor(
    async () => {
      const { rows } = await notify.query('SELECT state FROM email_deliveries WHERE recipient = $1', [phone]);
      expect(rows).toEqual([{ state: 'sent' }]);
    },
    { timeout: 20_000, interval: 50 },
  );
}

const codeIn = (text: string) => /\b\d{6}\b/.exec(text)?.[0] ?? '';

describe('"CONNEXION", sent from a phone', () => {
  it('is answered with a code that signs in to an account without an address in the browser that began [TEL-003]', async () => {
    const phone = nextNumber();
    const browser = new Browser();
    const text = await browser.begin();
    expect(text).toMatch(/^CONNEXION [2-9A-Z]{6}$/);
    await deliver(textFrom(phone, text));
    const reply = await untilReplied(phone);
    expect(reply).toMatch(/\b\d{6}\b/);
    expect(reply).toContain('Ne le donnez à personne, même à nous.');
    const code = codeIn(reply);
    expect(await browser.type(code)).toMatchObject({ status: 202, body: { namesNeeded: true } });
    expect(await browser.type(code, NAMES)).toMatchObject({ status: 200, body: { email: null, phoneVerified: true } });
  });

  it('is answered once when it is delivered again and the worker is killed [TEL-003]', async () => {
    const phone = nextNumber();
    const message = textFrom(phone, await new Browser().begin());
    await deliver(message);
    await untilReplied(phone);
    await untilRecorded(phone);
    await stack.kill('notify-worker');
    await deliver(message);
    await deliver(textFrom(phone, 'STOP'));
    await stack.restart('notify-worker');
    expect(await untilReplied(phone, 2)).toContain('vous ne recevrez plus de messages');
  });

  it('of twenty people at once is answered with twenty codes, each for its browser alone [TEL-003]', async () => {
    const people = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const browser = new Browser();
        return { browser, phone: nextNumber(), text: await browser.begin() };
      }),
    );
    await Promise.all(people.map(({ phone, text }) => deliver(textFrom(phone, text))));
    const codes = await Promise.all(people.map(async ({ phone }) => codeIn(await untilReplied(phone))));
    const [first, second] = people;
    expect((await second?.browser.type(codes[0] ?? '', NAMES))?.status).toBe(400);
    expect((await new Browser().type(codes[0] ?? '', NAMES)).status).toBe(401);
    expect((await first?.browser.type(codes[0] ?? '', NAMES))?.body.phone.replace(' ', '')).toBe(first?.phone);
    const others = people.slice(1).map(({ browser }, index) => browser.type(codes[index + 1] ?? '', NAMES));
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual(Array(19).fill(200));
  }, 60_000);

  it('gets no code when it comes late or without the tag of a browser, but the way to one [TEL-003]', async () => {
    const phone = nextNumber();
    const text = await new Browser().begin();
    const timestamp = String(Math.floor(Date.now() / 1000) - 660);
    await deliver(textFrom(phone, text, { timestamp }));
    expect(await untilReplied(phone)).toContain('/auth, puis envoyez le message sans le changer.');
    await deliver(textFrom(phone, 'Connexion'));
    expect(await untilReplied(phone, 2)).toContain('/auth, puis envoyez le message sans le changer.');
  });
});

it('"SUIVI DEMO0003" is answered within 5 seconds, once, also when it is delivered again and the worker is killed [WA-003]', async () => {
  const phone = '+22670123456';
  const message = webhook({ messages: [textFrom(phone, 'SUIVI DEMO0003')] });
  const sentAt = Date.now();
  expect((await send(message)).status).toBe(200);
  await vi.waitFor(() => expect(graph.sentTo(phone)).toHaveLength(1), { timeout: 5000, interval: 20 });
  expect(Date.now() - sentAt).toBeLessThan(5000);
  const text = graph.sentTo(phone)[0]?.text?.body ?? '';
  expect(text).toMatch(/^Colis DEMO0003\s: En Transit \(\d+ \S+ \d{4}\)\./);
  expect(text).toContain('/c/DEMO0003\n');

  await untilRecorded(phone);
  await stack.kill('notify-worker');
  expect((await send(message)).status).toBe(200);
  expect((await send(webhook({ messages: [textFrom(phone, 'STOP')] }))).status).toBe(200);
  await stack.restart('notify-worker');
  await vi.waitFor(() => expect(graph.sentTo(phone)).toHaveLength(2), { timeout: 20_000, interval: 50 });
  expect(graph.sentTo(phone)[1]?.text?.body).toContain('vous ne recevrez plus de messages');
}, 60_000);

it('a webhook without its signature, or too large, is refused [WA-003]', async () => {
  const { body, headers } = webhook({ messages: [textFrom('+22670123457', 'STOP')] });
  const forged = await send({ body, headers: { ...headers, 'x-hub-signature-256': 'sha256=00' } });
  expect(forged.status).toBe(403);
  const long = webhook({ messages: [textFrom('+22670123457', 'x'.repeat(2 ** 20))] });
  expect((await send(long)).status).toBe(413);
});
