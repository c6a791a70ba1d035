import type { Identity } from '@fasocolis/service-kit/auth/identity';
import { asAdmin, asUser, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN_PASSWORD, type Auth, lastToken, sessionIdOf, startAuth } from './helpers.ts';

let auth: Auth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.close());

const USERNAME_TAKEN = "Ce nom d'utilisateur est déjà utilisé";
const EMAIL_TAKEN = 'Cet email est déjà utilisé';
const PROTECTED = "L'administrateur principal ne peut pas être supprimé";

const patch = (id: number | string, payload: object, identity: Identity) =>
  call(auth.app, { method: 'PATCH', url: `/api/users/${id}`, payload }, identity);
const changePassword = (id: number | string, payload: object, identity: Identity) =>
  call(auth.app, { method: 'PATCH', url: `/api/users/${id}/password`, payload }, identity);
const remove = (id: number | string, identity?: Identity) =>
  call(auth.app, { method: 'DELETE', url: `/api/users/${id}` }, identity);

describe('PATCH /api/users/{id}', () => {
  it('changes only names, for the owner and the administrator only [API-014]', async () => {
    const { id, username } = await auth.createUser();
    const other = await auth.createUser();
    const body = { username: 'renamed', email: 'Renamed@Example.com' };
    const extra = { isAdmin: true, id: 1, emailVerified: true, role: 'ADMIN' };
    const owner = await auth.signedIn(id);
    const own = await patch(id, { ...body, ...extra }, owner);
    expect(own.statusCode).toBe(200);
    expect(own.json()).toMatchObject({ id, ...body, isAdmin: false, emailVerified: false });
    expect((await auth.login('RENAMED@example.com', 'Secret-123')).statusCode).toBe(200);
    expect((await auth.login(username, 'Secret-123')).statusCode).toBe(401);
    expect((await patch(id, { username }, asAdmin())).json().username).toBe(username);

    const statusOf = async (...request: Parameters<typeof patch>) => (await patch(...request)).statusCode;
    expect(await statusOf(id, { username: 'ab' }, asUser(id))).toBe(400);
    expect(await statusOf(id, body, { kind: 'anonymous' })).toBe(401);
    expect(await statusOf(id, body, asUser(other.id))).toBe(403);
    expect(await statusOf(999_999, body, asUser(id))).toBe(403);
    expect(await statusOf(999_999, body, asAdmin())).toBe(404);
    expect(await statusOf('abc', body, asAdmin())).toBe(400);
    const taken = await patch(id, { username: other.username.toUpperCase() }, asUser(id));
    expect([taken.statusCode, taken.json().message]).toEqual([409, USERNAME_TAKEN]);
    const takenEmail = await patch(id, { email: other.email }, owner);
    expect([takenEmail.statusCode, takenEmail.json().message]).toEqual([409, EMAIL_TAKEN]);
  });

  it("keeps absent fields, and accepts the user's own names in another letter case [D-88]", async () => {
    const user = await auth.createUser();
    await auth.database.user.update({ where: { id: user.id }, data: { emailVerified: true } });
    const response = await patch(user.id, { email: user.email?.toUpperCase() }, asUser(user.id));
    expect(response.json()).toMatchObject({
      username: user.username,
      email: user.email?.toUpperCase(),
      emailVerified: true,
    });
    expect((await patch(user.id, {}, asUser(user.id))).statusCode).toBe(200);
  });

  it.each([
    ['username', 'ab', "Le nom d'utilisateur doit contenir au moins 3 caractères", '[VAL-022]'],
    ['email', 'moussa', 'Veuillez saisir une adresse email valide', '[VAL-023]'],
    ['email', '', 'Veuillez saisir une adresse email valide', '[VAL-023]'],
  ])('refuses %s "%s" with "%s" %s', async (field, value, message) => {
    const { id } = await auth.createUser();
    const response = await patch(id, { [field]: value }, asUser(id));
    expect([response.statusCode, response.json().errors]).toEqual([400, { [field]: message }]);
  });

  it('accepts one of many concurrent changes to the same name', async () => {
    const users = await Promise.all(Array.from({ length: 6 }, () => auth.createUser()));
    const responses = await Promise.all(users.map(({ id }) => patch(id, { username: 'wanted' }, asUser(id))));
    const refused = responses.filter(({ statusCode }) => statusCode !== 200);
    expect(refused.map((response) => [response.statusCode, response.json().message])).toEqual(
      Array(5).fill([409, USERNAME_TAKEN]),
    );
  });
});

