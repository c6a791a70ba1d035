import { Box } from '@mui/material';
import { useUnreadCount } from './use-message-counts.ts';

/** How many contact messages wait to be read; nothing when none does. */
export function UnreadMessages() {
  const count = useUnreadCount();
  if (!count) return null;
  return (
    <Box component="span" sx={badgeStyle}>
      {count} <span className="fc-sr-only">non lu(s)</span>
    </Box>
  );
}

const badgeStyle = {
  minWidth: 24,
  px: 0.75,
  borderRadius: '999px',
  textAlign: 'center',
  fontSize: 'var(--fc-text-small)',
  fontWeight: 700,
  fontVariantNumeric: 'tabular-nums',
  lineHeight: '24px',
  color: '#fff',
  bgcolor: 'error.main',
} as const;
