import type { Order, OrderEvent, StaffOrderEvent } from '@fasocolis/contracts/orders';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetDevice } from '../../shared/forget-device.ts';
import { lastSeenIn, rememberParcel, rememberParcels, seenParcels } from './last-seen.ts';
import { TIMEOUT_MS, trackingQueries } from './tracking-queries.ts';

const AT = '2026-03-12T14:07:00.000Z';
const parcel = (reference: string): Order => ({
  id: 7,
  reference,
  status: 'IN_TRANSIT',
  statusLabel: 'En Transit',
  statusKind: 'step',
  statusSentence: null,
  situation: null,
  furthestStep: 'IN_TRANSIT',
  estimatedDelivery: '2026-04-01',
  expectedArrival: null,
  mode: null,
  pieces: null,
  weightGrams: null,
  recipientName: null,
  latestUpdate: null,
  latestUpdateTime: null,
  createdAt: AT,
  updatedAt: AT,
});
const event = {
  ...{ id: 1, status: 'IN_TRANSIT', label: 'En Transit', kind: 'step', note: null, occurredAt: AT },
} satisfies OrderEvent;
const EVENTS: OrderEvent[] = [event];

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('the parcels remembered on the device', () => {
  it('are found by any spelling of the reference', () => {
    rememberParcel(parcel('FC-12 34'), EVENTS, AT);
    expect(lastSeenIn('fc1234')).toEqual({ order: parcel('FC-12 34'), events: EVENTS, seenAt: AT });
  });

  it.each(['SUIVI DEMO0003', '#DEMO0003', 'https://colis.example.com/c/DEMO0003', 'DEMO0003 svp'])(
    'are found by the text %j',
    (text) => {
      rememberParcel(parcel('DEMO0003'), EVENTS, AT);
      expect(lastSeenIn(text)?.order.reference).toBe('DEMO0003');
    },
  );

  it('are replaced by a list of parcels, and keep the history of those that have not changed', () => {
    for (const reference of ['COLIS1', 'COLIS2', 'COLIS3']) rememberParcel(parcel(reference), EVENTS, AT);
    const later = '2026-03-13T14:07:00.000Z';
    const changed = { ...parcel('COLIS2'), updatedAt: later };
    rememberParcels([parcel('COLIS1'), changed], later);
    expect(seenParcels().map(({ order, events, seenAt }) => [order.reference, events.length, seenAt])).toEqual([
      ['COLIS1', 1, later],
      ['COLIS2', 0, later],
      ['COLIS3', 1, AT],
    ]);
  });

  it('are those of a visitor, also when the owner or staff saw them', () => {
    const order: Order = {
      ...{ ...parcel('COLIS1'), recipientName: 'Awa Marie Ouédraogo', recipientPhone: '+22670000001', userId: 5 },
      ...{ pickupCode: '048213', recipientConsent: true, archivedAt: null, lastEventAt: AT, isSilent: false },
      consignment: { id: 3, code: 'AIR-3' },
    };
    const withdrawn = { at: AT, byUserId: 9, reason: 'Erreur' };
    const entry: StaffOrderEvent = { ...event, byUserId: 9, withdrawn };
    rememberParcel(Object.assign({ later: 'private' }, order), [entry], AT);
    const [stored] = JSON.parse(localStorage.getItem('fasocolis:parcels') ?? '');
    expect(stored).toEqual({
      order: { ...parcel('COLIS1'), recipientName: 'Awa O.' },
      events: [event],
      seenAt: AT,
    });
  });

  it('are one entry per parcel, for the twenty seen last', () => {
    for (let number = 1; number <= 21; number += 1) rememberParcel(parcel(`COLIS${number}`), [], AT);
    rememberParcel({ ...parcel('COLIS2'), status: 'DELIVERED' }, [], AT);
    rememberParcel(parcel('COLIS22'), [], AT);
    expect(lastSeenIn('COLIS1')).toBeUndefined();
    expect(lastSeenIn('COLIS2')?.order.status).toBe('DELIVERED');
    expect(lastSeenIn('COLIS3')).toBeUndefined();
    expect(lastSeenIn('COLIS4')).toBeDefined();
  });

  it('include orders that the previous release stored (docs/decisions/0018)', () => {
    // Literally as the first release writes it: change it only when that release is no longer in use.
    const stored = `[{"order":{"id":7,"reference":"COLIS1","status":"IN_TRANSIT","estimatedDelivery":"2026-04-01","latestUpdate":null,"latestUpdateTime":null,"createdAt":"${AT}","updatedAt":"${AT}"},"events":[{"id":1,"status":"IN_TRANSIT","label":"En Transit","note":null,"occurredAt":"${AT}"}],"seenAt":"${AT}"}]`;
    localStorage.setItem('fasocolis:parcels', stored);
    expect(lastSeenIn('COLIS1')).toEqual({
      order: { ...parcel('COLIS1'), statusLabel: '', statusKind: null, furthestStep: 'ORDER_CONFIRMED' },
      events: [{ ...EVENTS[0], kind: null }],
      seenAt: AT,
    });
  });

  it('keep the readable entries when one is not', () => {
    rememberParcel(parcel('COLIS1'), [], AT);
    const [entry] = JSON.parse(localStorage.getItem('fasocolis:parcels') ?? '');
    localStorage.setItem('fasocolis:parcels', JSON.stringify([{ order: { id: 7 } }, entry]));
    expect(lastSeenIn('COLIS1')?.order.reference).toBe('COLIS1');
  });

  it('are empty after signing out, without storage, and when they cannot be parsed', () => {
    rememberParcel(parcel('COLIS1'), [], AT);
    forgetDevice();
    expect(lastSeenIn('COLIS1')).toBeUndefined();
    localStorage.setItem('fasocolis:parcels', '[{"order":{"id":7}}]');
    expect(lastSeenIn('COLIS1')).toBeUndefined();
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(() => rememberParcel(parcel('COLIS1'), [], AT)).not.toThrow();
  });
});

