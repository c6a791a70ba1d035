import { interleave } from './load.ts';
import { memoryOf, startBaseline, type startProduct } from './product.ts';

type Stack = Awaited<ReturnType<typeof startProduct>>;

/** Puts the same load on the product and on a bare Fastify over the same database, prints both, and stops them. */
export async function compareWithBaseline(
  stack: Stack,
  { databaseUrl, paths }: { databaseUrl: string; paths: { baseline: string[]; product: string[] } },
): Promise<void> {
  const baseline = await startBaseline(databaseUrl);
  console.log('32 connexions, 3 tours de 8 s chacun…');
  const figures = await interleave({
    baseline: { url: baseline.url, paths: paths.baseline, seconds: 8 },
    product: { url: stack.url, paths: paths.product, seconds: 8 },
  });
  const memory = [{ name: 'baseline', pid: baseline.pid }, ...stack.processes()].map(({ name, pid }) => ({
    process: name,
    'memory (MiB)': memoryOf(pid),
  }));
  baseline.stop();
  await stack.stop();

  const row = ({ rate, p50, p99, errors }: (typeof figures)['product']) => ({
    'req/s': Math.round(rate),
    'p50 (ms)': p50,
    'p99 (ms)': p99,
    errors,
  });
  console.table({ baseline: row(figures.baseline), product: row(figures.product) });
  console.table(memory);
  const ratio = figures.product.rate / figures.baseline.rate;
  const slower = figures.product.p99 / figures.baseline.p99;
  console.log(`req/s: ${ratio.toFixed(2)} of the baseline (target: at least 0.35)`);
  console.log(`p99: ${slower.toFixed(2)} times the baseline's (target: under 4)`);
}
