import { randomUUID } from 'node:crypto';
import type { Delivery, DeliveryKind } from '@fasocolis/contracts/deliveries';
import { DELIVERY_KIND_LABELS } from '@fasocolis/contracts/delivery-labels';
import { asAdmin, asUser, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { removeOldDeliveries } from '../src/retention.ts';
import { type Notify, startNotify } from './helpers.ts';

let notify: Notify;
beforeAll(async () => {
  notify = await startNotify();
});
beforeEach(() => notify.database.delivery.deleteMany());
afterAll(() => notify.close());

const list = (query: Record<string, string> = {}, who = asAdmin()) =>
  call(notify.app, { url: '/api/email-deliveries', query }, who);
const retry = (id: string, who = asAdmin()) =>
  call(notify.app, { method: 'POST', url: `/api/email-deliveries/${id}/retry` }, who);
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute));

describe('GET /api/email-deliveries', () => {
  it('lists emails, newest first, with their state and without their links', async () => {
    const older = await notify.recordEmail({ createdAt: at(1), state: 'SENT', sentAt: at(2), attempts: 1 });
    const newer = await notify.recordEmail({
      createdAt: at(3),
      kind: 'email-verification',
      recipient: 'awa@example.com',
      userId: 7,
      state: 'FAILED',
      attempts: 3,
      lastError: '550 non',
      requestId: 'request-5',
    });
    const response = await list();
    expect(response.headers['content-range']).toBe('email-deliveries 0-1/2');
    expect(response.json()).toEqual([
      {
        id: newer.id,
        channel: 'email',
        kind: 'email-verification',
        recipient: 'awa@example.com',
        userId: 7,
        references: [],
        dropReason: null,
        state: 'failed',
        attempts: 3,
        lastError: '550 non',
        requestId: 'request-5',
        createdAt: '2026-01-01T12:03:00.000Z',
        sentAt: null,
      },
      {
        id: older.id,
        channel: 'email',
        kind: 'password-reset',
        recipient: null,
        userId: null,
        references: [],
        dropReason: null,
        state: 'sent',
        attempts: 1,
        lastError: null,
        requestId: null,
        createdAt: '2026-01-01T12:01:00.000Z',
        sentAt: '2026-01-01T12:02:00.000Z',
      },
    ]);
  });

  it('accepts page, order and filters as every list does', async () => {
    const failed = await notify.recordEmail({ createdAt: at(1), state: 'FAILED' });
    const sent = await notify.recordEmail({ createdAt: at(2), state: 'SENT', kind: 'email-verification' });
    const ids = async (query: Record<string, string>) => (await list(query)).json<Delivery[]>().map(({ id }) => id);
    expect(await ids({ sort: '["createdAt","ASC"]' })).toEqual([failed.id, sent.id]);
    expect(await ids({ range: '[1,1]' })).toEqual([failed.id]);
    expect(await ids({ filter: '{"state":"failed"}' })).toEqual([failed.id]);
    expect(await ids({ filter: '{"kind":"email-verification"}' })).toEqual([sent.id]);
    expect(await ids({ filter: JSON.stringify({ id: [sent.id] }) })).toEqual([sent.id]);
    const empty = await list({ filter: '{"state":"dropped"}' });
    expect([empty.json(), empty.headers['content-range']]).toEqual([[], 'email-deliveries */0']);
  });

  it('names the customer and the parcels of a message that was dropped, and why [OFF-008]', async () => {
    const orders = { create: [{ orderId: 1, reference: 'FC-1' }] };
    const { id: notificationId } = await notify.database.notification.create({
      data: { title: 'Arrivée', body: 'FC-1', targetUserId: 2, cause: 'status', reference: 'FC-1', orders },
    });
    await notify.database.delivery.create({
      data: {
        ...{ id: randomUUID(), kind: 'order-status', notificationId, userId: 2 },
        ...{ state: 'DROPPED', dropReason: 'unverified-address' },
      },
    });
    expect((await list({ filter: '{"state":"dropped"}' })).json()).toMatchObject([
      { recipient: null, userId: 2, references: ['FC-1'], dropReason: 'unverified-address' },
    ]);
  });

  it('finds emails by a part of their address, in any case, without wildcards', async () => {
    const awa = await notify.recordEmail({ recipient: 'Awa_Traore@example.com' });
    await notify.recordEmail({ recipient: 'awaXtraore@example.org' });
    await notify.recordEmail({ recipient: null });
    const found = await list({ filter: JSON.stringify({ q: ' awa_TRAORE@ ', state: 'pending' }) });
    expect(found.json<Delivery[]>().map(({ id }) => id)).toEqual([awa.id]);
    expect(found.headers['content-range']).toBe('email-deliveries 0-0/1');
    expect((await list({ filter: '{"q":"%"}' })).json()).toEqual([]);
  });

  it('finds WhatsApp messages by digits of their number, in any spelling [READ-012]', async () => {
    const told = await notify.recordEmail({ channel: 'whatsapp', recipient: '+22670998877' });
    await notify.recordEmail({ channel: 'whatsapp', recipient: '+22670998866' });
    for (const q of ['70 99 88 77', '00226 70-99-88-77', '998877']) {
      const found = await list({ filter: JSON.stringify({ q }) });
      expect(found.json<Delivery[]>().map(({ id }) => id)).toEqual([told.id]);
    }
  });

  it('refuses unknown filters and sort fields', async () => {
    for (const query of [{ sort: '["lastError","ASC"]' }, { filter: '{"state":"lost"}' }, { range: '[3,1]' }]) {
      expect((await list(query)).statusCode).toBe(400);
    }
  });

  it('is for the administrator only', async () => {
    expect((await list({}, asUser(2))).statusCode).toBe(403);
    expect((await call(notify.app, { url: '/api/email-deliveries' })).statusCode).toBe(401);
  });
});

