import type { Order } from '@fasocolis/contracts/orders';
import type { Scan, ScanMode, ScanOutcome } from '@fasocolis/contracts/scans';
import { useState } from 'react';
import { ALREADY_WORDS, COUNTED, DONE_WORDS } from './scan-words.ts';

const LISTED = 50;

const TONES: Record<ScanOutcome['outcome'], Tone> = { done: 'taken', already: 'already', conflict: 'problem' };

/** What became of a scan on the server, and when it was known; or that it was taken back. */
type Settled = (ScanOutcome & { settledAt: number }) | 'cancelled';

export interface Hit {
  id: string;
  /** The scan whose outcome it shows. */
  scanId?: string;
  /** With its piece, or what was read instead of a reference. */
  reference: string;
  /** What was scanned, unless it was refused at once. */
  label?: Pick<Scan, 'reference' | 'piece'>;
  mode: ScanMode;
  tone: Tone;
  text: string;
  order?: Order | undefined;
  /** When its outcome was known, by the clock of `performance.now`. */
  settledAt?: number;
}

interface State {
  hits: Hit[];
  count: number;
  /** The outcomes of the newest scans by their ids; one may arrive before its hit is shown. */
  outcomes: ReadonlyMap<string, Settled>;
}

function withOutcome(hit: Hit, settled: Settled | undefined): Hit {
  if (!settled) return hit;
  if (settled === 'cancelled') return { ...hit, tone: 'already', text: 'Lecture annulée' };
  const { outcome, message, order, settledAt } = settled;
  return { ...hit, order, settledAt, tone: TONES[outcome], text: message ?? wordsOf(hit, outcome, order) };
}

function wordsOf({ mode, label }: Hit, outcome: ScanOutcome['outcome'], order: ScanOutcome['order']): string {
  const passed = order?.passedPieces;
  const words = outcome === 'already' ? ALREADY_WORDS : DONE_WORDS;
  const done =
    mode === 'hand-over' && label?.piece !== undefined && order?.status !== 'DELIVERED' ? COUNTED : words[mode];
  return passed?.step === mode ? `${done}, ${passed.count} sur ${order?.pieces}` : done;
}

/** What was scanned since the screen was opened, the newest first, with the outcomes. */
export function useHits() {
  const [{ hits, count, outcomes }, setState] = useState<State>({ hits: [], count: 0, outcomes: new Map() });
  const keep = (id: string, settled: Settled) =>
    setState((state) => ({
      ...state,
      outcomes: new Map([...state.outcomes, [id, settled] as const].slice(-2 * LISTED)),
    }));
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
      keep(settled.id, { ...settled, settledAt: performance.now() });
    },
    /** Gives a hit the new id of its scan, so that it shows the outcome of the second attempt. */
    resend: (scanId: string, newId: string) =>
      setState((state) => ({
        ...state,
        hits: state.hits.map((hit) => (hit.scanId === scanId ? { ...hit, scanId: newId } : hit)),
      })),
    /** Marks a scan as undone; the outcome of a scan that was being sent replaces the mark. */
    cancel: (scanId: string) => keep(scanId, 'cancelled'),
  };
}

/** Taken, already there, or a problem: green, amber, red. */
export type Tone = 'taken' | 'already' | 'problem';

/** Each beep: frequency in Hz, duration in seconds. The vibration lasts as long. */
const BEEPS: Record<Tone, readonly (readonly [number, number])[]> = {
  taken: [[1046, 0.12]],
  already: [
    [660, 0.1],
    [660, 0.1],
  ],
  problem: [[196, 0.5]],
};

const PAUSE_SECONDS = 0.08;
const LOUDNESS = 0.3;

let audio: AudioContext | undefined;

/** Signals a hit by sound and, on phones, by vibration. Browsers are silent until the page was touched once. */
function signal(tone: Tone): void {
  const beeps = BEEPS[tone];
  navigator.vibrate?.(beeps.flatMap(([, seconds]) => [seconds * 1000, PAUSE_SECONDS * 1000]));
  audio ??= new AudioContext();
  void audio.resume();
  let start = audio.currentTime;
  for (const [frequency, seconds] of beeps) {
    const gain = new GainNode(audio, { gain: LOUDNESS });
    const oscillator = new OscillatorNode(audio, { frequency, type: 'square' });
    oscillator.connect(gain).connect(audio.destination);
    oscillator.start(start);
    oscillator.stop(start + seconds);
    start += seconds + PAUSE_SECONDS;
  }
}
