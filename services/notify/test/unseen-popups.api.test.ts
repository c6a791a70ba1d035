import type { Popup } from '@fasocolis/contracts/popups';
import { asAdmin, asUser, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Notify, startNotify } from './helpers.ts';

let notify: Notify;
beforeAll(async () => {
  notify = await startNotify();
});
beforeEach(async () => {
  await notify.database.popup.deleteMany();
  await notify.database.deletedUser.deleteMany();
});
afterAll(() => notify.close());

const url = '/api/popup-notifications';

const create = async (fields: object = {}) => {
  const payload = { title: 'Bienvenue', content: 'Suivez vos colis ici.', ...fields };
  const response = await call(notify.app, { method: 'POST', url, payload }, asAdmin());
  if (response.statusCode !== 201) throw new Error(response.body);
  return response.json<Popup>();
};
const unseenBy = async (userId: number) =>
  (await call(notify.app, { url: `${url}/unseen/user/${userId}` }, asUser(userId))).json<Popup[]>();
const idsUnseenBy = async (userId: number) => (await unseenBy(userId)).map(({ id }) => id);
const seen = (popupId: number | string, payload: object = {}, who = asUser(2)) =>
  call(notify.app, { method: 'POST', url: `${url}/${popupId}/seen`, payload }, who);
/** The UTC day that many days from today. */
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

describe('GET /api/popup-notifications/unseen/user/{userId}', () => {
  it('lists active popups that the user has not seen, oldest first [API-041, API-062]', async () => {
    const [first, second] = [await create(), await create({ showOnce: false })];
    const request = { url: `${url}/unseen/user/2` };
    const response = await call(notify.app, request, asUser(2));
    expect([response.statusCode, response.json()]).toEqual([200, [first, second]]);
    expect(response.headers['content-range']).toBe('popup-notifications 0-1/2');
    await seen(first.id);
    expect(await unseenBy(2)).toEqual([second]);
    expect((await call(notify.app, request, asAdmin())).json()).toEqual([second]);
    expect((await call(notify.app, { url: `${url}/unseen/user/999999` }, asAdmin())).json()).toEqual([first, second]);
    expect((await call(notify.app, request, asUser(3))).statusCode).toBe(403);
    expect((await call(notify.app, request)).statusCode).toBe(401);
  });

  it('never lists inactive popups [POPUP-022]', async () => {
    const { id } = await create({ isActive: false });
    expect(await unseenBy(2)).toEqual([]);
    await call(notify.app, { method: 'PATCH', url: `${url}/${id}`, payload: { isActive: true } }, asAdmin());
    expect(await idsUnseenBy(2)).toEqual([id]);
  });

  it('includes a popup from its first day on [POPUP-023]', async () => {
    await create({ startDate: day(2) });
    const begun = [await create({ startDate: day(-1) }), await create({ startDate: day(0) })];
    expect(await unseenBy(2)).toEqual(begun);
  });

  it('includes a popup up to its last day [POPUP-024]', async () => {
    await create({ endDate: day(-1) });
    const running = [await create({ endDate: day(0) }), await create({ startDate: day(-9), endDate: day(1) })];
    expect(await unseenBy(2)).toEqual(running);
  });

  it('lists a popup that is shown once until the user has seen it [POPUP-025]', async () => {
    const { id } = await create({ showOnce: true });
    await seen(id);
    expect(await idsUnseenBy(2)).toEqual([]);
    expect(await idsUnseenBy(3)).toEqual([id]);
  });

  it('lists a popup that is not shown once again and again [POPUP-027]', async () => {
    const { id } = await create({ showOnce: false });
    await seen(id);
    expect(await idsUnseenBy(2)).toEqual([id]);
  });
});

describe('POST /api/popup-notifications/{popupId}/seen', () => {
  it('records it once for the caller, idempotently [API-042, ENT-015]', async () => {
    const { id } = await create();
    for (const body of [{ userId: 2 }, { userId: 2 }, {}]) {
      const response = await seen(id, body);
      expect([response.statusCode, Object.keys(response.json())]).toEqual([200, ['message']]);
    }
    await Promise.all(Array.from({ length: 10 }, () => seen(id, { userId: 2 })));
    expect(await notify.database.popupSeen.findMany()).toMatchObject([{ popupId: id, userId: 2 }]);
  });

  it('lets the administrator, and no other caller, record it for others', async () => {
    const { id } = await create();
    expect((await seen(id, { userId: 3 })).statusCode).toBe(403);
    expect((await seen(id, { userId: 3 }, asAdmin())).statusCode).toBe(200);
    expect(await notify.database.popupSeen.findMany()).toMatchObject([{ popupId: id, userId: 3 }]);
    expect((await call(notify.app, { method: 'POST', url: `${url}/${id}/seen`, payload: {} })).statusCode).toBe(401);
    for (const userId of ['2', 1.5, 0, 99_999_999_999]) {
      expect((await seen(id, { userId }, asAdmin())).statusCode, String(userId)).toBe(400);
    }
  });

  it('stores nothing for a deleted account', async () => {
    const { id } = await create();
    await notify.database.deletedUser.create({ data: { userId: 2 } });
    expect((await seen(id)).statusCode).toBe(200);
    expect(await notify.database.popupSeen.count()).toBe(0);
  });
});
