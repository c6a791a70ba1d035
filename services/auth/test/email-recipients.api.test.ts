import type { EmailRecipient } from '@fasocolis/contracts/email';
import type { Identity } from '@fasocolis/service-kit/auth/identity';
import { asAdmin, asUser, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Auth, startAuth } from './helpers.ts';

let auth: Auth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.close());

const NOTIFY: Identity = { kind: 'service', name: 'notify' };
const send = (path: string, identity: Identity = NOTIFY) => call(auth.app, { url: `/internal/${path}` }, identity);

/** A customer with a verified address. */
async function createVerified(data: { notifyByEmail?: boolean; email?: null } = {}) {
  const { id } = await auth.createUser();
  return auth.database.user.update({ where: { id }, data: { emailVerified: true, ...data } });
}

const tokenOf = async (id: number) => (await send(`mail-recipients/${id}`)).json<EmailRecipient>().unsubscribeToken;
const unsubscribe = (token: string, headers: Record<string, string> = {}, payload = '') =>
  call(auth.app, { method: 'POST', url: `/api/email/unsubscribe?token=${token}`, headers, payload });
const wantsEmails = async (id: number) => (await auth.database.user.findUniqueOrThrow({ where: { id } })).notifyByEmail;

describe('PATCH /api/users/:id', () => {
  it('switches emails off and on again, and keeps the switch when it is absent [D-84]', async () => {
    const { id, username } = await createVerified();
    const patch = (payload: object) =>
      call(auth.app, { method: 'PATCH', url: `/api/users/${id}`, payload }, asUser(id));
    expect((await patch({ notifyByEmail: false })).json()).toMatchObject({ notifyByEmail: false, username });
    expect((await patch({ username: `${username}-x` })).json()).toMatchObject({ notifyByEmail: false });
    expect((await patch({ notifyByEmail: true })).json()).toMatchObject({ notifyByEmail: true, emailVerified: true });
    expect((await patch({ notifyByEmail: 'non' })).statusCode).toBe(400);
  });
});

describe('GET /api/users/audience', () => {
  it('counts customers and those of them who read emails, without the team', async () => {
    const count = async () => (await call(auth.app, { url: '/api/users/audience' }, asAdmin())).json();
    const before = await count();
    await createVerified({ notifyByEmail: false });
    const agent = await createVerified();
    await auth.database.user.update({ where: { id: agent.id }, data: { isAgent: true } });
    await createVerified();
    expect(await count()).toEqual({ customers: before.customers + 2, byEmail: before.byEmail + 1 });
  });
});

describe('GET /internal/administrator', () => {
  it('returns the administrator’s address to services only', async () => {
    await auth.database.user.update({ where: { id: 1 }, data: { notifyByEmail: false, emailVerified: false } });
    expect((await send('administrator')).json()).toEqual({ email: 'Admin@Example.com', firstName: 'Admin' });
    for (const caller of [asAdmin(), { kind: 'anonymous' } as const]) {
      expect((await send('administrator', caller)).statusCode).toBe(403);
    }
  });
});

describe('a recipient of emails', () => {
  it('is returned to services with a name when verified and not opted out', async () => {
    const { id, email } = await createVerified();
    expect((await send(`mail-recipients/${id}`)).json()).toEqual({
      userId: id,
      email,
      firstName: 'Awa',
      unsubscribeToken: expect.stringMatching(/^\d+\.[\w-]{43}$/),
    });
  });

  it('is refused with the reason after an opt-out and without a verified address [OFF-008]', async () => {
    for (const [{ id: userId }, refusal] of [
      [await auth.createUser(), 'unverified-address'],
      [await createVerified({ notifyByEmail: false }), 'opted-out'],
      [await createVerified({ email: null }), 'no-address'],
    ] as const) {
      expect((await send(`mail-recipients/${userId}`)).json()).toEqual({ userId, refusal });
    }
  });

  it('is missing after the deletion of the account', async () => {
    expect((await send('mail-recipients/2000000000')).statusCode).toBe(404);
  });

  it('is listed by pages in ascending order', async () => {
    const first = await createVerified();
    const [off, second] = [await createVerified({ notifyByEmail: false }), await createVerified()];
    await auth.createUser();
    const third = await createVerified();
    const page = async (after: number, limit = 2) =>
      (await send(`mail-recipients?after=${after}&limit=${limit}`)).json<number[]>();
    expect(off.id).toBeGreaterThan(first.id);
    expect(await page(first.id - 1)).toEqual([first.id, second.id]);
    expect(await page(second.id)).toEqual([third.id]);
    expect(await page(third.id)).toEqual([]);
    for (const query of ['after=x', 'after=-1', 'after=99999999999', 'limit=0', 'limit=1001']) {
      expect((await send(`mail-recipients?${query}`)).statusCode, query).toBe(400);
    }
  });

  it('is returned to services only', async () => {
    const { id } = await createVerified();
    for (const identity of [asUser(id), asAdmin()]) {
      expect((await send(`mail-recipients/${id}`, identity)).statusCode).toBe(403);
      expect((await send('mail-recipients', identity)).statusCode).toBe(403);
    }
  });
});

