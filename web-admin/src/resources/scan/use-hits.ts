import type { Order } from '@fasocolis/contracts/orders';
import type { ScanMode, ScanOutcome } from '@fasocolis/contracts/scans';
import { useState } from 'react';
import { signal, type Tone } from './feedback.ts';
import { DONE_WORDS } from './scan-words.ts';

/** Shown in the list. */
const LISTED = 50;

const TONES: Record<ScanOutcome['outcome'], Tone> = { done: 'taken', already: 'already', conflict: 'problem' };

/** Something that was scanned or typed on this screen. */
export interface Hit {
  /** That of the scan, if there is one. */
  id: string;
  /** Or what was read instead of a reference. */
  reference: string;
  mode: ScanMode;
  tone: Tone;
  text: string;
  order?: Order | undefined;
}

/** What was scanned since the screen was opened, the newest first. */
export function useHits() {
  const [{ hits, count }, setState] = useState<{ hits: Hit[]; count: number }>({ hits: [], count: 0 });
  return {
    hits,
    count,
    show(hit: Hit) {
      signal(hit.tone);
      setState((state) => ({ hits: [hit, ...state.hits].slice(0, LISTED), count: state.count + 1 }));
    },
    /** Applies what the server made of a scan. */
    settle({ id, outcome, message, order }: ScanOutcome) {
      const tone = TONES[outcome];
      if (tone !== 'taken') signal(tone);
      const settled = (hit: Hit): Hit => ({ ...hit, tone, order, text: message ?? DONE_WORDS[hit.mode] });
      setState((state) => ({ ...state, hits: state.hits.map((hit) => (hit.id === id ? settled(hit) : hit)) }));
    },
  };
}
