import { once } from 'node:events';
import { IDENTITY_HEADER, identityVerifier } from '@fasocolis/service-kit/identity';
import { TEST_SIGNING_KEY } from '@fasocolis/service-kit/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { openSession, startGateway, startUpstream } from './helpers.ts';

/** A notify service whose sockets first say what they saw of the upgrade and then repeat everything. */
async function startNotify() {
  const upstream = await startUpstream((_request, response) => response.writeHead(404).end('{}'));
  const sockets = new WebSocketServer({ server: upstream.server });
  sockets.on('connection', (socket, { url, headers }) => {
    socket.send(JSON.stringify({ url, headers }));
    socket.on('message', (data, isBinary) => {
      if ((data as Buffer).toString() === 'bye') socket.close(4401, 'Non authentifié');
      else socket.send(data, { binary: isBinary });
    });
  });
  return upstream;
}

async function startWithNotify() {
  const gateway = await startGateway({ NOTIFY_URL: (await startNotify()).url });
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
  return { gateway, open, refusal };
}

const nextMessage = async (socket: WebSocket) => String((await once(socket, 'message'))[0]);

describe('a WebSocket', () => {
  it('from the site itself reaches notify with the identity of its session and nothing the client claims', async () => {
    const { gateway, open } = await startWithNotify();
    const { cookie } = await openSession({ userId: 7, isAdmin: false });
    const socket = open('/ws?last=5', { origin: gateway.url, cookie, 'x-identity': 'forged', 'x-user-id': '1' });
    const { url, headers } = JSON.parse(await nextMessage(socket));
    expect(url).toBe('/ws?last=5');
    expect(identityVerifier(TEST_SIGNING_KEY)(headers[IDENTITY_HEADER])).toMatchObject({ kind: 'user', userId: 7 });
    expect(headers).not.toHaveProperty('x-user-id');
    expect(headers).not.toHaveProperty('cookie');
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('carries messages both ways and the close code of the service', async () => {
    const { gateway, open } = await startWithNotify();
    const socket = open('/ws', { origin: gateway.url });
    expect(JSON.parse(await nextMessage(socket)).headers).not.toHaveProperty(IDENTITY_HEADER);
    socket.send('{"type":"auth","userId":7}');
    expect(await nextMessage(socket)).toBe('{"type":"auth","userId":7}');
    socket.send('bye');
    const [code, reason] = await once(socket, 'close');
    expect([code, String(reason)]).toEqual([4401, 'Non authentifié']);
  });

  it('from elsewhere, or without an Origin, is refused with 403 before the upgrade (D-43, D-83)', async () => {
    const { refusal } = await startWithNotify();
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1']) {
      expect(await refusal('/ws', { origin })).toBe(403);
    }
    expect(await refusal('/ws', {})).toBe(403);
  });

  it('is nowhere but at /ws', async () => {
    const { gateway, refusal } = await startWithNotify();
    const plainAnswers = { '/api/orders/5': 200, '/api/notifications': 404, '/ws/other': 404, '/api/xyz': 404 };
    for (const [path, status] of Object.entries(plainAnswers)) {
      expect([path, await refusal(path, { origin: gateway.url })]).toEqual([path, status]);
    }
  });

  it('answers 503 while there is no notify service', async () => {
    const gateway = await startGateway();
    const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/ws`, { origin: gateway.url });
    socket.on('error', () => {});
    const [, response] = await once(socket, 'unexpected-response');
    expect(response.statusCode).toBe(503);
  });

  it('is closed by a notify service that is down', async () => {
    const notify = await startNotify();
    const gateway = await startGateway({ NOTIFY_URL: notify.url });
    await notify.stop();
    const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/ws`, { origin: gateway.url });
    socket.on('error', () => {});
    const [code] = await once(socket, 'close');
    expect(code).toBe(1011);
  });

  it('does not keep the gateway from stopping', async () => {
    const { gateway, open } = await startWithNotify();
    const socket = open('/ws', { origin: gateway.url });
    await nextMessage(socket);
    const closed = once(socket, 'close');
    await gateway.close();
    const [code] = await closed;
    expect(code).toBe(1005);
  });
});

it('an upgrade to anything else is answered as a plain request', async () => {
  const { gateway } = await startWithNotify();
  const answer = await gateway.call('/api/orders/5', { headers: { connection: 'Upgrade', upgrade: 'h2c' } });
  expect(answer.status).toBe(200);
});