describe('the administrator', () => {
  it('is user 1 by name and address, which no other user can take, whatever user 1 is called now [ROLE-009]', async () => {
    const fresh = await startAuth();
    const { id } = await fresh.createUser();
    const customer = await fresh.signedIn(id);
    const rename = (payload: object) =>
      call(fresh.app, { method: 'PATCH', url: `/api/users/${id}`, payload }, customer);
    const register = (payload: object) =>
      call(fresh.app, {
        method: 'POST',
        url: '/api/auth/register',
        payload: {
          ...{ firstName: 'Awa', lastName: 'Kaboré', username: 'newname', email: 'newname@example.com' },
          password: 'Colis-1234',
          ...payload,
        },
      });
    for (const login of ['admin', 'Admin@Example.com']) {
      expect((await fresh.login(login, ADMIN_PASSWORD)).json()).toMatchObject({ id: 1, isAdmin: true });
    }
    for (const attempt of [rename, register]) {
      const username = await attempt({ username: 'Admin' });
      expect([username.statusCode, username.json().message]).toEqual([409, USERNAME_TAKEN]);
      const email = await attempt({ email: 'admin@example.com' });
      expect([email.statusCode, email.json().message]).toEqual([409, EMAIL_TAKEN]);
    }
    const payload = { username: 'chef', email: 'chef@example.com' };
    const administrator = await fresh.signedIn(1);
    const moved = await call(fresh.app, { method: 'PATCH', url: '/api/users/1', payload }, administrator);
    expect(moved.json()).toMatchObject({ username: 'chef', isAdmin: true });
    expect((await rename({ username: 'ADMIN' })).statusCode).toBe(409);
    expect((await register({ email: 'Chef@Example.com' })).statusCode).toBe(409);
    expect((await call(fresh.app, { url: '/api/user' }, asUser(id))).json().isAdmin).toBe(false);
    await fresh.close();
  });
});