describe('the one-click unsubscribe of a email program', () => {
  it('stops the emails of that user only, in whatever form and however often it is sent [D-84]', async () => {
    const [person, other] = [await createVerified(), await createVerified()];
    const token = await tokenOf(person.id);
    const forms: [Record<string, string>, string][] = [
      [{ 'content-type': 'application/x-www-form-urlencoded' }, 'List-Unsubscribe=One-Click'],
      [
        { 'content-type': 'multipart/form-data; boundary=x' },
        '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
      ],
      [{ 'content-type': 'application/json' }, '{}'],
      [{}, ''],
    ];
    for (const [headers, payload] of forms) {
      const response = await unsubscribe(token, headers, payload);
      expect([response.statusCode, response.json()]).toEqual([200, { message: 'Vous ne recevrez plus nos emails.' }]);
      expect(await wantsEmails(person.id)).toBe(false);
    }
    expect(await wantsEmails(other.id)).toBe(true);
    expect((await send(`mail-recipients/${person.id}`)).json()).toMatchObject({ refusal: 'opted-out' });
  });

  it('succeeds for a deleted account', async () => {
    const { id } = await createVerified();
    const token = await tokenOf(id);
    await call(auth.app, { method: 'DELETE', url: `/api/users/${id}` }, asAdmin());
    expect((await unsubscribe(token)).statusCode).toBe(200);
  });

  it('is refused in French when the signature of the token is invalid', async () => {
    const [person, other] = [await createVerified(), await createVerified()];
    const [, proof] = (await tokenOf(person.id)).split('.');
    for (const token of ['', 'x', `${other.id}.${proof}`, `${person.id}.`, `0${person.id}.${proof}`, '%00']) {
      const response = await unsubscribe(token);
      expect([response.statusCode, response.json()], token).toEqual([
        400,
        expect.objectContaining({ message: 'Ce lien de désabonnement est invalide.' }),
      ]);
    }
    expect([await wantsEmails(person.id), await wantsEmails(other.id)]).toEqual([true, true]);
  });
});

describe('the unsubscribe link, opened in a browser,', () => {
  it('redirects to the page with the button and changes nothing, because email scanners open links [D-84]', async () => {
    const { id } = await createVerified();
    const token = await tokenOf(id);
    const response = await call(auth.app, { url: `/api/email/unsubscribe?token=${token}` });
    expect([response.statusCode, response.headers.location]).toEqual([302, `/desabonnement?token=${token}`]);
    expect(await wantsEmails(id)).toBe(true);
  });

  it('encodes the token in the redirect', async () => {
    const response = await call(auth.app, { url: '/api/email/unsubscribe?token=%0d%0a%26x%3d//evil.example' });
    expect(response.headers.location).toBe('/desabonnement?token=%0D%0A%26x%3D%2F%2Fevil.example');
  });

  it('refuses a token of thousands of characters, too long for the header of a redirect', async () => {
    const token = 'é'.repeat(5000);
    const opened = await call(auth.app, { url: `/api/email/unsubscribe?token=${encodeURIComponent(token)}` });
    expect([opened.statusCode, (await unsubscribe(encodeURIComponent(token))).statusCode]).toEqual([400, 400]);
  });
});
