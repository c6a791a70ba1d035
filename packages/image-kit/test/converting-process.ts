import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { convertImage } from '../src/convert.ts';

/** A process of its own, for measuring: converts the image from standard input and reports as JSON. */
const bytes = await buffer(process.stdin);
let ticks = 0;
setInterval(() => {
  ticks += 1;
}, 10).unref();
const outcome = await convertImage(bytes).then(
  (variants) => variants.length,
  ({ reason }: { reason?: string }) => reason ?? 'failed',
);
const [, peakKb] = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
process.stdout.write(JSON.stringify({ outcome, ticks, peakMb: Number(peakKb) / 1024 }));
