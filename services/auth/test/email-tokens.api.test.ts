import { createHash, randomUUID } from 'node:crypto';
import type { Identity } from '@fasocolis/service-kit/auth/identity';
import { asAdmin, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Auth, startAuth } from './helpers.ts';

let auth: Auth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.close());

const notify: Identity = { kind: 'service', name: 'notify' };
const send = (id: string, identity: Identity = notify) =>
  call(auth.app, { url: `/internal/mail-tokens/${id}` }, identity);

let people = 0;
/** A new user, and the token of the pending email. */
async function newcomer() {
  people += 1;
  const payload = {
    firstName: 'Aminata',
    lastName: 'Traoré',
    username: `aminata${people}`,
    email: `aminata${people}@example.com`,
    password: 'Colis-1234',
  };
  const { id } = (await call(auth.app, { method: 'POST', url: '/api/auth/register', payload })).json();
  const token = await auth.database.userToken.findFirstOrThrow({ where: { userId: id } });
  return { user: { id, email: payload.email }, token };
}

describe('GET /internal/mail-tokens/{id}', () => {
  it('responds with the data of the email, the same each time', async () => {
    const { user, token } = await newcomer();
    const response = await send(token.id);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      kind: 'email-verification',
      userId: user.id,
      email: user.email,
      firstName: '',
      token: expect.stringMatching(/^[\w-]{43}$/),
      expiresAt: token.expiresAt.toISOString(),
    });
    expect((await send(token.id)).json()).toEqual(response.json());
    expect(token.expiresAt.getTime() - token.createdAt.getTime()).toBeCloseTo(24 * 3_600_000, -4);
  });

  it('responds with a token of which the database contains only the hash', async () => {
    const { token: row } = await newcomer();
    const { token } = (await send(row.id)).json();
    expect(row.tokenHash).toBe(createHash('sha256').update(token).digest('base64url'));
    expect(JSON.stringify(row)).not.toContain(token);
  });

  it('is for services only', async () => {
    const { token } = await newcomer();
    for (const caller of [asAdmin(), { kind: 'anonymous' } as const]) {
      expect((await send(token.id, caller)).statusCode).toBe(403);
    }
  });

  it('responds with 404 when the email is no longer needed, and with 400 to an invalid id', async () => {
    expect((await send(randomUUID())).statusCode).toBe(404);
    expect((await send('abc')).statusCode).toBe(400);
    const past = new Date(Date.now() - 1000);
    for (const data of [{ usedAt: past }, { voidedAt: past }, { expiresAt: past }, { tokenHash: 'of another key' }]) {
      const { token } = await newcomer();
      await auth.database.userToken.update({ where: { id: token.id }, data });
      expect((await send(token.id)).statusCode, Object.keys(data)[0]).toBe(404);
    }
    const { user, token } = await newcomer();
    await auth.database.user.update({ where: { id: user.id }, data: { emailKey: 'other@example.com' } });
    expect((await send(token.id)).statusCode).toBe(404);
  });
});
