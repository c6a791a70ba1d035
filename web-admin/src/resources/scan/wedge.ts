import { isCharacter, type Stroke, textOfStrokes } from '@fasocolis/contracts/reading/code';

/** Between two keystrokes of one code, in milliseconds: scanners over Bluetooth pause that long, some after each key. */
const LONGEST_GAP = 300;
/** After which a code of a scanner without Enter or Tab has ended. */
export const END_PAUSE = 700;
/** Keystrokes that make a code. */
const SHORTEST = 4;
/** The average time between two keystrokes, in milliseconds. People type more slowly. */
const FASTEST_TYPING = 60;

export type Wedged = { code: string } | { incomplete: string } | null;

/**
 * Puts codes together from the keystrokes of a scanner that works as a keyboard. A code that a gap has cut, or whose end is
 * missing although the scanner ends codes with a key, is incomplete, and so is what follows it at once.
 */
export function wedge() {
  let strokes: Stroke[] = [];
  let last = Number.NEGATIVE_INFINITY;
  let isCut = false;
  let endsWithKey = false;

  const end = (isComplete: boolean): Wedged => {
    const isCode = strokes.length >= SHORTEST;
    const text = textOfStrokes(strokes);
    const wasCut = isCut || !isComplete;
    strokes = [];
    isCut = false;
    if (!isCode) return null;
    return wasCut ? { incomplete: text } : { code: text };
  };

  return {
    /** Whether a key belongs to a code, so that it is not also a press of a button or a change of the focus. */
    isCode: () => strokes.length >= SHORTEST,
    press(stroke: Stroke, time: number): Wedged {
      const gap = time - last;
      if (stroke.key === 'Enter' || stroke.key === 'Tab') {
        const ended = end(gap <= LONGEST_GAP);
        if (ended) endsWithKey = true;
        return ended;
      }
      if (!isCharacter(stroke)) return null;
      if (strokes.length > 0 && gap > LONGEST_GAP) isCut = true;
      strokes.push(stroke);
      last = time;
      return null;
    },
    /** After a pause of `END_PAUSE` without keystrokes. What a cut code has left behind comes next. */
    pause(): Wedged {
      const ended = end(!endsWithKey);
      if (ended && 'incomplete' in ended) isCut = true;
      return ended;
    },
    /** After a longer pause: the next code is another one. */
    rest(): void {
      if (strokes.length === 0) isCut = false;
    },
  };
}

/** Keys that change the next one, or nothing. */
const MODIFIERS = ['Shift', 'CapsLock', 'NumLock', 'AltGraph'];

/**
 * Distinguishes a code that a scanner enters into a text field from what people type.
 * @param isApart whether a code may also follow typed text after a pause, in a field that is meant for other values
 */
export function fieldWedge(isApart = false) {
  let strokes: Stroke[] = [];
  let isTyped = false;
  let [first, last] = [0, 0];
  let before = '';
  return {
    /** @param former what the field has before the keystroke */
    press(stroke: Stroke & { repeat: boolean; ctrlKey: boolean }, time: number, former: string): void {
      if (MODIFIERS.includes(stroke.key)) return;
      if (former === '' || (isApart && time - last > LONGEST_GAP)) {
        strokes = [];
        isTyped = false;
        first = time;
        before = former;
      }
      isTyped ||= strokes.length === 0 && former !== before;
      isTyped ||= !isCharacter(stroke) || stroke.repeat || stroke.ctrlKey;
      strokes.push(stroke);
      last = time;
    },
    /** The code, unless a person typed something. */
    code(): string | undefined {
      const isFast = last - first <= (strokes.length - 1) * FASTEST_TYPING;
      return !isTyped && isFast && strokes.length >= SHORTEST ? textOfStrokes(strokes) : undefined;
    },
    /** What the field had before the code. */
    before: (): string => before,
    clear(): void {
      strokes = [];
    },
  };
}
