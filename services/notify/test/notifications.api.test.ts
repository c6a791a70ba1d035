import { randomUUID } from 'node:crypto';
import type { Notification } from '@fasocolis/contracts/notifications';
import { asAdmin, asUser, call, impossibleListQueries } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Notify, startNotify } from './helpers.ts';

let notify: Notify;
beforeAll(async () => {
  notify = await startNotify();
});
beforeEach(async () => {
  await notify.database.notification.deleteMany();
  await notify.database.deletedUser.deleteMany();
  notify.signalFeed.mockClear();
});
afterAll(() => notify.close());

const TARGET_REQUIRED = 'Veuillez spécifier des IDs utilisateurs ou sélectionner "Tous les utilisateurs".';

const post = (payload: object, who = asAdmin()) =>
  call(notify.app, { method: 'POST', url: '/api/notifications', payload }, who);
const send = async (payload: object = {}) => {
  const response = await post({ title: 'Bonne nouvelle', body: 'Nous ouvrons un dépôt à Bobo.', ...payload });
  if (response.statusCode !== 201) throw new Error(response.body);
  return response.json<Notification>();
};
const list = (userId: number, query: Record<string, string> = {}, who = asUser(userId)) =>
  call(notify.app, { url: `/api/notifications/user/${userId}`, query }, who);
const listed = async (userId: number, query: Record<string, string> = {}) =>
  (await list(userId, query)).json<Notification[]>();
const read = (id: number | string, who = asUser(2)) =>
  call(notify.app, { method: 'PATCH', url: `/api/notifications/${id}/read`, payload: {} }, who);

