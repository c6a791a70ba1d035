// The library of the reader needs it; Chrome has it from 93 on.
import 'core-js/stable/object/has-own';
import type { BarcodeDetector, BarcodeFormat } from 'barcode-detector/ponyfill';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';

const FORMATS: BarcodeFormat[] = ['qr_code', 'code_128'];

export type CodeReader = Pick<BarcodeDetector, 'detect'>;

/** The browser's own reader, or one in WebAssembly where the browser has none for both kinds of codes, or its own fails. */
export async function loadCodeReader({ isBrowsersBroken = false } = {}): Promise<CodeReader> {
  const { BarcodeDetector: Native } = globalThis as { BarcodeDetector?: typeof BarcodeDetector };
  const supported = isBrowsersBroken ? [] : await Native?.getSupportedFormats();
  if (Native && FORMATS.every((format) => supported?.includes(format))) return new Native({ formats: FORMATS });

  const library = await import('barcode-detector/ponyfill');
  // Its default is another host.
  library.prepareZXingModule({ overrides: { locateFile: () => wasmUrl } });
  return new library.BarcodeDetector({ formats: FORMATS });
}
