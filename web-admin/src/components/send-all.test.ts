// @vitest-environment node
import { expect, it } from 'vitest';
import { sendAll } from './send-all.ts';

it('every item is sent once, a few at a time, and the failed ones are returned in their order with the first reason', async () => {
  const sent: number[] = [];
  let underWay = 0;
  let max = 0;
  const outcome = await sendAll([7, 3, 9, 1, 8, 2, 6, 4], async (id) => {
    sent.push(id);
    underWay += 1;
    max = Math.max(max, underWay);
    await new Promise((done) => setTimeout(done, id));
    underWay -= 1;
    if (id % 3 === 0) throw new Error(`Non ${id}`);
  });
  expect(sent).toEqual([7, 3, 9, 1, 8, 2, 6, 4]);
  expect(max).toBe(4);
  expect(outcome).toEqual({ failed: [3, 9, 6], reason: new Error('Non 3') });
});

it('an empty list is not a failure', async () => {
  expect(await sendAll([], () => Promise.reject(new Error('Non')))).toEqual({ failed: [], reason: undefined });
});

it('items that were not started before the abort are not sent, and the started ones are awaited', async () => {
  const stop = new AbortController();
  const [begun, ended]: [number[], number[]] = [[], []];
  await sendAll(
    Array.from({ length: 40 }, (_, index) => index),
    async (id) => {
      begun.push(id);
      if (id === 9) stop.abort();
      await Promise.resolve();
      ended.push(id);
    },
    stop.signal,
  );
  expect(begun.length).toBeLessThan(20);
  expect(new Set(ended)).toEqual(new Set(begun));
});
