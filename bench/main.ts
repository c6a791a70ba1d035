/**
 * `npm run bench`: measures the product and a baseline in the same run. `npm run bench -- <mode>` for one mode, `npm run bench
 * -- requests <text>` for the kinds of requests with a text in their names.
 */
import { consignments } from './consignments.ts';
import { growth } from './growth.ts';
import { push } from './push.ts';
import { pushDevices } from './push-devices.ts';
import { pushRestart } from './push-restart.ts';
import { requests } from './requests.ts';
import { web } from './web.ts';

const modes: Record<string, (text?: string) => Promise<void>> = {
  requests,
  growth,
  push,
  'push-devices': pushDevices,
  'push-restart': pushRestart,
  web,
  consignments,
};
const [mode = 'requests', text] = process.argv.slice(2);
const run = modes[mode];
if (run) {
  await run(text);
  process.exit();
}
console.error(`Mode inconnu : ${mode}. Modes : ${Object.keys(modes).join(', ')}.`);
process.exit(1);
