import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { IDENTITY_HEADER, identityVerifier } from '@fasocolis/service-kit/auth/identity';
import { TEST_PUBLIC_KEYS } from '@fasocolis/service-kit/testing/harness';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { openSession, startGateway, startUpstream } from './helpers.ts';

/** A notify service whose sockets first send the headers of the upgrade and then echo every message. */
async function startNotify(port = 0, host = '127.0.0.1') {
  const upstream = await startUpstream((_request, response) => response.writeHead(404).end('{}'), { port, host });
  const sockets = new WebSocketServer({ server: upstream.server });
  sockets.on('connection', (socket, { url, headers }) => {
    socket.send(JSON.stringify({ url, headers }));
    socket.on('message', (data, isBinary) => {
      if ((data as Buffer).toString() === 'bye') socket.close(4401, 'Non authentifié');
      else socket.send(data, { binary: isBinary });
    });
  });
  return { ...upstream, sockets };
}

async function startWithNotify() {
  const notify = await startNotify();
  const gateway = await startGateway({ NOTIFY_URL: notify.url });
  const open = (path: string, headers: Record<string, string>) => {
    const socket = new WebSocket(gateway.url.replace('http', 'ws') + path, { headers });
    socket.on('error', () => {});
    onTestFinished(() => socket.terminate());
    return socket;
  };
  const refusal = async (path: string, headers: Record<string, string>) => {
    const [, response] = await once(open(path, headers), 'unexpected-response');
    return response.statusCode as number;
  };
  return { notify, gateway, open, refusal };
}

const nextMessage = async (socket: WebSocket) => String((await once(socket, 'message'))[0]);

