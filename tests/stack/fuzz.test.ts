import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeReport, type Failure, Fuzzer } from '../fuzz/fuzz.ts';
import { generateRequests } from '../fuzz/requests.ts';
import { startTemporaryStack, type TemporaryStack } from './temporary-stack.ts';

const SEED = 1;

let stack: TemporaryStack;
let fuzzer: Fuzzer;
beforeAll(async () => {
  stack = await startTemporaryStack('fuzz');
  fuzzer = await Fuzzer.open(stack.url, { email: stack.adminEmail, password: stack.adminPassword });
}, 120_000);
afterAll(async () => {
  fuzzer?.close();
  await stack?.stop();
});

/** What the processes have logged about requests that failed. */
function linesAbout(failures: Failure[]): string[] {
  const ids = failures.flatMap(({ reason }) => /"requestId":"([\w-]+)"/.exec(reason)?.[1] ?? []);
  const lines = stack.processes().flatMap(({ name }) => stack.logOf(name).split('\n'));
  return lines.filter((line) => ids.some((id) => line.includes(id)));
}

it('2,000 generated requests get responses in time, with documented statuses and no internals [SEC-017]', async () => {
  const report = await fuzzer.run(SEED, 2000);
  const description = describeReport(report);
  expect(report.failures, [description, ...linesAbout(report.failures)].join('\n')).toEqual([]);
  expect(report.statuses.size).toBe(fuzzer.operations.length);
  expect(description).toContain(`seed ${SEED}: 2000 requests`);
}, 180_000);

it('the same seed generates the same requests, and another seed generates others [SEC-017]', () => {
  const generate = (seed: number) => {
    const requests = generateRequests(fuzzer.operations, seed);
    return Array.from({ length: 1000 }, () => requests.next().value);
  };
  const requests = generate(SEED);
  expect(isDeepStrictEqual(generate(SEED), requests)).toBe(true);
  expect(isDeepStrictEqual(generate(SEED + 1), requests)).toBe(false);
});
