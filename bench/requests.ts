import { execFileSync } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { PROCESSES } from '@fasocolis/contracts/services';
import type { Stack } from '../infra/local/stack.ts';
import { interleave } from './load.ts';
import { memoryOf, startBaseline, startProduct } from './product.ts';
import { fanOut } from './push.ts';
import { startPushProduct } from './push-product.ts';
import { type Scenario, SIDES, SIZES, type Side, scenarios } from './scenarios.ts';
import { fillNotifications, fillOrders, fillProducts } from './tables.ts';

const SECONDS = 4;
/** V8 releases the memory of the start one to two minutes after it. */
const SETTLED_MS = 120_000;
const P99_TARGET = 3;
const IDLE_TARGET_MIB = 600;

/**
 * Measures every kind of request through the gateway and against a bare Fastify with the same SQL on the same tables, alone and
 * behind the same gateway.
 * @param text of the kinds that are measured, without memory and fan-out; by default all are
 */
export async function requests(text?: string): Promise<void> {
  await fillTables();
  const started = performance.now();
  const stack = await startProduct('requests');
  const productStart = performance.now() - started;
  const baseline = await startBaseline(stack);
  if (text === undefined) await setTimeout(SETTLED_MS);
  const idle = memories(stack);

  const rows: Row[] = [];
  const all = await scenarios(stack);
  for (const scenario of all.filter(({ name }) => name.includes(text ?? ''))) {
    console.log(`${scenario.name}…`);
    rows.push(await compare(scenario, { baseline: baseline.url, behind: baseline.gatewayUrl, product: stack.url }));
  }
  const loaded = memories(stack);
  const processes = stack.processes().map(({ name, pid }) => ({
    process: name,
    'idle (MiB)': idle.get(pid),
    'after the load (MiB)': loaded.get(pid),
  }));
  const bare = { process: 'baseline', 'after the load (MiB)': memoryOf(baseline.pid) };
  baseline.stop();
  await stack.stop();

  if (text !== undefined) return printRows(rows);
  const pushing = await startPushProduct();
  await fanOut(pushing, { sockets: 1000, rounds: 7 });
  await pushing.stop();

  printRows(rows);
  console.table([...processes, bare]);
  console.log(`start of the product with its data in place: ${(productStart / 1000).toFixed(1)} s`);
  console.table(imageSizes());
  const missed = rows.flatMap((row) => row.missed);
  const ours = processes.filter(({ process }) => PROCESSES.includes(process));
  const idleTotal = ours.reduce((sum, { 'idle (MiB)': mebibytes = 0 }) => sum + mebibytes, 0);
  console.log(`the product's own processes, idle: ${idleTotal} MiB`);
  if (idleTotal > IDLE_TARGET_MIB) missed.push(`${idleTotal} MiB idle`);
  for (const line of missed) console.log(`missed: ${line}`);
  if (missed.length > 0) process.exitCode = 1;
}

const printRows = (rows: Row[]) => console.table(rows.map(({ missed: _, ...row }) => row));

/** In a run of its own, so that the start is measured with data in place. */
async function fillTables(): Promise<void> {
  const { databases, stop } = await startProduct('requests');
  console.log(`${SIZES.orders} commandes, ${SIZES.products} produits…`);
  await fillOrders(databases.orders, SIZES.orders);
  await fillProducts(databases.catalog, SIZES.products);
  await fillNotifications(databases.notify, SIZES.notifications);
  await stop();
}

const memories = (stack: Stack) => new Map(stack.processes().map(({ pid }) => [pid, memoryOf(pid)]));

type Row = Awaited<ReturnType<typeof compare>>;

async function compare({ name, load, bodyFor, target, behindTarget }: Scenario, urls: Record<Side, string>) {
  const loads = SIDES.map((side) => {
    const body = bodyFor?.(side) ?? load.body;
    return [side, { ...load, ...(body && { body }), url: urls[side], seconds: SECONDS }];
  });
  const { baseline, behind, product } = await interleave<Side>(Object.fromEntries(loads));
  const ratio = product.rate / baseline.rate;
  const behindRatio = product.rate / behind.rate;
  const slower = product.p99 / baseline.p99;
  const errors = baseline.errors + behind.errors + product.errors;
  const missed = [
    ...(target && ratio < target ? [`${ratio.toFixed(2)} of the baseline, not ${target}`] : []),
    ...(behindTarget && behindRatio < behindTarget
      ? [`${behindRatio.toFixed(2)} of the baseline behind the gateway, not ${behindTarget}`]
      : []),
    ...(target && slower > P99_TARGET ? [`p99 ${slower.toFixed(1)} times the baseline's, not ${P99_TARGET}`] : []),
    ...(errors > 0 ? [`${errors} errors`] : []),
  ];
  return {
    scenario: name,
    'baseline (req/s)': Math.round(baseline.rate),
    'behind the gateway': Math.round(behind.rate),
    'product (req/s)': Math.round(product.rate),
    ratio: Number(ratio.toFixed(2)),
    target,
    'ratio behind': Number(behindRatio.toFixed(2)),
    'target behind': behindTarget,
    'p99 of all (ms)': `${baseline.p99}, ${behind.p99}, ${product.p99}`,
    'p99 ratio': Number(slower.toFixed(1)),
    errors,
    missed: missed.map((line) => `${name}: ${line}`),
  };
}

function imageSizes(): { image: string; size: string }[] {
  try {
    const format = '{{.Repository}}\t{{.Size}}';
    const lines = execFileSync('docker', ['image', 'ls', 'fasocolis/*', '--format', format], { encoding: 'utf8' });
    return lines
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => {
        const [image = '', size = ''] = line.split('\t');
        return { image, size };
      });
  } catch {
    return [];
  }
}
