import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { DEFAULT_BODY_BYTES } from '@fasocolis/contracts/operations/operation';
import { describe, expect, it, onTestFinished } from 'vitest';
import { handle } from '../src/http/operations.ts';
import { REQUEST_TIMEOUTS } from '../src/http/request-limits.ts';
import { createService } from '../src/http/service.ts';
import { TEST_PUBLIC_KEYS, testOperation } from '../src/testing/harness.ts';

const timeouts = { requestMs: 1000, uploadMs: 3000 };

async function startService() {
  const app = await createService({ name: 'example', logLevel: 'silent', identityKeys: TEST_PUBLIC_KEYS, timeouts });
  onTestFinished(() => app.close());
  const done = () => ({ ok: true });
  handle(app, testOperation('GET /read'), done);
  handle(app, testOperation('POST /write'), done);
  handle(app, testOperation('POST /image', { bodyLimit: DEFAULT_BODY_BYTES * 5 }), done);
  handle(app, testOperation('POST /photo', { bodyLimit: DEFAULT_BODY_BYTES }), done);
  const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
  return { port };
}

/** Sends `start` and nothing more. @returns the response until the connection was closed, and the time of the end */
async function exchange(port: number, start: string) {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  const begun = performance.now();
  socket.write(start);
  const response = await text(socket);
  return { response, ms: performance.now() - begun };
}

const slowBody = (path: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`;

describe('a request to a service', () => {
  it('is refused with 408 in French and closed when its body is not complete in time [SEC-003]', async () => {
    const { port } = await startService();
    const { response, ms } = await exchange(port, slowBody('/write'));
    expect(response).toMatch(/^HTTP\/1\.1 408 /);
    expect(response).toMatch(/"message":"La requête n'est pas arrivée à temps\.[^"]*","code":"timeout"/);
    expect(ms).toBeGreaterThan(900);
    expect(ms).toBeLessThan(timeouts.uploadMs);
  });

  it('is refused with 408 when its headers are not complete in time [SEC-003]', async () => {
    const { port } = await startService();
    const { response, ms } = await exchange(port, 'GET /read HTTP/1.1\r\nHost: x\r\n');
    expect(response).toMatch(/^HTTP\/1\.1 408 .*"code":"timeout"/s);
    expect(ms).toBeLessThan(timeouts.uploadMs);
  });

  it('has more time on a route that accepts images, however small [SEC-003]', async () => {
    const { port } = await startService();
    for (const exchanged of await Promise.all(['/image', '/photo'].map((path) => exchange(port, slowBody(path))))) {
      expect(exchanged.response).toMatch(/^HTTP\/1\.1 408 .*"code":"timeout"/s);
      expect(exchanged.ms).toBeGreaterThan(timeouts.uploadMs - 100);
    }
  });

  it('has 30 seconds to arrive, or 60 with images, by default [SEC-003]', () => {
    expect(REQUEST_TIMEOUTS).toEqual({ requestMs: 30_000, uploadMs: 60_000 });
  });

  it('may have a path of 100 kB, which its headers do not count [SEC-002]', async () => {
    const { port } = await startService();
    const head = `GET /${'9'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
    expect((await exchange(port, head)).response).toMatch(/^HTTP\/1\.1 404 /);
  });

  it.each([
    [16_000, 200],
    [41_000, 400],
  ])('with a query of %i characters leads to %i', async (length, status) => {
    const { port } = await startService();
    const head = `GET /read?x=${'9'.repeat(length)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
    expect((await exchange(port, head)).response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });

  it.each([
    ['one of 100 kB', `User-Agent: ${'x'.repeat(100_000)}\r\n`],
    ['3000 small ones', 'a: b\r\n'.repeat(3000)],
  ])('is refused with 431 when its headers exceed 16 kB: %s [SEC-002]', async (_what, headers) => {
    const { port } = await startService();
    const { response } = await exchange(port, `GET /read HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`);
    expect(response).toMatch(/^HTTP\/1\.1 431 /);
    expect(response).toContain(
      '"message":"Les en-têtes de la requête sont trop volumineux.","code":"headers-too-large"',
    );
  });

  it('may have headers of just below 16 kB', async () => {
    const { port } = await startService();
    const headers = `User-Agent: ${'x'.repeat(16_200)}\r\n`;
    const { response } = await exchange(port, `GET /read HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`);
    expect(response).toMatch(/^HTTP\/1\.1 200 /);
  });
});