describe('a search', () => {
  const respondWith = (status: number, body: object = {}) =>
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(body, { status }));
  const search = () => new QueryClient().fetchQuery({ ...trackingQueries.order('COLIS1'), retry: false });

  it('with a response shows the response only', async () => {
    rememberParcel(parcel('COLIS1'), EVENTS, AT);
    respondWith(200, { ...parcel('COLIS1'), status: 'DELIVERED' });
    expect(await search()).toEqual({ order: { ...parcel('COLIS1'), status: 'DELIVERED' }, lastSeen: null });
  });

  it('without a response shows the last known state, with its date', async () => {
    rememberParcel(parcel('COLIS1'), EVENTS, AT);
    const lastKnown = { order: parcel('COLIS1'), lastSeen: { order: parcel('COLIS1'), events: EVENTS, seenAt: AT } };
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
    expect(await search()).toEqual(lastKnown);
    for (const status of [429, 502, 503, 504]) {
      respondWith(status);
      expect(await search()).toEqual(lastKnown);
    }
  });

  it('without a response in time shows the last known state', async () => {
    rememberParcel(parcel('COLIS1'), EVENTS, AT);
    vi.useFakeTimers();
    vi.spyOn(globalThis, 'fetch').mockReturnValue(new Promise(() => {}));
    const found = search();
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS);
    vi.useRealTimers();
    expect((await found).lastSeen?.seenAt).toBe(AT);
  });

  it('of an unknown text fails as the request for what it may name does', async () => {
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) =>
      typeof url === 'string' && url.endsWith('/matches')
        ? Response.json({}, { status: 429 })
        : Response.json({}, { status: 404 }),
    );
    await expect(search()).rejects.toMatchObject({ status: 429 });
    rememberParcel(parcel('COLIS1'), EVENTS, AT);
    expect((await search()).lastSeen?.seenAt).toBe(AT);
  });

  it('fails when the service responds with an error, and when nothing is remembered', async () => {
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
    await expect(search()).rejects.toMatchObject({ status: 0 });
    rememberParcel(parcel('COLIS1'), EVENTS, AT);
    for (const status of [404, 410, 500]) {
      respondWith(status);
      await expect(search()).rejects.toMatchObject({ status });
    }
    expect(lastSeenIn('COLIS1')).toBeDefined();
  });
});
