/** A camera loses a code for some frames while it stays in view, in milliseconds. */
const GONE_AFTER_MS = 1500;

/** Returns, of the codes in a frame, those that were not in view before. */
export function codesInView(): (codes: readonly string[], now: number) => string[] {
  const lastSeen = new Map<string, number>();
  return (codes, now) => {
    for (const [code, time] of lastSeen) if (now - time > GONE_AFTER_MS) lastSeen.delete(code);
    const appeared = [...new Set(codes)].filter((code) => !lastSeen.has(code));
    for (const code of codes) lastSeen.set(code, now);
    return appeared;
  };
}
