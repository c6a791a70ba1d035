import { describe, expect, it } from 'vitest';
import { type CallOptions, call, startGateway } from './helpers.ts';

const PUBLIC_URL = 'https://colis.example';
const REFUSED = { message: 'Accès refusé', code: 'forbidden' };

async function startSite() {
  const gateway = await startGateway({ PUBLIC_URL });
  const send = (headers: Record<string, string>, options: CallOptions & { path?: string } = {}) =>
    gateway.call(options.path ?? '/api/orders', { method: 'POST', body: '{}', ...options, headers });
  return { gateway, send };
}

describe('a state-changing call (D-83)', () => {
  it('from the site itself is let through', async () => {
    const { send } = await startSite();
    expect((await send({ origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  });

  it('from the name under which the site was opened is let through', async () => {
    const { gateway, send } = await startSite();
    expect((await send({ origin: gateway.url })).status).toBe(200);
    expect((await send({ host: 'mon-pc.local:8080', origin: 'http://mon-pc.local:8080' })).status).toBe(200);
  });

  it('from anywhere else answers 403 in French, for each method that changes something', async () => {
    const { gateway, send } = await startSite();
    const port = new URL(gateway.url).port;
    const foreign = [
      'https://evil.example',
      'null',
      `https://127.0.0.1:${port}`,
      'http://127.0.0.1:1',
      'http://colis.example',
    ];
    for (const origin of foreign) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const answer = await send({ origin }, { method });
        expect(answer.status).toBe(403);
        expect(answer.json()).toMatchObject(REFUSED);
      }
    }
  });

  it('that the browser calls cross-site answers 403 even without an Origin', async () => {
    const { send } = await startSite();
    expect((await send({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await send({ 'sec-fetch-site': 'none' })).status).toBe(200);
  });

  it('from a program, which has no Origin, is let through', async () => {
    const { send } = await startSite();
    expect((await send({})).status).toBe(200);
  });

  it('with its own proof is exempt: Apple’s callback and the one-click unsubscribe', async () => {
    const { gateway, send } = await startSite();
    const headers = { origin: 'https://appleid.apple.com', 'sec-fetch-site': 'cross-site' };
    expect((await send(headers, { path: '/api/auth/apple/callback' })).status).toBe(200);
    expect((await send(headers, { path: '/api/auth/apple/callback/x' })).status).toBe(403);
    const unsubscribe = await startGateway({ PUBLIC_URL });
    expect((await call(unsubscribe.url, '/api/email/unsubscribe?token=t', { method: 'POST', headers })).status).toBe(
      200,
    );
    expect((await gateway.call('/api/auth/google/callback', { method: 'POST', headers })).status).toBe(403);
  });
});

it('reading is free of origins', async () => {
  const { send } = await startSite();
  expect((await send({ origin: 'https://evil.example' }, { method: 'GET' })).status).toBe(200);
});