describe('PATCH /api/users/{id}/password', () => {
  const body = { currentPassword: 'Secret-123', newPassword: 'Fresh-456' };

  it('changes the password of the caller only, ends their other sessions and keeps this one [API-015]', async () => {
    const user = await auth.createUser();
    const sessionIds = [];
    for (let times = 0; times < 3; times += 1) {
      sessionIds.push(sessionIdOf(await auth.login(user.username, 'Secret-123')));
    }
    const [current = '', ...others] = sessionIds;
    const sessionKey = (await auth.sessions.resolve(current))?.key ?? '';
    const caller: Identity = { kind: 'user', userId: user.id, isAdmin: false, sessionKey };

    const wrong = await changePassword(user.id, { ...body, currentPassword: 'Secret-124' }, caller);
    expect([wrong.statusCode, wrong.json().message]).toEqual([400, 'Le mot de passe actuel est incorrect']);
    expect((await changePassword(user.id, { ...body, newPassword: '12345' }, caller)).statusCode).toBe(400);
    expect((await changePassword(user.id, body, { kind: 'anonymous' })).statusCode).toBe(401);
    for (const stranger of [asUser(999), asAdmin()]) {
      const refused = await changePassword(user.id, body, stranger);
      expect([refused.statusCode, refused.json().message]).toEqual([403, 'Accès refusé']);
    }

    const changed = await changePassword(user.id, body, caller);
    expect([changed.statusCode, changed.json().message]).toEqual([200, expect.any(String)]);
    expect(await auth.sessions.resolve(current)).not.toBeNull();
    for (const other of others) expect(await auth.sessions.resolve(other)).toBeNull();
    expect((await auth.login(user.username, 'Secret-123')).statusCode).toBe(401);
    expect((await auth.login(user.username, 'Fresh-456')).statusCode).toBe(200);
  });

  it('voids the links that were sent to reset it', async () => {
    const { id, email } = await auth.createUser();
    await call(auth.app, { method: 'POST', url: '/api/auth/forgot-password', payload: { email } });
    const { token } = await lastToken(auth, id, 'PASSWORD_RESET');
    expect((await changePassword(id, body, asUser(id))).statusCode).toBe(200);
    const payload = { token, password: 'Other-7890' };
    const reset = await call(auth.app, { method: 'POST', url: '/api/auth/reset-password', payload });
    expect(reset.statusCode).toBe(400);
  });

  it.each([
    ['currentPassword', 'Le mot de passe actuel doit contenir au moins 6 caractères', '[VAL-024]'],
    ['newPassword', 'Le nouveau mot de passe doit contenir au moins 6 caractères', '[VAL-025]'],
  ])('requires six characters in %s: "%s" %s', async (field, message) => {
    const { id } = await auth.createUser();
    for (const value of ['12345', '', undefined]) {
      const response = await changePassword(id, { ...body, [field]: value }, asUser(id));
      expect([response.statusCode, response.json().errors]).toEqual([400, { [field]: message }]);
    }
    expect((await changePassword(id, { ...body, newPassword: 'n'.repeat(129) }, asUser(id))).statusCode).toBe(400);
    expect((await changePassword(id, { ...body, newPassword: 'kx7-q2' }, asUser(id))).statusCode).toBe(200);
  });

  it('refuses accounts without a password', async () => {
    const { id } = await auth.createUser();
    await auth.database.user.update({ where: { id }, data: { passwordHash: null } });
    const response = await changePassword(id, body, asUser(id));
    expect([response.statusCode, response.json().message]).toEqual([400, 'Ce compte utilise une connexion externe']);
  });

  it('cannot be used to guess the password: after ten wrong ones even the right one is refused', async () => {
    const limited = await startAuth({ rateLimits: true });
    const { id } = await limited.createUser();
    const attempt = async (currentPassword: string) => {
      const payload = { ...body, currentPassword };
      const request = { method: 'PATCH', url: `/api/users/${id}/password`, payload } as const;
      return (await call(limited.app, request, asUser(id))).statusCode;
    };
    for (let times = 0; times < 10; times += 1) expect(await attempt('wrong-one')).toBe(400);
    expect(await attempt('Secret-123')).toBe(429);
    await limited.close();
  });
});

describe('GET /api/users', () => {
  const list = (query = '', identity: Identity = asAdmin(), on = auth) =>
    call(on.app, { url: `/api/users${query}` }, identity);
  const encode = (value: unknown) => encodeURIComponent(JSON.stringify(value));

  it('lists all users by id, for the administrator only [API-016]', async () => {
    const response = await list();
    expect(response.statusCode).toBe(200);
    const ids = response.json<{ id: number }[]>().map(({ id }) => id);
    expect(ids[0]).toBe(1);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    expect(response.body).not.toContain('argon2');
    expect((await list('', { kind: 'anonymous' })).statusCode).toBe(401);
    expect((await list('', asUser(2))).statusCode).toBe(403);
  });

  it('responds with pages, sorted and searched as the back office requests', async () => {
    const fresh = await startAuth();
    for (const username of ['zoe', 'éloïse', 'Bintou']) await fresh.createUser({ username });
    await fresh.database.user.update({ where: { id: 2 }, data: { phone: '+226 70112233' } });
    await call(fresh.app, { method: 'PATCH', url: '/api/users/2', payload: {} }, asAdmin());
    const usernames = async (query: string) =>
      (await list(query, asAdmin(), fresh)).json<{ username: string }[]>().map(({ username }) => username);

    const page = await list(`?range=[1,2]&sort=${encode(['id', 'DESC'])}`, asAdmin(), fresh);
    expect(page.headers['content-range']).toBe('users 1-2/4');
    expect(page.json<{ id: number }[]>().map(({ id }) => id)).toEqual([3, 2]);
    expect((await list('?range=[50,60]', asAdmin(), fresh)).headers['content-range']).toBe('users */4');
    expect(await usernames(`?filter=${encode({ q: 'ELOISE' })}`)).toEqual(['éloïse']);
    expect(await usernames(`?filter=${encode({ q: '7011' })}`)).toEqual(['zoe']);
    expect(await usernames(`?filter=${encode({ q: 'kabore' })}`)).toHaveLength(3);
    expect(await usernames(`?filter=${encode({ q: '%' })}`)).toEqual([]);
    expect(await usernames(`?filter=${encode({ username: 'BINTOU' })}`)).toEqual(['Bintou']);
    expect(await usernames(`?filter=${encode({ id: [1, 4, 9_999_999_999] })}`)).toEqual(['admin', 'Bintou']);
    expect(await usernames(`?filter=${encode({ provider: 'google' })}`)).toEqual([]);
    await fresh.close();
  });

  it.each(['sort=["passwordHash","ASC"]', 'filter={"passwordHash":"x"}', 'filter={"role":"ADMIN"}', 'range=[3,1]'])(
    'responds with 400 to %s',
    async (query) => {
      expect((await list(`?${query}`)).statusCode).toBe(400);
    },
  );

  it.each(['id', 'username', 'email', 'firstName', 'lastName', 'phone', 'provider', 'createdAt', 'updatedAt'])(
    'can be sorted by %s',
    async (field) => {
      expect((await list(`?sort=${encode([field, 'DESC'])}`)).statusCode).toBe(200);
    },
  );
});

