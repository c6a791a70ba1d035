/** How long what sows waits for a connection: on a small machine everything else starts at the same time. */
export const SEED_PATIENCE_MS = 60_000;

interface SeedTransaction {
  seed: { createMany(args: { data: { name: string }[]; skipDuplicates: true }): Promise<{ count: number }> };
}

/**
 * Sows a seed once in the life of a database: a later start changes nothing, whatever people edited or removed since.
 * @returns whether it was sown now
 */
export function sow<Tx extends SeedTransaction>(
  database: {
    $transaction<T>(work: (transaction: Tx) => Promise<T>, limits: { maxWait: number; timeout: number }): Promise<T>;
  },
  name: string,
  work: (transaction: Tx) => Promise<unknown>,
): Promise<boolean> {
  const limits = { maxWait: SEED_PATIENCE_MS, timeout: SEED_PATIENCE_MS };
  return database.$transaction(async (transaction) => {
    const { count } = await transaction.seed.createMany({ data: [{ name }], skipDuplicates: true });
    if (count === 1) await work(transaction);
    return count === 1;
  }, limits);
}
