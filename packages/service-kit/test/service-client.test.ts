import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import { IDENTITY_HEADER, identityVerifier } from '../src/auth/identity.ts';
import { AppError } from '../src/http/errors.ts';
import { ServiceClient } from '../src/http/service-client.ts';
import { TEST_IDENTITY_KEYS, TEST_PUBLIC_KEYS, testOperation } from '../src/testing/harness.ts';

const findName = testOperation('GET /internal/users/:id', { responses: { 200: z.object({ name: z.string() }) } });
const respond: RequestListener = (_request, response) => response.end('{"name":"Awa"}');

const TIMEOUT_MS = 2000;

/** A client of a service with one behaviour per request, the last one repeated; `requested` counts the requests. */
async function startService(...behaviours: RequestListener[]) {
  let requested = 0;
  const server = createServer((request, response) => {
    const behave = behaviours[Math.min(requested, behaviours.length - 1)];
    requested += 1;
    behave?.(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = new ServiceClient({
    service: 'auth',
    baseUrl,
    identityKey: TEST_IDENTITY_KEYS.orders,
    timeoutMs: TIMEOUT_MS,
  });
  return { find: () => client.find(findName, 'request-1', { params: { id: 1 } }), requested: () => requested };
}

it('a request is signed with the identity of the calling service', async () => {
  const verify = identityVerifier(TEST_PUBLIC_KEYS, 'auth');
  const { find } = await startService(({ headers }, response) => {
    const identity = verify(headers[IDENTITY_HEADER] as string);
    response.end(JSON.stringify({ name: [JSON.stringify(identity), headers['x-request-id']].join(' ') }));
  });
  expect(await find()).toEqual({ name: '{"kind":"service","name":"orders"} request-1' });
});

it('a request for a missing resource returns null', async () => {
  const { find, requested } = await startService((_request, response) => response.writeHead(404).end('{}'));
  expect([await find(), requested()]).toEqual([null, 1]);
});

it.each<[string, RequestListener]>([
  ['dies', ({ socket }) => socket.destroy()],
  [
    'dies in the middle of its response',
    (_request, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('{"name":', () => response.destroy());
    },
  ],
])('a request to a replica that %s is sent again', async (_, behave) => {
  const { find, requested } = await startService(behave, behave, respond);
  expect([await find(), requested()]).toEqual([{ name: 'Awa' }, 3]);
});

it('a service that dies at every request receives three, and the call fails as unavailable', async () => {
  const { find, requested } = await startService(({ socket }) => socket.destroy());
  await expect(find()).rejects.toMatchObject(new AppError('unavailable'));
  expect(requested()).toBe(3);
});

it('a service that hangs receives one request, and the call fails as unavailable', async () => {
  const { find, requested } = await startService(() => {});
  await expect(find()).rejects.toMatchObject(new AppError('unavailable'));
  expect(requested()).toBe(1);
});

it('a service that responds with an internal error receives one request, and the call fails as unavailable', async () => {
  const { find, requested } = await startService((_request, response) => response.writeHead(500).end('no JSON'));
  await expect(find()).rejects.toMatchObject(new AppError('unavailable'));
  expect(requested()).toBe(1);
});
