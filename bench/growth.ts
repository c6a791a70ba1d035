import { type Figures, interleave, type Load } from './load.ts';
import { signInAsAdmin, startProduct } from './product.ts';
import { fillOrders, lookupPaths } from './tables.ts';

const SIZES = [10_000, 1_000_000];

const query = (parameters: Record<string, unknown>) =>
  `/api/orders?${new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, JSON.stringify(value)])).toString()}`;

/** Compares lookups and lists with ten thousand and with a million orders. */
export async function growth(): Promise<void> {
  const results: Record<string, Figures>[] = [];
  for (const size of SIZES) {
    const stack = await startProduct(`growth-${size}`);
    console.log(`${size} commandes…`);
    await fillOrders(stack.databases.orders, size);
    const headers = { cookie: await signInAsAdmin(stack) };
    const load = (paths: string[]): Load => ({ url: stack.url, paths, headers, connections: 4, seconds: 5 });
    results.push(
      await interleave({
        lookup: load(lookupPaths(size, '/api/orders/')),
        'first page': load([query({ range: [0, 24] })]),
        'page by reference': load([query({ range: [0, 24], sort: ['reference', 'ASC'] })]),
        'page of one status': load([query({ range: [0, 24], filter: { status: 'IN_TRANSIT' }, sort: ['id', 'DESC'] })]),
        'search for a reference': load([query({ range: [0, 24], filter: { q: '0000512' } })]),
      }),
    );
    await stack.stop();
  }
  const [small = {}, large = {}] = results;
  console.table(
    Object.fromEntries(
      Object.entries(small).map(([name, before]) => {
        const after = large[name] ?? before;
        return [
          name,
          {
            'mean with 10,000 (ms)': before.mean,
            'mean with 1,000,000 (ms)': after.mean,
            ratio: Number((after.mean / before.mean).toFixed(2)),
            errors: before.errors + after.errors,
          },
        ];
      }),
    ),
  );
}
