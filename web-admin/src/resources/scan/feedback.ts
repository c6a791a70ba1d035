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

/** Gives a hit by sound and, on phones, by vibration. Browsers are silent until the page was touched once. */
export function signal(tone: Tone): void {
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
