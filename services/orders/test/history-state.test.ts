import { describe, expect, it } from 'vitest';
import { stateAfter } from '../src/history/state.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour));
const event = (status: string, hour: number, more: object = {}) => ({
  ...{ status, occurredAt: at(hour), note: null, milestoneLabel: null, place: null },
  ...{ keepsStatus: false, clearsText: false, ...more },
});
const CREATED = event('ORDER_CONFIRMED', 8);

describe('the state of an order', () => {
  it('without further events is that of its creation, without a latest update', () => {
    const reached = { furthestStep: 'ORDER_CONFIRMED', furthestStepAt: at(8), lastEventAt: at(8) };
    expect(stateAfter([CREATED])).toEqual({
      ...{ status: 'ORDER_CONFIRMED', latestUpdate: null, latestUpdateTime: null, ...reached },
    });
  });

  it('follows what happened last, in whatever order it was written', () => {
    const late = event('ARRIVED', 9, { milestoneLabel: 'Arrivé', place: 'Bobo' });
    expect(stateAfter([CREATED, event('CUSTOMS', 10, { note: 'En contrôle' }), late])).toMatchObject({
      ...{ status: 'CUSTOMS', latestUpdate: 'En contrôle', latestUpdateTime: at(10), lastEventAt: at(10) },
      ...{ furthestStep: 'ARRIVED', furthestStepAt: at(9) },
    });
  });

  it('keeps the status of a late event when only news happened after it', () => {
    const news = event('ORDER_CONFIRMED', 10, { note: 'Il manque la facture', keepsStatus: true });
    expect(stateAfter([CREATED, news, event('ARRIVED', 9)])).toMatchObject({
      ...{ status: 'ARRIVED', latestUpdate: 'Il manque la facture', latestUpdateTime: at(10) },
    });
  });

  it('follows what was written last of events of one moment', () => {
    expect(stateAfter([CREATED, event('ARRIVED', 9), event('DELIVERED', 9)])).toMatchObject({ status: 'DELIVERED' });
  });

  it('begins with the creation also when an event lies before it', () => {
    expect(stateAfter([CREATED, event('ARRIVED', 7)])).toMatchObject({
      ...{ status: 'ARRIVED', latestUpdateTime: at(7), lastEventAt: at(8) },
    });
  });

  it('keeps the former text under an event without one, and no text after it was removed', () => {
    const [text, status] = [event('PROCESSING', 9, { note: 'Emballé' }), event('IN_TRANSIT', 10)];
    expect(stateAfter([CREATED, text, status])).toMatchObject({ latestUpdate: 'Emballé', latestUpdateTime: at(10) });
    const removed = event('IN_TRANSIT', 11, { keepsStatus: true, clearsText: true });
    expect(stateAfter([CREATED, text, status, removed])).toMatchObject({ latestUpdate: null });
  });

  it('reached its furthest step when that happened first', () => {
    const events = [CREATED, event('ARRIVED', 11), event('IN_TRANSIT', 12), event('ARRIVED', 10)];
    expect(stateAfter(events)).toMatchObject({ furthestStep: 'ARRIVED', furthestStepAt: at(10), status: 'IN_TRANSIT' });
  });
});
