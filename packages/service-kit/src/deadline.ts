/**
 * What `work` comes to, if it does so in time; it is not ended otherwise, only no longer waited for.
 * @throws Error when `ms` milliseconds have passed, or whatever `work` throws
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
