/** More concurrent calls would only delay others. */
const LANES = 4;

/**
 * Calls `send` once for every item, a few concurrently. After an abort no further item is started, and the running ones
 * are awaited.
 * @returns the items that failed, and the reason of the first one
 */
export async function sendAll<T>(
  items: readonly T[],
  send: (item: T) => Promise<unknown>,
  signal?: AbortSignal,
): Promise<{ failed: T[]; reason: unknown }> {
  const reasons = new Map<T, unknown>();
  const waiting = items.values();
  const lane = async () => {
    for (const item of waiting) {
      if (signal?.aborted) return;
      await send(item).catch((reason: unknown) => reasons.set(item, reason));
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  const failed = items.filter((item) => reasons.has(item));
  return { failed, reason: failed.map((item) => reasons.get(item))[0] };
}
