/**
 * `npm run bench`: measures the product and a baseline in the same run. `npm run bench -- <mode>` for one mode, `npm run bench
 * -- requests <text>` for the kinds of requests with a text in their names.
 */
import { generateChangedClients } from '../infra/prisma/generate.ts';

/** Loaded when one runs, since some import the services' database clients, which a fresh clone does not have. */
const modes: Record<string, () => Promise<(text?: string) => Promise<void>>> = {
  requests: async () => (await import('./requests.ts')).requests,
  growth: async () => (await import('./growth.ts')).growth,
  push: async () => (await import('./push.ts')).push,
  'push-devices': async () => (await import('./push-devices.ts')).pushDevices,
  'push-restart': async () => (await import('./push-restart.ts')).pushRestart,
  web: async () => (await import('./web.ts')).web,
  consignments: async () => (await import('./consignments.ts')).consignments,
};
const [mode = 'requests', text] = process.argv.slice(2);
const load = modes[mode];
if (load) {
  await generateChangedClients();
  await (await load())(text);
  process.exit();
}
console.error(`Mode inconnu : ${mode}. Modes : ${Object.keys(modes).join(', ')}.`);
process.exit(1);