describe('POST /api/email-deliveries/{id}/retry', () => {
  it('resets the attempts of a failed email', async () => {
    const { id } = await notify.recordEmail({ state: 'FAILED', attempts: 30, lastError: 'timeout' });
    const response = await retry(id);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ id, state: 'pending', attempts: 0 });
    const { kind } = await notify.database.delivery.findUniqueOrThrow({ where: { id } });
    const entry = await notify.database.change.findFirst({ where: { subject: 'delivery', subjectId: id } });
    expect(entry?.after).toEqual({ kind: DELIVERY_KIND_LABELS[kind as DeliveryKind] });
  });

  it('refuses emails that have not failed, and unknown ones', async () => {
    const { id } = await notify.recordEmail({ state: 'SENT' });
    const response = await retry(id);
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({ message: 'Seul un message en échec peut être renvoyé' });
    expect((await retry(randomUUID())).statusCode).toBe(404);
    expect((await retry('5')).statusCode).toBe(400);
  });

  it('is for the administrator only', async () => {
    const { id } = await notify.recordEmail({ state: 'FAILED' });
    expect((await retry(id, asUser(2))).statusCode).toBe(403);
    expect((await call(notify.app, { method: 'POST', url: `/api/email-deliveries/${id}/retry` })).statusCode).toBe(401);
    expect(await notify.database.delivery.count({ where: { state: 'FAILED' } })).toBe(1);
  });
});

describe('POST /api/email-deliveries/retry-failed', () => {
  const retryAll = (who?: Parameters<typeof call>[2]) =>
    call(notify.app, { method: 'POST', url: '/api/email-deliveries/retry-failed' }, who);

  it('resets the attempts of every failed email, once', async () => {
    const failed = [
      await notify.recordEmail({ state: 'FAILED', attempts: 30, lastError: 'timeout' }),
      await notify.recordEmail({ state: 'FAILED', attempts: 1, lastError: '550 non' }),
    ];
    const sent = await notify.recordEmail({ state: 'SENT', attempts: 1 });
    const first = await retryAll(asAdmin());
    expect([first.statusCode, first.json()]).toEqual([200, { retried: 2 }]);
    expect((await retryAll(asAdmin())).json()).toEqual({ retried: 0 });
    const rows = await notify.database.delivery.findMany();
    const states = Object.fromEntries(rows.map(({ id, state, attempts }) => [id, `${state} ${attempts}`]));
    expect(states).toEqual({
      ...Object.fromEntries(failed.map(({ id }) => [id, 'PENDING 0'])),
      [sent.id]: 'SENT 1',
    });
  });

  it('is for the administrator only', async () => {
    await notify.recordEmail({ state: 'FAILED' });
    expect((await retryAll(asUser(2))).statusCode).toBe(403);
    expect((await retryAll()).statusCode).toBe(401);
    expect(await notify.database.delivery.count({ where: { state: 'FAILED' } })).toBe(1);
  });
});

describe('the removal of old emails', () => {
  const now = at(0);
  const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 3_600_000);

  it('deletes emails that were sent, dropped or failed more than 90 days ago, and no pending ones [SEC-014]', async () => {
    const old = { createdAt: daysAgo(100) };
    await notify.recordEmail({ ...old, state: 'SENT', sentAt: daysAgo(91) });
    await notify.recordEmail({ ...old, state: 'DROPPED' });
    await notify.recordEmail({ createdAt: daysAgo(91), state: 'FAILED' });
    const kept = [
      await notify.recordEmail({ ...old, state: 'SENT', sentAt: daysAgo(89) }),
      await notify.recordEmail({ createdAt: daysAgo(89), state: 'DROPPED' }),
      await notify.recordEmail({ createdAt: daysAgo(89), state: 'FAILED' }),
      await notify.recordEmail({ ...old, state: 'PENDING' }),
    ];
    expect(await removeOldDeliveries(notify.database, now)).toBe(3);
    const rows = await notify.database.delivery.findMany({ select: { id: true } });
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(kept.map(({ id }) => id)));
  });
});
