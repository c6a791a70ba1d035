import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MessageSchema } from '@fasocolis/contracts/common';
import { call } from '@fasocolis/web-kit/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareCalls } from './sender.ts';
import { uploadProgress } from './upload.ts';

prepareCalls();

const BODY = { image: 'x'.repeat(500_000) };

let server: Server;
let url: string;
let received = '';
let status = 201;

beforeAll(async () => {
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    // The page of these tests has another origin than the server.
    response
      .setHeader('access-control-allow-origin', '*')
      .setHeader('access-control-allow-headers', 'content-type, idempotency-key');
    if (request.url === '/silent' && request.method !== 'OPTIONS') return;
    if (request.method !== 'OPTIONS') {
      received = `${request.method} ${(await request.toArray()).join('')}`;
      response.writeHead(status).write('{"message":"Réponse"}');
    }
    response.end();
  };
  server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  url = `http://127.0.0.1:${port}/api/products`;
});

afterAll(async () => {
  const closed = once(server, 'close');
  server.close();
  // The page's connection for the request without a response may be open still.
  server.closeAllConnections();
  await closed;
});

describe('the upload of a large body', () => {
  it('reports its progress from 0 to 1, and none after the response', async () => {
    const seen: number[] = [];
    const unsubscribe = uploadProgress.subscribe(() => seen.push(uploadProgress.getSnapshot() ?? Number.NaN));
    expect(await call('POST', url, MessageSchema, BODY)).toEqual({ message: 'Réponse' });
    unsubscribe();
    expect(received).toBe(`POST ${JSON.stringify(BODY)}`);
    expect(seen[0]).toBe(0);
    const last = seen.pop();
    expect(last).toBeNaN();
    expect(seen.slice(-1)[0]).toBe(1);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
  });

  it('fails with status and body of a refusal, and without progress afterwards', async () => {
    status = 400;
    await expect(call('PATCH', url, MessageSchema, BODY)).rejects.toMatchObject({
      status: 400,
      serverMessage: 'Réponse',
    });
    await expect(call('PATCH', 'http://127.0.0.1:1/', MessageSchema, BODY)).rejects.toMatchObject({ code: 'network' });
    expect(uploadProgress.getSnapshot()).toBeUndefined();
  });

  it('ends with its signal, when there is no response', async () => {
    const signal = AbortSignal.timeout(200);
    const silent = new URL('/silent', url).href;
    await expect(call('POST', silent, MessageSchema, BODY, { signal })).rejects.toThrow('Given up');
    expect(uploadProgress.getSnapshot()).toBeUndefined();
  });
});
