/** `npm run fuzz [-- --requests 100000 --seed 1]`: generated requests to every operation of the API. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { endRequested } from '../../infra/local/terminal.ts';
import { startTemporaryStack } from '../stack/temporary-stack.ts';
import { describeReport, Fuzzer } from './fuzz.ts';

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '10000' }, seed: { type: 'string' } },
});
const requests = Number(values.requests);
const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed);
if (!Number.isSafeInteger(requests) || requests < 1 || !Number.isSafeInteger(seed)) {
  console.error('Usage: npm run fuzz -- [--requests 100000] [--seed 1]');
  process.exit(1);
}

console.log(`npm run fuzz -- --requests ${requests} --seed ${seed}`);
const end = endRequested();
const stack = await startTemporaryStack('fuzz', { signal: end, log: (line) => console.log(line) });
let code = 1;
try {
  const fuzzer = await Fuzzer.open(stack.url, { email: stack.adminEmail, password: stack.adminPassword });
  const progress = (sent: number) => sent % 5000 === 0 && console.log(`${sent} requests sent`);
  const ended = end.aborted ? new Error('interrupted') : once(end, 'abort').then(() => new Error('interrupted'));
  const report = await Promise.race([fuzzer.run(seed, requests, progress), stack.crashed, ended]);
  if (report instanceof Error) throw report;
  console.log(describeReport(report));
  code = report.failures.length > 0 ? 1 : 0;
} catch (error) {
  console.error(error);
} finally {
  await stack.stop();
}
process.exit(code);
