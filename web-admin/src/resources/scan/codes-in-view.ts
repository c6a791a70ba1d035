import { readCode } from '@fasocolis/contracts/reading/code';
import { pieceCode, referenceKey } from '@fasocolis/contracts/reading/reference';

/** A camera loses a code for some frames while it stays in view, in milliseconds. */
const GONE_AFTER_MS = 1500;
/** How long a code is in view before it is taken: another one on the same box may be read a frame later. */
const SETTLED_AFTER_MS = 250;

interface CodeInView {
  text: string;
  isOwn: boolean;
  isReference: boolean;
  since: number;
  missedSince?: number | undefined;
  isHandled: boolean;
}

/** What a frame brings: a code that names a parcel, or several of which a person chooses one. */
export interface Seen {
  taken: string[];
  choice: string[];
}

/**
 * Returns the new codes in a frame. The product's own codes win over those of couriers on the same box; without one, and with
 * several references in view, a person chooses. A code has left the view when the frames of some time miss it. Time without
 * frames, when the phone is busy or a dialog is open, does not count.
 */
export function codesInView(): (texts: readonly string[], now: number) => Seen {
  const codes = new Map<string, CodeInView>();

  const look = (texts: readonly string[], now: number) => {
    const inFrame = new Map(texts.map((text) => [keyOf(text), text]));
    for (const [key, code] of codes) {
      const since = code.missedSince ?? now;
      if (inFrame.has(key)) code.missedSince = undefined;
      else if (now - since > GONE_AFTER_MS) codes.delete(key);
      else code.missedSince = since;
    }
    for (const [key, text] of inFrame)
      if (!codes.has(key)) codes.set(key, { ...kindOf(text), text, since: now, isHandled: false });
    return [...inFrame.keys()].flatMap((key) => codes.get(key) ?? []);
  };

  return (texts, now) => {
    const frame = look(texts, now);
    const isOwnInView = [...codes.values()].some(({ isOwn }) => isOwn);
    const fresh = frame.filter(
      (code) => !code.isHandled && (code.isOwn || isOwnInView || now - code.since >= SETTLED_AFTER_MS),
    );
    if (fresh.length === 0) return { taken: [], choice: [] };
    // Others are judged together with the first of them.
    const judged = isOwnInView ? fresh : frame.filter(({ isHandled }) => !isHandled);
    for (const code of judged) code.isHandled = true;
    const own = judged.filter(({ isOwn }) => isOwn);
    if (isOwnInView) return { taken: own.map(({ text }) => text), choice: [] };
    const references = judged.filter(({ isReference }) => isReference);
    // Other codes are refused with their kind, unless a reference is beside them.
    const taken = references.length > 0 ? references : judged.slice(0, 1);
    const list = taken.map(({ text }) => text);
    return list.length > 1 || frame.length > judged.length ? { taken: [], choice: list } : { taken: list, choice: [] };
  };
}

const kindOf = (text: string) => {
  const reading = readCode(text);
  return 'reference' in reading ? { isOwn: reading.isOwn, isReference: true } : { isOwn: false, isReference: false };
};

/** A key that both codes of a label share: they are read together. */
function keyOf(text: string): string {
  const reading = readCode(text);
  return 'reference' in reading ? referenceKey(pieceCode(reading.reference, reading.piece)) : text;
}
