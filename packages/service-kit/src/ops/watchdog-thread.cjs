// CommonJS, because a thread with modules needs a third more memory (docs/decisions/0036).
const { writeSync } = require('node:fs');
const { workerData } = require('node:worker_threads');

/** @type {{ beats: Int32Array, checkMs: number, maxSilentChecks: number, line: string }} */
const { beats, checkMs, maxSilentChecks, line } = workerData;

// Counts its own checks instead of comparing clocks: a frozen process or a suspended machine freezes this thread too.
let silentChecks = 0;
while (silentChecks < maxSilentChecks) {
  const before = Atomics.load(beats, 0);
  Atomics.wait(beats, 1, 0, checkMs);
  silentChecks = Atomics.load(beats, 0) === before ? silentChecks + 1 : 0;
}
// Synchronously, because the logger belongs to the event loop that stands still.
writeSync(2, line);
process.kill(process.pid, 'SIGKILL');