describe('POST /api/notifications', () => {
  it.each([{ isGlobal: true }, { isGlobal: false, targetUserId: 2 }])(
    'creates one row, with one email, although %j is sent twice with one key [OFF-001]',
    async (target) => {
      await notify.database.delivery.deleteMany();
      await notify.database.emailBatch.deleteMany();
      const payload = { title: 'Promo', body: 'Fret à -10 %', byEmail: true, ...target };
      const headers = { 'idempotency-key': randomUUID() };
      const send = () => call(notify.app, { method: 'POST', url: '/api/notifications', payload, headers }, asAdmin());
      const [first, second] = await Promise.all([send(), send()]);
      expect(first.statusCode, first.body).toBe(201);
      expect(second.json()).toEqual(first.json());
      expect((await send()).json()).toEqual(first.json());
      expect(await notify.database.notification.count()).toBe(1);
      const { database } = notify;
      expect((await database.emailBatch.count()) + (await database.delivery.count())).toBe(1);
    },
  );

  it('creates one row without a target for a broadcast, and signals the feed [API-039, ENT-010]', async () => {
    const response = await post({ title: '  Promo ', body: 'Fret à -10 %', isGlobal: true, targetUserId: null });
    expect(response.statusCode).toBe(201);
    expect(response.json()).toEqual({
      id: expect.any(Number),
      title: 'Promo',
      body: 'Fret à -10 %',
      isRead: false,
      isGlobal: true,
      targetUserId: null,
      sentAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    expect(await notify.database.notification.count()).toBe(1);
    expect(notify.signalFeed).toHaveBeenCalledOnce();
  });

  it('creates a broadcast by default [VAL-052]', async () => {
    expect(await send()).toMatchObject({ isGlobal: true, targetUserId: null });
    expect((await post({ title: 'a', body: 'b', isGlobal: 'true' })).statusCode).toBe(400);
  });

  it('creates a message for one user when a target is named without isGlobal [SEC-032]', async () => {
    expect(await send({ targetUserId: 2 })).toMatchObject({ isGlobal: false, targetUserId: 2 });
  });

  it.each([
    ['both a target and all', { isGlobal: true, targetUserId: 2 }, 'pas les deux'],
    ['all and a target that is no id', { isGlobal: true, targetUserId: 0 }, 'pas les deux'],
    ['a target that is missing', { targetUserId: null }, 'spécifier'],
    ['a target that is no id', { targetUserId: 0 }, 'spécifier'],
    ['a target that is a text', { targetUserId: '2' }, 'spécifier'],
    ['a misspelt target', { targetUserIds: [2] }, 'Requête invalide'],
    ['a target of another name', { userId: 2 }, 'Requête invalide'],
    ['isGlobal without a value', { isGlobal: null, targetUserId: 2 }, 'Requête invalide'],
  ])('refuses %s, and tells nobody [SEC-032]', async (_what, recipients, words) => {
    const response = await post({ title: 'Perso', body: 'Pour vous', ...recipients });
    expect([response.statusCode, response.body]).toEqual([400, expect.stringContaining(words)]);
    expect(await notify.database.notification.count()).toBe(0);
  });

  it('notifies a user who exists, and responds with 404 to another one [API-040]', async () => {
    expect(await send({ isGlobal: false, targetUserId: 2 })).toMatchObject({ isGlobal: false, targetUserId: 2 });
    notify.signalFeed.mockClear();
    for (const targetUserId of [999, 99_999_999_999]) {
      const response = await post({ title: 'a', body: 'b', isGlobal: false, targetUserId });
      expect([response.statusCode, response.json().message]).toEqual([404, 'Utilisateur non trouvé']);
    }
    expect(await notify.database.notification.count()).toBe(1);
    expect(notify.signalFeed).not.toHaveBeenCalled();
  });

  it('stores nothing for a user whose account is deleted during the request', async () => {
    await notify.database.deletedUser.create({ data: { userId: 3 } });
    expect((await post({ title: 'a', body: 'b', isGlobal: false, targetUserId: 3 })).statusCode).toBe(404);
    expect(await notify.database.notification.count()).toBe(0);
  });

  it('requires a target above 0 unless it is a broadcast [VAL-054]', async () => {
    for (const targetUserId of [undefined, null, 0, -3, 1.5, '2']) {
      const response = await post({ title: 'a', body: 'b', isGlobal: false, targetUserId });
      expect([response.statusCode, response.json().message], String(targetUserId)).toEqual([400, TARGET_REQUIRED]);
    }
  });

  it('requires a title [VAL-050]', async () => {
    for (const title of [undefined, '', '   ', 3]) {
      expect((await post({ title, body: 'b' })).json().errors).toEqual({ title: 'Le titre est requis' });
    }
    expect((await post({ title: 'x'.repeat(201), body: 'b' })).json().message).toBe(
      'Ce champ ne doit pas dépasser 200 caractères',
    );
  });

  it('requires a message [VAL-051]', async () => {
    for (const body of [undefined, '', '   ', 3]) {
      expect((await post({ title: 'a', body })).json().errors).toEqual({ body: 'Le message est requis' });
    }
    expect((await post({ title: 'a', body: 'x'.repeat(5000) })).statusCode).toBe(201);
    expect((await post({ title: 'a', body: 'x'.repeat(5001) })).statusCode).toBe(400);
  });

  it('responds with 503 and stores nothing when the user cannot be checked', async () => {
    const other = await startNotify();
    await other.stopAuth();
    const payload = { title: 'a', body: 'b', isGlobal: false, targetUserId: 2 };
    const response = await call(other.app, { method: 'POST', url: '/api/notifications', payload }, asAdmin());
    expect(response.statusCode).toBe(503);
    expect(await other.database.notification.count()).toBe(0);
    await other.close();
  });

  it('creates emails on request only: one for one user, a batch for a broadcast', async () => {
    const silent = [await send(), await send({ isGlobal: false, targetUserId: 2 })].map(({ id }) => id);
    const forOne = await send({ isGlobal: false, targetUserId: 2, byEmail: true });
    const forAll = await send({ byEmail: true });
    const { delivery, emailBatch } = notify.database;
    expect(await delivery.count({ where: { notificationId: { in: silent } } })).toBe(0);
    expect(await delivery.findMany({ where: { notificationId: forOne.id } })).toMatchObject([
      { kind: 'announcement', userId: 2, state: 'PENDING', tokenId: null },
    ]);
    expect(await delivery.count({ where: { notificationId: forAll.id } })).toBe(0);
    expect(await emailBatch.findMany()).toEqual([
      { notificationId: forAll.id, afterUserId: 0, requestId: expect.any(String) },
    ]);
  });
});

describe('GET /api/notifications/user/{userId}', () => {
  it('lists broadcasts and notifications of that user, newest first [API-037, NOTIF-016]', async () => {
    const first = await send({ title: 'Un' });
    const own = await send({ title: 'Deux', isGlobal: false, targetUserId: 2 });
    await send({ title: 'Secret', isGlobal: false, targetUserId: 3 });
    const last = await send({ title: 'Trois' });
    await read(first.id);
    const response = await list(2);
    expect(response.headers['content-range']).toBe('notifications 0-2/3');
    expect(response.json()).toEqual([last, own, { ...first, isRead: true }]);
    expect((await list(2, {}, asAdmin())).json()).toEqual(response.json());
    expect((await list(2, {}, asUser(3))).statusCode).toBe(403);
    expect((await call(notify.app, { url: '/api/notifications/user/2' })).statusCode).toBe(401);
  });

  it('lists the higher id first when two were sent at the same moment', async () => {
    const sentAt = new Date('2026-01-01T12:00:00Z');
    const rows = await notify.database.notification.createManyAndReturn({
      data: [null, 2, null].map((targetUserId, n) => ({ title: `${n}`, body: 'b', targetUserId, sentAt })),
    });
    expect((await listed(2)).map(({ id }) => id)).toEqual(rows.map(({ id }) => id).toReversed());
  });

  it('shows the administrator the list of an unknown user as that of a user without notifications', async () => {
    const forAll = await send();
    await send({ isGlobal: false, targetUserId: 2 });
    expect((await list(999_999, {}, asAdmin())).json()).toEqual([forAll]);
  });

  it('accepts page, order, search and filters as every list does', async () => {
    const [a, b, c] = [
      await send({ title: 'Été à Ouaga' }),
      await send({ title: 'Colis arrivé', isGlobal: false, targetUserId: 2 }),
      await send({ title: 'Zone 100 % prête' }),
    ].map(({ id }) => id);
    await read(a ?? 0);
    const ids = async (query: Record<string, string>) => (await listed(2, query)).map(({ id }) => id);
    expect(await ids({ sort: '["id","ASC"]' })).toEqual([a, b, c]);
    expect(await ids({ sort: '["title","ASC"]' })).toHaveLength(3);
    expect(await ids({ range: '[1,1]' })).toEqual([b]);
    expect(await ids({ filter: '{"q":"ete A"}' })).toEqual([a]);
    expect(await ids({ filter: '{"q":"ARRIVE"}' })).toEqual([b]);
    expect(await ids({ filter: '{"q":"0 %"}' })).toEqual([c]);
    expect(await ids({ filter: '{"isRead":false}' })).toEqual([c, b]);
    expect(await ids({ filter: '{"isGlobal":false}' })).toEqual([b]);
    expect(await ids({ filter: `{"id":[${a},${c},99999999999]}` })).toEqual([c, a]);
    const beyond = await list(2, { range: '[9007199254740000,9007199254740001]' });
    expect([beyond.json(), beyond.headers['content-range']]).toEqual([[], 'notifications */3']);
    for (const query of [{ sort: '["body","ASC"]' }, { filter: '{"body":"x"}' }, { range: '[2,1]' }]) {
      expect((await list(2, query)).statusCode).toBe(400);
    }
  });

  it('returns at most 1000 rows, without delay from a table of 100,000', async () => {
    const other = await startNotify();
    await other.database.$executeRaw`
      INSERT INTO notifications (title, body, target_user_id, sent_at)
      SELECT 'Annonce ' || n, 'b', CASE WHEN n % 1000 = 0 THEN 2 END, now() - n * interval '1 minute'
      FROM generate_series(1, 100000) n`;
    await other.database.$executeRaw`VACUUM ANALYZE notifications`;
    const send = () => call(other.app, { url: '/api/notifications/user/2' }, asUser(2));
    await send();
    const start = performance.now();
    const response = await send();
    expect(performance.now() - start).toBeLessThan(500);
    expect(response.headers['content-range']).toBe('notifications 0-999/100000');
    const rows = response.json<Notification[]>();
    expect(rows.map(({ title }) => title)).toEqual(Array.from({ length: 1000 }, (_, n) => `Annonce ${n + 1}`));
    expect(rows.filter(({ targetUserId }) => targetUserId === 2)).toHaveLength(1);
    await other.close();
  });
});

describe('PATCH /api/notifications/{id}/read', () => {
  it('marks it as read for the caller, idempotently [API-038]', async () => {
    const own = await send({ isGlobal: false, targetUserId: 2 });
    for (const again of [1, 2]) {
      const response = await read(own.id);
      expect([again, response.statusCode, response.json()]).toEqual([again, 200, { ...own, isRead: true }]);
    }
    expect(await notify.database.readReceipt.count({ where: { notificationId: own.id } })).toBe(1);
    expect((await read(own.id, asUser(3))).statusCode).toBe(403);
    expect((await read(own.id, asAdmin())).statusCode).toBe(403);
    const visitor = { method: 'PATCH', url: `/api/notifications/${own.id}/read`, payload: {} } as const;
    expect((await call(notify.app, visitor)).statusCode).toBe(401);
    expect((await read(999_999)).json()).toMatchObject({ code: 'not-found', message: 'Notification non trouvée' });
  });

  it('leaves a broadcast unread for other users [NOTIF-015]', async () => {
    const { id } = await send();
    await read(id, asUser(2));
    expect(await listed(2)).toMatchObject([{ id, isRead: true }]);
    expect(await listed(3)).toMatchObject([{ id, isRead: false }]);
  });

  it('stores nothing for a deleted account', async () => {
    const { id } = await send();
    await notify.database.deletedUser.create({ data: { userId: 2 } });
    expect((await read(id)).statusCode).toBe(200);
    expect(await notify.database.readReceipt.count()).toBe(0);
  });

  it('responds with 400 to text as the id and with 404 to an unknown id [API-064]', async () => {
    for (const id of ['abc', '1.5', '%20']) expect((await read(id)).statusCode, id).toBe(400);
    for (const id of [-1, 0, 999_999, '99999999999999']) expect((await read(id)).statusCode, String(id)).toBe(404);
    for (const id of ['abc', '1.5']) {
      expect((await call(notify.app, { url: `/api/notifications/user/${id}` }, asAdmin())).statusCode, id).toBe(400);
    }
    for (const id of [-1, 999_999, '99999999999999']) {
      const response = await call(notify.app, { url: `/api/notifications/user/${id}` }, asAdmin());
      expect([response.statusCode, response.json()], String(id)).toEqual([200, []]);
    }
  });

  it.each([
    ['/api/notifications/user/2', 'id'],
    ['/api/popup-notifications', 'id'],
    ['/api/popup-notifications/unseen/user/2'],
    ['/api/email-deliveries'],
  ])('GET %s responds with an empty list to impossible ids and pages [SEC-017]', async (url, ...idFields) => {
    for (const query of impossibleListQueries(...idFields)) {
      const response = await call(notify.app, { url, query }, asAdmin());
      expect([response.statusCode, response.body], JSON.stringify(query)).toEqual([200, '[]']);
    }
  });
});

describe('broadcasts from before the account existed', () => {
  const before = async () => {
    const earlier = await send({ isGlobal: true });
    await notify.database.notification.update({
      where: { id: earlier.id },
      data: { sentAt: new Date('2024-12-31T00:00:00.000Z') },
    });
    return earlier;
  };

  it('count as read, unlike later ones and messages for the user [CARD-006]', async () => {
    const earlier = await before();
    const later = await send({ isGlobal: true });
    const own = await send({ targetUserId: 2 });
    await notify.database.notification.update({
      where: { id: own.id },
      data: { sentAt: new Date('2024-12-31T00:00:00.000Z') },
    });
    const isRead = new Map((await listed(2)).map((each) => [each.id, each.isRead]));
    expect([earlier, later, own].map(({ id }) => isRead.get(id))).toEqual([true, false, false]);
    expect((await listed(2, { filter: '{"isRead":true}' })).map(({ id }) => id)).toEqual([earlier.id]);
    expect((await listed(2, { filter: '{"isRead":false}' })).map(({ id }) => id)).not.toContain(earlier.id);
  });

  it('are listed as unread while auth does not respond', async () => {
    const { id } = await before();
    notify.auth.isDown = true;
    // A user whose registration is not in memory.
    const [first] = await listed(77);
    notify.auth.isDown = false;
    expect(first).toMatchObject({ id, isRead: false });
  });
});

describe('POST /api/notifications/read', () => {
  const readAll = (who = asUser(2)) =>
    call(notify.app, { method: 'POST', url: '/api/notifications/read', payload: {} }, who);

  it('marks all own notifications and broadcasts as read, for the caller alone, and again [CARD-006]', async () => {
    await send({ isGlobal: true });
    await send({ targetUserId: 2 });
    await send({ targetUserId: 3 });
    for (let time = 0; time < 2; time += 1) expect((await readAll()).statusCode).toBe(200);
    expect((await listed(2)).map(({ isRead }) => isRead)).toEqual([true, true]);
    expect((await listed(3)).map(({ isRead }) => isRead)).toEqual([false, false]);
    const receipts = await notify.database.readReceipt.findMany({ where: { notification: { targetUserId: 3 } } });
    expect(receipts).toEqual([]);
  });

  it('requires a session', async () => {
    expect((await call(notify.app, { method: 'POST', url: '/api/notifications/read', payload: {} })).statusCode).toBe(
      401,
    );
  });
});
