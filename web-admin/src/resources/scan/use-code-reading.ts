import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { codesInView, type Seen } from './codes-in-view.ts';

// The library of the reader needs it; Chrome has it from 93 on.
import 'core-js/stable/object/has-own';
import type { BarcodeDetector, BarcodeFormat } from 'barcode-detector/ponyfill';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';

const FORMATS: BarcodeFormat[] = ['qr_code', 'code_128'];

type CodeReader = Pick<BarcodeDetector, 'detect'>;

/** The browser's own reader, or one in WebAssembly where the browser has none for both kinds of codes, or its own fails. */
async function loadCodeReader({ isBrowsersBroken = false } = {}): Promise<CodeReader> {
  const { BarcodeDetector: Native } = globalThis as { BarcodeDetector?: typeof BarcodeDetector };
  const supported = isBrowsersBroken ? [] : await Native?.getSupportedFormats();
  if (Native && FORMATS.every((format) => supported?.includes(format))) return new Native({ formats: FORMATS });

  const library = await import('barcode-detector/ponyfill');
  // Its default is another host.
  library.prepareZXingModule({ overrides: { locateFile: () => wasmUrl } });
  return new library.BarcodeDetector({ formats: FORMATS });
}

/** Between two frames, in milliseconds: fast enough for a moving hand, and cool enough for a phone. */
const PAUSE_MS = 150;
/** Frames in a row that fail before another reader is loaded. */
const MAX_FAILURES = 10;

/**
 * Reads codes from a video while it is active, and reports each once while it stays in view, pauses included. A frame that
 * fails is left out; when many do, the reader in WebAssembly replaces that of the browser.
 * @returns whether there is no reader, because its code could not be loaded
 */
export function useCodeReading(
  video: RefObject<HTMLVideoElement | null>,
  isActive: boolean,
  onSeen: (seen: Seen) => void,
): boolean {
  const [hasFailed, setFailed] = useState(false);
  const [see] = useState(codesInView);
  const report = useEffectEvent(onSeen);

  useEffect(() => {
    if (!isActive) return;
    let isGone = false;
    let failures = 0;
    let timer: ReturnType<typeof setTimeout>;
    const readFrame = async (reader: CodeReader) => {
      const frame = video.current;
      if (!frame || frame.readyState < frame.HAVE_CURRENT_DATA || document.hidden) return;
      const codes = await reader.detect(frame);
      failures = 0;
      if (isGone) return;
      const seen = see(
        codes.map(({ rawValue }) => rawValue),
        performance.now(),
      );
      if (seen.taken.length + seen.choice.length > 0) report(seen);
    };
    const readFrames = async (reader: CodeReader): Promise<void> => {
      await readFrame(reader).catch(() => {
        failures += 1;
      });
      if (isGone) return;
      if (failures < MAX_FAILURES) timer = setTimeout(() => void readFrames(reader), PAUSE_MS);
      else start({ isBrowsersBroken: true });
    };
    const start = (options?: { isBrowsersBroken: boolean }) => {
      failures = 0;
      loadCodeReader(options)
        .then(readFrames)
        .catch((cause: unknown) => {
          console.warn('Codes cannot be read', cause);
          setFailed(true);
        });
    };
    start();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [video, isActive, see]);

  return hasFailed;
}
