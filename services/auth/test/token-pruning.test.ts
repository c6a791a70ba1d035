import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { pruneTokens } from '../src/shared/user-tokens.ts';
import { type Auth, startAuth } from './helpers.ts';
import { startService } from './service-process.ts';

let auth: Auth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.close());

const DAY_MS = 86_400_000;

/** A token that expired that many days ago, or will expire. */
async function addToken(daysAgo: number): Promise<string> {
  const { id: userId } = await auth.createUser();
  const id = crypto.randomUUID();
  const expiresAt = new Date(Date.now() - daysAgo * DAY_MS);
  await auth.database.userToken.create({
    data: { id, kind: 'EMAIL_VERIFICATION', userId, email: 'x@example.com', tokenHash: id, expiresAt },
  });
  return id;
}

const isKept = async (id: string) => (await auth.database.userToken.count({ where: { id } })) === 1;

describe('tokens of emails', () => {
  it('are deleted a month after their expiry, not before', async () => {
    const tokens = [await addToken(-1), await addToken(1), await addToken(29), await addToken(31)];
    await pruneTokens(auth.database);
    expect(await Promise.all(tokens.map(isKept))).toEqual([true, true, true, false]);
  });

  it('are deleted periodically by the service', async () => {
    const [old, young] = [await addToken(40), await addToken(2)];
    await startService(auth);
    await vi.waitFor(async () => expect(await isKept(old)).toBe(false), { timeout: 15_000, interval: 50 });
    expect(await isKept(young)).toBe(true);
  });
});
