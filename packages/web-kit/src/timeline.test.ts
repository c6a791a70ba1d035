// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { orderTimeline } from './timeline.ts';

const day = (number: number) => `2025-03-${String(number).padStart(2, '0')}T00:00:00.000Z`;
const unknown = { statusLabel: '', statusKind: null, furthestStep: 'ORDER_CONFIRMED' } as const;
const order = (status: string, latestUpdateTime: string | null = day(11)) => ({
  ...unknown,
  status,
  createdAt: day(1),
  latestUpdateTime,
  updatedAt: day(21),
});
const times = (steps: ReturnType<typeof orderTimeline>) => steps.map((step) => step.timestamp?.toISOString());
const states = (status: string) => orderTimeline(order(status)).map((step) => step.status);

describe('the timeline of an order', () => {
  it('always has five steps, numbered and labelled in order [STAT-018, CONST-021]', () => {
    for (const status of ['ORDER_CONFIRMED', 'DELIVERED', 'ON_HOLD']) {
      expect(orderTimeline(order(status)).map((step) => [step.number, step.label])).toEqual([
        [1, 'Commande Confirmée'],
        [2, 'En Traitement'],
        [3, 'En Transit'],
        [4, 'Arrivée au Burkina'],
        [5, 'Livrée'],
      ]);
    }
  });

  it('has completed steps before the current one, which is active, and pending ones after it [STAT-019]', () => {
    expect(states('ORDER_CONFIRMED')).toEqual(['active', 'pending', 'pending', 'pending', 'pending']);
    expect(states('PROCESSING')).toEqual(['completed', 'active', 'pending', 'pending', 'pending']);
    expect(states('IN_TRANSIT')).toEqual(['completed', 'completed', 'active', 'pending', 'pending']);
    expect(states('ARRIVED')).toEqual(['completed', 'completed', 'completed', 'active', 'pending']);
    expect(states('DELIVERED')).toEqual(['completed', 'completed', 'completed', 'completed', 'active']);
  });

  it('treats an unknown status as the first step [STAT-020]', () => {
    expect(states('ON_HOLD')).toEqual(['active', 'pending', 'pending', 'pending', 'pending']);
  });

  it('places the steps at 0, 20, 40, 70 and 90 percent of the span without recorded events [STAT-021, CONST-022]', () => {
    expect(times(orderTimeline(order('DELIVERED')))).toEqual([day(1), day(3), day(5), day(8), day(10)]);
  });

  it('ends the span at the latest update, else at the last change, else now [STAT-022]', () => {
    const now = new Date(day(31));
    const lastStep = (of: Parameters<typeof orderTimeline>[0]) => times(orderTimeline(of, [], now))[4];
    expect(lastStep(order('DELIVERED'))).toBe(day(10));
    expect(lastStep(order('DELIVERED', null))).toBe(day(19));
    expect(lastStep({ ...unknown, status: 'DELIVERED', createdAt: day(1) })).toBe(day(28));
  });

  it('has no span when the latest update lies before the creation', () => {
    const steps = orderTimeline({ ...order('PROCESSING'), latestUpdateTime: '2025-02-01T00:00:00.000Z' });
    expect(times(steps).slice(0, 2)).toEqual([day(1), day(1)]);
  });

  it('has times only up to and including the current step [STAT-023]', () => {
    expect(times(orderTimeline(order('IN_TRANSIT')))).toEqual([day(1), day(3), day(5), undefined, undefined]);
  });
});

describe('the timeline of an order in a status that the administrator defined', () => {
  const customs = {
    ...order('CUSTOMS_HOLD'),
    statusLabel: 'En douane',
    statusKind: 'waiting',
    furthestStep: 'IN_TRANSIT',
  } as const;

  it('keeps the furthest step reached active', () => {
    const steps = orderTimeline(customs);
    expect(steps.map(({ status }) => status)).toEqual(['completed', 'completed', 'active', 'pending', 'pending']);
  });

  it('marks that step only, with the label and the kind', () => {
    expect(orderTimeline(customs).map(({ mark }) => mark)).toEqual([
      undefined,
      undefined,
      { label: 'En douane', kind: 'waiting' },
      undefined,
      undefined,
    ]);
  });

  it('shows the time at which that step was reached, not that of the status', () => {
    const events = [
      { status: 'ORDER_CONFIRMED', occurredAt: day(1) },
      { status: 'IN_TRANSIT', occurredAt: day(4) },
      { status: 'CUSTOMS_HOLD', occurredAt: day(9) },
    ];
    expect(times(orderTimeline(customs, events))[2]).toBe(day(4));
  });

  it('has no mark for a built-in status, which is the active step even after a step back', () => {
    const setBack = { ...order('PROCESSING'), statusKind: 'step', furthestStep: 'ARRIVED' } as const;
    expect(
      orderTimeline(setBack)
        .map(({ status }) => status)
        .indexOf('active'),
    ).toBe(1);
    expect(orderTimeline(setBack).some(({ mark }) => mark)).toBe(false);
  });

  it('has no mark for an undefined code, whatever step was reached [STAT-020]', () => {
    const undefinedCode = { ...order('ON_HOLD'), furthestStep: 'ARRIVED' } as const;
    expect(orderTimeline(undefinedCode)[0]).toMatchObject({ status: 'active' });
    expect(orderTimeline(undefinedCode).some(({ mark }) => mark)).toBe(false);
  });
});