describe('DELETE /api/users/{id}', () => {
  it('deletes a user for the administrator only [API-017]', async () => {
    const { id } = await auth.createUser();
    expect((await remove(id)).statusCode).toBe(401);
    for (const customer of [asUser(id), asUser(999)]) {
      const refused = await remove(id, customer);
      expect([refused.statusCode, refused.json().message]).toEqual([403, 'Accès refusé']);
    }
    const deleted = await remove(id, asAdmin());
    expect([deleted.statusCode, deleted.json()]).toEqual([200, { message: 'Utilisateur supprimé' }]);
    const unknown = await remove(id, asAdmin());
    expect([unknown.statusCode, unknown.json().message]).toEqual([404, 'Utilisateur non trouvé']);
    expect((await remove('abc', asAdmin())).statusCode).toBe(400);
    const first = await remove(1, asAdmin());
    expect([first.statusCode, first.json().message]).toEqual([403, PROTECTED]);
  });

  it('never deletes user 1, with a message to every signed-in caller [ROLE-014, ADM-USR-023, VAL-071]', async () => {
    for (const caller of [asAdmin(), asUser(2), { ...asUser(2), isAdmin: true } as Identity]) {
      for (const id of ['1', '01', '0001']) {
        const response = await remove(id, caller);
        expect([response.statusCode, response.json().message]).toEqual([403, PROTECTED]);
      }
    }
    expect((await remove(1)).statusCode).toBe(401);
    expect((await auth.login('admin', ADMIN_PASSWORD)).statusCode).toBe(200);
  });

  it('ends all sessions at once, deletes tokens, frees the names and emits an event [ROLE-018]', async () => {
    const user = await auth.createUser();
    const sessionId = sessionIdOf(await auth.login(user.username, 'Secret-123'));
    await call(auth.app, { method: 'POST', url: '/api/auth/forgot-password', payload: { email: user.email } });
    await remove(user.id, asAdmin());
    // Without the session the gateway forwards an anonymous identity to every service.
    expect(await auth.sessions.resolve(sessionId)).toBeNull();
    expect((await call(auth.app, { url: '/api/user' }, asUser(user.id))).statusCode).toBe(401);
    expect(await auth.database.userToken.count({ where: { userId: user.id } })).toBe(0);
    expect((await auth.login(user.username, 'Secret-123')).statusCode).toBe(401);
    const events = await auth.database.outboxEvent.findMany({ where: { name: 'user.deleted' } });
    expect(events.map(({ data }) => data)).toContainEqual({ userId: user.id, verifiedEmail: null, confirmTo: [] });
    expect((await auth.createUser({ username: user.username })).id).not.toBe(user.id);
  });

  it('leaves no session of a user who signs in concurrently', async () => {
    const user = await auth.createUser();
    const signIns = Promise.all(Array.from({ length: 6 }, () => auth.login(user.username, 'Secret-123')));
    await Promise.race([signIns, auth.login(user.username, 'Secret-123')]);
    await remove(user.id, asAdmin());
    const statuses = (await signIns).map(({ statusCode }) => statusCode);
    expect(new Set([...statuses, 200, 401])).toEqual(new Set([200, 401]));
    expect(await auth.sessions.list(user.id)).toEqual([]);
  });
});
