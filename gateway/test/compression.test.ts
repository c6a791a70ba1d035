import { once } from 'node:events';
import { request, type ServerResponse } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { revalidate } from '@fasocolis/service-kit/http/http-cache';
import Fastify from 'fastify';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startGateway, startUpstream } from './helpers.ts';

const LIST = JSON.stringify(
  Array.from({ length: 20 }, (_, id) => ({ id, name: `Lampe solaire n° ${id}`, price: `${id} 500 FCFA` })),
);
const PARCEL = JSON.stringify({ id: 1, reference: 'FC12345678', status: 'IN_TRANSIT' });

const asBrowser = { 'accept-encoding': 'gzip, deflate, br, zstd' };

/** A gateway in front of a catalog that responds to each path with `send`. */
async function startCatalogue(respond: (path: string, response: ServerResponse) => void) {
  const { url } = await startUpstream(({ url: path = '' }, response) => respond(path, response));
  return startGateway({ CATALOG_URL: url });
}

const sendText = (type: string, text: string) => (_path: string, response: ServerResponse) =>
  response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(text) }).end(text);

describe('a response with data', () => {
  it('is compressed in the best encoding that the client accepts', async () => {
    const gateway = await startCatalogue(sendText('application/json; charset=utf-8', LIST));
    const get = (encodings: string) =>
      gateway.call('/api/products', { headers: encodings ? { 'accept-encoding': encodings } : {} });

    const brotli = await get('gzip, deflate, br');
    expect(brotli.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'application/json; charset=utf-8',
    });
    expect(brotliDecompressSync(brotli.raw).toString()).toBe(LIST);
    expect(brotli.raw.length).toBeLessThan(LIST.length / 3);
    const gzip = await get('gzip, deflate');
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.raw).toString()).toBe(LIST);
    for (const plain of [await get(''), await get('identity'), await get('gzip;q=0, br;q=0')]) {
      expect(plain.headers).not.toHaveProperty('content-encoding');
      expect(plain.headers['content-length']).toBe(String(Buffer.byteLength(LIST)));
      expect(plain.text).toBe(LIST);
      expect(plain.headers.vary).toBe('accept-encoding');
    }
    for (const { headers } of [brotli, gzip]) {
      expect(headers.vary).toBe('accept-encoding');
      expect(headers['content-length']).not.toBe(String(Buffer.byteLength(LIST)));
    }
  });

  it('is not compressed when it is short, such as a lookup', async () => {
    const gateway = await startCatalogue(sendText('application/json', PARCEL));
    const { headers, text } = await gateway.call('/api/products', { headers: asBrowser });
    expect(text).toBe(PARCEL);
    expect(headers).not.toHaveProperty('content-encoding');
    expect(headers['content-length']).toBe(String(PARCEL.length));
  });

  it('is not compressed when its type does not compress, or when it is compressed already', async () => {
    const bytes = Buffer.alloc(5000, 'ab');
    const gateway = await startCatalogue((path, response) => {
      if (path.endsWith('/encoded')) response.setHeader('content-encoding', 'gzip');
      const type = path.endsWith('/encoded') ? 'application/json' : 'image/webp';
      response.writeHead(200, { 'content-type': type, 'content-length': bytes.length }).end(bytes);
    });
    for (const path of ['image.webp', 'encoded']) {
      const { headers, raw } = await gateway.call(`/api/product-images/${path}`, { headers: asBrowser });
      expect(raw).toEqual(bytes);
      expect(headers['content-encoding']).toBe(path === 'encoded' ? 'gzip' : undefined);
    }
  });

  it('of unknown length is streamed', async () => {
    let finish = () => {};
    const gateway = await startCatalogue((_path, response) => {
      response.writeHead(200, { 'content-type': 'text/csv' }).write('a'.repeat(2000));
      finish = () => response.end('z');
    });
    const outgoing = request(`${gateway.url}/api/product-images/list`, { headers: asBrowser }).end();
    const [reply] = await once(outgoing, 'response');
    expect(reply.headers).not.toHaveProperty('content-encoding');
    expect((await once(reply, 'data'))[0].toString()).toBe('a'.repeat(2000));
    finish();
    expect((await once(reply, 'data'))[0].toString()).toBe('z');
  });

  it('that has not changed takes a few bytes, compressed or not', async () => {
    const service = Fastify();
    service.get('/api/products', { onSend: revalidate }, () => JSON.parse(LIST));
    onTestFinished(() => service.close());
    const gateway = await startGateway({ CATALOG_URL: await service.listen({ host: '127.0.0.1', port: 0 }) });
    const first = await gateway.call('/api/products', { headers: asBrowser });
    expect(first.headers).toMatchObject({ 'content-encoding': 'br', etag: expect.stringMatching(/^W\//) });
    expect(JSON.parse(brotliDecompressSync(first.raw).toString())).toEqual(JSON.parse(LIST));
    for (const headers of [asBrowser, {}]) {
      const again = await gateway.call('/api/products', {
        headers: { ...headers, 'if-none-match': String(first.headers.etag) },
      });
      expect([again.status, again.text]).toEqual([304, '']);
      expect(again.headers).not.toHaveProperty('content-encoding');
    }
  });

  it('to HEAD has no body and no length', async () => {
    const gateway = await startCatalogue((_path, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(LIST) }).end();
    });
    const reply = await gateway.call('/api/product-images/list', { method: 'HEAD', headers: asBrowser });
    expect([reply.status, reply.text]).toEqual([200, '']);
    expect(reply.headers.vary).toBe('accept-encoding');
    expect(reply.headers).not.toHaveProperty('content-length');
  });

  it('is aborted at the service when its client disconnects, without an error', async () => {
    const requested = Promise.withResolvers<void>();
    const closed = vi.fn<() => void>();
    const gateway = await startCatalogue((_path, response) => {
      response.once('close', closed);
      // The body is never complete: only a disconnection ends the response.
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 50_000 });
      response.write('[1', () => requested.resolve());
    });
    const outgoing = request(`${gateway.url}/api/product-images/list`, { headers: asBrowser }).end();
    await requested.promise;
    outgoing.on('error', () => {}).destroy();
    await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce());
    expect(gateway.logged().filter(({ level, folder }) => level === 'error' && !folder)).toEqual([]);
    expect((await gateway.call('/health/live')).status).toBe(200);
  });

  it('that breaks off at the service becomes an uncompressed error response, not a part of the response', async () => {
    const gateway = await startCatalogue((_path, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 50_000 });
      response.write('[1'.repeat(2000), () => response.destroy());
    });
    const { status, headers, json } = await gateway.call('/api/products', { headers: asBrowser });
    expect(status).toBe(503);
    expect(headers).not.toHaveProperty('content-encoding');
    expect(json()).toMatchObject({ code: 'unavailable', message: 'Service temporairement indisponible' });
  });

  it('that is malformed after its headers becomes an error response, and the next request succeeds', async () => {
    let isNonsense = true;
    const gateway = await startCatalogue((path, response) => {
      if (!isNonsense) return sendText('application/json', LIST)(path, response);
      const head = 'HTTP/1.1 200 OK\r\ncontent-type: text/csv\r\ntransfer-encoding: chunked\r\n\r\n';
      response.socket?.write(`${head}nonsense`);
    });
    expect((await gateway.call('/api/products', { headers: asBrowser })).status).toBeGreaterThanOrEqual(500);
    isNonsense = false;
    expect((await gateway.call('/api/products', { headers: asBrowser })).status).toBe(200);
  });

  it('longer than a megabyte is streamed', async () => {
    const gateway = await startCatalogue(sendText('application/json', `"${'é'.repeat(600_000)}"`));
    const { headers, raw } = await gateway.call('/api/product-images/list', { headers: asBrowser });
    expect(headers).not.toHaveProperty('content-encoding');
    expect(raw.length).toBe(1_200_002);
  });
});
