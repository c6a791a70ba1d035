import { afterAll, beforeAll, expect, it, vi } from 'vitest';
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
  const environment = graphEnvironment(graph);
  Object.assign(process.env, environment, { NODE_EXTRA_CA_CERTS: graph.authorityFile });
  stack = await startTemporaryStack('whatsapp');
}, 120_000);
afterAll(async () => {
  await stack?.stop();
  await graph?.close();
});

const send = ({ body, headers }: ReturnType<typeof webhook>) =>
  fetch(`${stack.url}/api/whatsapp/webhook`, { method: 'POST', body, headers });

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
