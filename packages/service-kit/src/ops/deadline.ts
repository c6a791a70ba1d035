/**
 * Resolves like `work`, which continues in the background after the deadline.
 * @throws Error after `ms` milliseconds, or what `work` throws
 */
export async function withinDeadline<T>(work: Promise<T>, ms: number): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
