import type { StaffOrder } from '@fasocolis/contracts/orders';
import { Typography } from '@mui/material';
import BellOff from 'lucide-react/icons/bell-off';
import { daysSince } from '../../components/words.ts';

/** Marks an order that is "sans nouvelles", with the days since its newest event. */
export function SilentMark({ order }: { order: StaffOrder }) {
  return (
    <Typography component="p" variant="body2" sx={markStyle}>
      <BellOff aria-hidden size={16} />
      Sans nouvelles depuis {daysSince(order.lastEventAt)} jours
    </Typography>
  );
}

const markStyle = {
  display: 'inline-flex',
  alignSelf: 'start',
  alignItems: 'center',
  gap: 0.75,
  px: 1,
  py: 0.25,
  borderRadius: 'var(--fc-radius-small)',
  fontWeight: 600,
  color: '#92400e',
  bgcolor: '#fef3c7',
} as const;