describe('a WebSocket', () => {
  it('from the site itself reaches notify with the identity of its session and no identity headers of the client', async () => {
    const { gateway, open } = await startWithNotify();
    const { cookie } = await openSession({ userId: 7, isAdmin: false });
    const socket = open('/ws?last=5', { origin: gateway.url, cookie, 'x-identity': 'forged', 'x-user-id': '1' });
    const { url, headers } = JSON.parse(await nextMessage(socket));
    expect(url).toBe('/ws?last=5');
    expect(identityVerifier(TEST_PUBLIC_KEYS, 'notify')(headers[IDENTITY_HEADER])).toMatchObject({
      kind: 'user',
      userId: 7,
    });
    expect(headers).not.toHaveProperty('x-user-id');
    expect(headers).not.toHaveProperty('cookie');
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('forwards messages both ways and the close code of the service', async () => {
    const { gateway, open } = await startWithNotify();
    const socket = open('/ws', { origin: gateway.url });
    expect(JSON.parse(await nextMessage(socket)).headers).not.toHaveProperty(IDENTITY_HEADER);
    socket.send('{"type":"auth","userId":7}');
    expect(await nextMessage(socket)).toBe('{"type":"auth","userId":7}');
    socket.send('bye');
    const [code, reason] = await once(socket, 'close');
    expect([code, String(reason)]).toEqual([4401, 'Non authentifié']);
  });

  it('from another site, or without an Origin, is refused with 403 before the upgrade [D-43, D-83]', async () => {
    const { refusal } = await startWithNotify();
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1']) {
      expect(await refusal('/ws', { origin })).toBe(403);
    }
    expect(await refusal('/ws', {})).toBe(403);
  });

  it('exists at /ws only', async () => {
    const { gateway, refusal } = await startWithNotify();
    const statuses = { '/api/orders/5': 200, '/api/notifications': 404, '/ws/other': 404, '/api/xyz': 404 };
    for (const [path, status] of Object.entries(statuses)) {
      expect([path, await refusal(path, { origin: gateway.url })]).toEqual([path, status]);
    }
  });

  it('is refused with 503 when notify has no URL', async () => {
    const gateway = await startGateway();
    const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/ws`, { origin: gateway.url });
    socket.on('error', () => {});
    const [, response] = await once(socket, 'unexpected-response');
    expect(response.statusCode).toBe(503);
  });

  it('is refused with 503 JSON before the upgrade while notify is unavailable, and opened when it is back', async () => {
    const notify = await startNotify();
    const gateway = await startGateway({ NOTIFY_URL: notify.url });
    await notify.stop();
    const refused = new WebSocket(`${gateway.url.replace('http', 'ws')}/ws`, { origin: gateway.url });
    refused.on('error', () => {});
    const [, response] = (await once(refused, 'unexpected-response')) as [unknown, IncomingMessage];
    expect(response.statusCode).toBe(503);
    expect(JSON.parse(Buffer.concat(await response.toArray()).toString())).toMatchObject({ code: 'unavailable' });
    await startNotify(notify.port);
    const opened = new WebSocket(`${gateway.url.replace('http', 'ws')}/ws`, { origin: gateway.url });
    await nextMessage(opened);
    opened.terminate();
  });

  it('is one of a thousand that open at once without delaying another request behind them', async () => {
    const { gateway, open } = await startWithNotify();
    let opened = 0;
    for (let count = 0; count < 1000; count += 1) {
      open('/ws', { origin: gateway.url }).once('open', () => {
        opened += 1;
      });
    }
    await vi.waitUntil(() => opened > 0, { timeout: 10_000, interval: 1 });
    expect((await fetch(`${gateway.url}/api/orders/5`)).status).toBe(200);
    expect(opened).toBeLessThan(900);
    await vi.waitUntil(() => opened === 1000, { timeout: 15_000 });
  });

  it('is opened at another replica when one is unavailable', async () => {
    const alive = await startNotify(0, '127.0.0.2');
    const resolve = async () => ['127.0.0.3', '127.0.0.2'];
    const gateway = await startGateway({ NOTIFY_URL: `http://notify.internal:${alive.port}` }, { resolve });
    for (let n = 0; n < 4; n += 1) {
      const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/ws`, { origin: gateway.url });
      expect(JSON.parse(await nextMessage(socket)).url).toBe('/ws');
      socket.terminate();
    }
  });

  it('with a malformed handshake is refused with 400', async () => {
    const { gateway } = await startWithNotify();
    const headers = { connection: 'Upgrade', upgrade: 'websocket', origin: gateway.url };
    expect((await gateway.call('/ws', { headers })).status).toBe(400);
    expect((await gateway.call('/ws', { method: 'POST', headers })).status).toBe(404);
    expect((await gateway.call('/ws')).status).toBe(404);
  });

  it('loses no message that is sent right after opening, and is closed when either end disconnects', async () => {
    const { notify, gateway, open } = await startWithNotify();
    const socket = open('/ws', { origin: gateway.url });
    const texts = Array.from({ length: 200 }, (_, n) => `${n} ${'é'.repeat(n * 50)}`);
    const heard: string[] = [];
    socket.on('message', (data) => heard.push((data as Buffer).toString()));
    await once(socket, 'open');
    for (const text of texts) socket.send(text);
    await vi.waitFor(() => expect(heard.slice(1)).toEqual(texts), 5000);
    const [service] = notify.sockets.clients;
    service?.terminate();
    expect((await once(socket, 'close'))[0]).toBe(1006);

    const leaving = open('/ws', { origin: gateway.url });
    await nextMessage(leaving);
    leaving.terminate();
    await vi.waitFor(() => expect(notify.sockets.clients.size).toBe(0), 5000);
  });

  it('with a client that does not read is buffered in notify, not in the gateway', async () => {
    const { notify, gateway, open } = await startWithNotify();
    const socket = open('/ws', { origin: gateway.url });
    await nextMessage(socket);
    socket.pause();
    const [service] = notify.sockets.clients;
    const megabyte = Buffer.alloc(1_000_000);
    for (let n = 0; n < 40; n += 1) service?.send(megabyte);
    await vi.waitFor(() => expect(service?.bufferedAmount).toBeGreaterThan(20_000_000), 5000);
    let received = 0;
    socket.on('message', (data) => {
      received += (data as Buffer).length;
    });
    socket.resume();
    await vi.waitFor(() => expect(received).toBe(40_000_000), 10_000);
  });

  it('is closed when the gateway stops, and does not delay the stop', async () => {
    const { gateway, open } = await startWithNotify();
    const socket = open('/ws', { origin: gateway.url });
    await nextMessage(socket);
    const closed = once(socket, 'close');
    await gateway.close();
    const [code] = await closed;
    expect(code).toBe(1006);
  });
});

it('an upgrade to another protocol is handled as an ordinary request', async () => {
  const { gateway } = await startWithNotify();
  const response = await gateway.call('/api/orders/5', { headers: { connection: 'Upgrade', upgrade: 'h2c' } });
  expect(response.status).toBe(200);
});
