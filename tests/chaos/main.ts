/** `npm run chaos [-- --minutes 20 --seed 1]`: random faults while clients work, and a check of what they were told. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { endRequested, report as reportError } from '../../infra/local/terminal.ts';
import { Chaos, describeReport } from './chaos.ts';
import { startInstallation } from './installation.ts';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '2' }, seed: { type: 'string' } } });
const minutes = Number(values.minutes);
const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed);
if (!(minutes > 0) || !Number.isSafeInteger(seed)) {
  console.error('Usage: npm run chaos -- [--minutes 20] [--seed 1]');
  process.exit(1);
}

console.log(`npm run chaos -- --minutes ${minutes} --seed ${seed}`);
const end = endRequested();
const installation = await startInstallation(end).catch((error: unknown) => {
  reportError(error);
  process.exit();
});
if (!installation.disk) console.log('No full disks: only root may mount the file system for them.');
let code = 1;
try {
  const interrupted = end.aborted ? new Error('interrupted') : once(end, 'abort').then(() => new Error('interrupted'));
  const chaos = new Chaos(installation, seed);
  const report = await Promise.race([chaos.run(minutes), installation.stack.crashed, interrupted]);
  if (report instanceof Error) throw report;
  console.log(describeReport(report));
  code = report.failures.length > 0 ? 1 : 0;
} catch (error) {
  console.error(`seed ${seed}:`, error);
} finally {
  await installation.stop();
}
if (code === 0) rmSync(installation.logs, { recursive: true });
else console.log(`logs: ${installation.logs}`);
process.exit(code);
