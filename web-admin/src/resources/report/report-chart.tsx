import { Box } from '@mui/material';

/** In pixels. */
const HIGHEST = 96;

/** One bar per period, with its value above and its name below. */
export function ReportChart({ label, bars }: { label: string; bars: readonly { name: string; value: number }[] }) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <Box component="figure" sx={{ m: 0, overflow: 'auto' }}>
      <Box component="figcaption" id="report-chart" sx={{ mb: 0.5, fontWeight: 600 }}>
        {label}
      </Box>
      <Box component="ol" aria-labelledby="report-chart" sx={{ display: 'flex', gap: 0.5, m: 0, p: 0 }}>
        {bars.map(({ name, value }) => (
          <Box component="li" key={name} sx={itemStyle}>
            {value}
            <Box sx={{ height: (value / most) * HIGHEST, bgcolor: 'primary.main', borderRadius: '2px 2px 0 0' }} />
            <Box sx={{ color: 'text.secondary', lineHeight: 1.3, minHeight: '2.6em' }}>{name}</Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
}

const itemStyle = {
  flex: '1 0 64px',
  maxWidth: 120,
  alignSelf: 'flex-end',
  listStyle: 'none',
  fontSize: '0.75rem',
  textAlign: 'center',
};
