/** Preloaded into Node processes: shifts their clock by the milliseconds in the file CHAOS_CLOCKS/<pid>. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const POLL_MS = 100;
const OriginalDate = Date;
const file = join(process.env.CHAOS_CLOCKS ?? '', String(process.pid));
let shift = 0;

const now = () => OriginalDate.now() + shift;

globalThis.Date = new Proxy(OriginalDate, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length > 0 ? args : [now()], newTarget),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
// Libraries compare the constructors of values.
OriginalDate.prototype.constructor = Date;

setInterval(() => {
  try {
    shift = Number(readFileSync(file, 'utf8'));
  } catch {
    // Never shifted.
  }
}, POLL_MS).unref();
