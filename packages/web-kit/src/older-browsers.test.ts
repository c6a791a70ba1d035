import { expect, it, vi } from 'vitest';

import { randomUuid, timeoutSignal } from './older-browsers.ts';

it('a timeout signal aborts after its time with a TimeoutError', () => {
  vi.useFakeTimers();
  const signal = timeoutSignal(1000);
  vi.advanceTimersByTime(999);
  expect(signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  vi.useRealTimers();
  expect(signal.aborted).toBe(true);
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
});

it('a random UUID has the form of version 4 and is another one each time', () => {
  const ids = Array.from({ length: 100 }, randomUuid);
  const version4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
  expect(ids.filter((id) => !version4.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
});
