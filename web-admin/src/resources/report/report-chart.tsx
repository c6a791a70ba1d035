import { Box } from '@mui/material';

/** In pixels of the drawing. */
const [WIDTH, HEIGHT, GAP] = [640, 96, 4];

/** One bar per period. The table beside it has the same figures. */
export function ReportChart({ label, values }: { label: string; values: readonly number[] }) {
  const highest = Math.max(1, ...values);
  const step = WIDTH / Math.max(1, values.length);
  return (
    <Box component="figure" sx={{ m: 0 }}>
      <Box component="figcaption" sx={{ mb: 0.5, fontWeight: 600 }}>
        {label}
      </Box>
      <svg role="img" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} style={{ display: 'block', width: '100%', maxWidth: WIDTH }}>
        <title>{`${label}, de la première à la dernière période\u00a0: ${values.join(', ')}`}</title>
        {values.map((value, index) => {
          const height = Math.round((value / highest) * (HEIGHT - 2));
          const x = index * step + GAP / 2;
          const bar = { x, y: HEIGHT - height, width: Math.max(1, step - GAP), height };
          return <rect key={x} {...bar} rx={2} fill="var(--fc-brand)" />;
        })}
      </svg>
    </Box>
  );
}