describe('the timeline of an order whose changes were recorded', () => {
  const event = (status: string, occurredAt: string) => ({ status, occurredAt });

  it('shows the recorded times', () => {
    const events = [event('ORDER_CONFIRMED', day(1)), event('PROCESSING', day(2)), event('IN_TRANSIT', day(9))];
    expect(times(orderTimeline(order('IN_TRANSIT'), events)).slice(0, 3)).toEqual([day(1), day(2), day(9)]);
  });

  it('interpolates a skipped step between the recorded steps around it', () => {
    const events = [event('ORDER_CONFIRMED', day(1)), event('IN_TRANSIT', day(9))];
    expect(times(orderTimeline(order('IN_TRANSIT'), events))[1]).toBe(day(5));
  });

  it('names the interpolated time of a step beside recorded ones an estimate [CARD-003]', () => {
    const events = [event('ORDER_CONFIRMED', day(1)), event('IN_TRANSIT', day(9))];
    expect(orderTimeline(order('IN_TRANSIT'), events).map(({ isEstimated }) => isEstimated)).toEqual([
      undefined,
      true,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('estimates nothing for an order without recorded changes [CARD-003]', () => {
    expect(orderTimeline(order('IN_TRANSIT')).some(({ isEstimated }) => isEstimated)).toBe(false);
  });

  it('interpolates the steps after the last recorded one up to the latest update', () => {
    const events = [event('ORDER_CONFIRMED', day(1)), event('PROCESSING', day(3))];
    expect(times(orderTimeline(order('IN_TRANSIT'), events))[2]).toBe(day(5));
  });

  it('uses the latest change to a status, ignoring events that keep it', () => {
    const events = [
      event('ORDER_CONFIRMED', day(1)),
      event('PROCESSING', day(2)),
      event('IN_TRANSIT', day(3)),
      event('PROCESSING', day(4)),
      event('PROCESSING', day(6)),
    ];
    expect(times(orderTimeline(order('PROCESSING'), events)).slice(0, 2)).toEqual([day(1), day(4)]);
  });

  it('has ascending times when a parcel was set back and then skipped steps', () => {
    const events = [
      event('ORDER_CONFIRMED', day(1)),
      event('IN_TRANSIT', day(3)),
      event('ORDER_CONFIRMED', day(4)),
      event('ARRIVED', day(11)),
    ];
    const shown = orderTimeline(order('ARRIVED'), events).flatMap((step) => step.timestamp?.getTime() ?? []);
    expect(shown).toEqual([...shown].sort((a, b) => a - b));
    expect(new Date(shown[0] ?? 0).toISOString()).toBe(day(4));
    expect(new Date(shown[3] ?? 0).toISOString()).toBe(day(11));
  });

  it('shows the same time for steps that were recorded together', () => {
    const events = [event('ORDER_CONFIRMED', day(1)), event('PROCESSING', day(3)), event('IN_TRANSIT', day(3))];
    expect(times(orderTimeline(order('IN_TRANSIT'), events)).slice(0, 3)).toEqual([day(1), day(3), day(3)]);
  });

  it('ends no earlier than its last recorded step', () => {
    const events = [event('PROCESSING', day(15))];
    expect(times(orderTimeline(order('IN_TRANSIT', day(11)), events))[2]).toBe(day(15));
  });

  it('starts no later than its first recorded step', () => {
    const events = [event('PROCESSING', '2025-02-20T00:00:00.000Z')];
    expect(times(orderTimeline(order('PROCESSING'), events)).slice(0, 2)).toEqual([
      '2025-02-20T00:00:00.000Z',
      '2025-02-20T00:00:00.000Z',
    ]);
  });
});
