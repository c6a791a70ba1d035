/** A camera loses a code for some frames while it stays in view, in milliseconds. */
const GONE_AFTER_MS = 1500;

/**
 * Returns, of the codes in a frame, those that were not in view before. A code has left the view when the frames of some
 * time miss it. Time without frames, when the phone is busy or a dialog is open, does not count.
 */
export function codesInView(): (codes: readonly string[], now: number) => string[] {
  const missedSince = new Map<string, number | undefined>();
  return (codes, now) => {
    const seen = new Set(codes);
    const appeared = [...seen].filter((code) => !missedSince.has(code));
    for (const [code, since = now] of missedSince) {
      if (now - since > GONE_AFTER_MS) missedSince.delete(code);
      else missedSince.set(code, since);
    }
    for (const code of seen) missedSince.set(code, undefined);
    return appeared;
  };
}
