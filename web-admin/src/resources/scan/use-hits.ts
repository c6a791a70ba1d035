import type { Order } from '@fasocolis/contracts/orders';
import type { ScanMode, ScanOutcome } from '@fasocolis/contracts/scans';
import { useState } from 'react';
import { signal, type Tone } from './feedback.ts';
import { ALREADY_WORDS, DONE_WORDS } from './scan-words.ts';

/** Shown in the list. */
const LISTED = 50;

const TONES: Record<ScanOutcome['outcome'], Tone> = { done: 'taken', already: 'already', conflict: 'problem' };

export interface Hit {
  id: string;
  /** The scan whose outcome it shows. */
  scanId?: string;
  /** Or what was read instead of a reference. */
  reference: string;
  mode: ScanMode;
  tone: Tone;
  text: string;
  order?: Order | undefined;
}

interface State {
  hits: Hit[];
  count: number;
  /** Of the newest scans by their ids; one may arrive before its hit is shown. */
  outcomes: ReadonlyMap<string, ScanOutcome>;
}

function withOutcome(hit: Hit, settled: ScanOutcome | undefined): Hit {
  if (!settled) return hit;
  const { outcome, message, order } = settled;
  const words = outcome === 'already' ? ALREADY_WORDS : DONE_WORDS;
  return { ...hit, order, tone: TONES[outcome], text: message ?? words[hit.mode] };
}

/** What was scanned since the screen was opened, the newest first, with the outcomes. */
export function useHits() {
  const [{ hits, count, outcomes }, setState] = useState<State>({ hits: [], count: 0, outcomes: new Map() });
  return {
    hits: hits.map((hit) => withOutcome(hit, hit.scanId ? outcomes.get(hit.scanId) : undefined)),
    count,
    show: (hit: Hit) => {
      signal(hit.tone);
      setState((state) => ({ ...state, hits: [hit, ...state.hits].slice(0, LISTED), count: state.count + 1 }));
    },
    settle: (settled: ScanOutcome) => {
      const tone = TONES[settled.outcome];
      if (tone !== 'taken') signal(tone);
      setState((state) => ({
        ...state,
        outcomes: new Map([...state.outcomes, [settled.id, settled] as const].slice(-2 * LISTED)),
      }));
    },
  };
}
