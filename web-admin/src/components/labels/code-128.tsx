import JsBarcode from 'jsbarcode';

/** Printable ASCII; the QR code alone stands for other texts. */
const ENCODABLE = /^[\x20-\x7e]+$/;

/** In modules, on each side. */
const QUIET_ZONE = 10;

/** On a label of 100 mm bars would become narrower than the two dots of a printer with 203 dots per inch. */
const MAX_MODULES = 368;

/** The modules of a Code 128, "1" for black; undefined where it would be unreadable. */
function code128(text: string): string | undefined {
  if (!ENCODABLE.test(text)) return undefined;
  const target: { encodings?: { data: string }[] } = {};
  JsBarcode(target, text, { format: 'CODE128' });
  const modules = target.encodings?.map(({ data }) => data).join('') ?? '';
  return modules.length + 2 * QUIET_ZONE > MAX_MODULES ? undefined : modules;
}

/** A Code 128 without its text, black on white with its quiet zone. It fills its box. */
export function Code128({ text }: { text: string }) {
  const modules = code128(text);
  if (!modules) return null;
  const bars = Array.from(
    modules.matchAll(/1+/g),
    ({ 0: bar, index }) => `M${QUIET_ZONE + index} 0h${bar.length}v1h-${bar.length}z`,
  );
  return (
    <svg
      role="img"
      aria-label={`Code-barres ${text}`}
      viewBox={`0 0 ${modules.length + 2 * QUIET_ZONE} 1`}
      preserveAspectRatio="none"
      width="100%"
      height="100%"
      shapeRendering="crispEdges"
    >
      <path fill="#000" d={bars.join('')} />
    </svg>
  );
}
