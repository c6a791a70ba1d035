import { encode } from 'uqr';

/** In modules: readers need it around the code. */
const QUIET_ZONE = 4;

export interface QrCodeProps {
  text: string;
  /** The text alternative. */
  label: string;
}

/** A QR code, black on white with its quiet zone. It fills the width it is given. */
export function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} width="100%" shapeRendering="crispEdges">
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  );
}
