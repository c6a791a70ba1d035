import { call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Notify, startNotify } from './helpers.ts';

let notify: Notify;
beforeAll(async () => {
  notify = await startNotify();
});
afterAll(() => notify.close());

const report = (payload: object) => call(notify.app, { method: 'POST', url: '/api/page-failures', payload });
const FAILURE = { page: '/c/FC-1', message: 'TypeError: toReversed', browser: 'Chrome/89' };
const counted = async () =>
  /^page_failures_total (\d+)$/m.exec((await call(notify.app, { url: '/metrics' })).body)?.[1];

it('a page that fails in a browser is counted, from anybody, up to 60 in an hour [OLD-003]', async () => {
  expect((await report(FAILURE)).statusCode).toBe(200);
  expect(await counted()).toBe('1');
  for (let time = 1; time < 60; time += 1) await report(FAILURE);
  expect((await report(FAILURE)).statusCode).toBe(429);
  expect(await counted()).toBe('60');
});

it.each([{}, { ...FAILURE, page: 7 }, { ...FAILURE, message: null }])('%j is no report', async (payload) => {
  expect((await report(payload)).statusCode).toBe(400);
});
