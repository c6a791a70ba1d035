import { Box, Typography } from '@mui/material';

/** A text for technicians, which people may have to quote. */
export function TechnicalText({ label, children }: { label: string; children: string }) {
  return (
    <Box sx={{ mt: 1 }}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>
      <Box component="code" sx={codeStyle}>
        {children}
      </Box>
    </Box>
  );
}

const codeStyle = {
  display: 'block',
  px: 1.5,
  py: 1,
  borderRadius: 'var(--fc-radius-small)',
  bgcolor: 'background.default',
  fontSize: 'var(--fc-text-small)',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
} as const;
