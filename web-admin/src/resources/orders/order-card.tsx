import type { StaffOrder } from '@fasocolis/contracts/orders';
import { writtenPieces } from '@fasocolis/contracts/pieces';
import { shortDate, shortMoment } from '@fasocolis/web-kit/dates';
import { StatusBadge } from '@fasocolis/web-kit/status-badge';
import { orderTimeline } from '@fasocolis/web-kit/timeline';
import { Tracker } from '@fasocolis/web-kit/tracker';
import { Box, Card, Checkbox, Typography } from '@mui/material';
import { Link } from 'react-router-dom';
import { Facts } from '../../components/record-view.tsx';
import { below } from '../../components/table-style.ts';
import { OutlinedButton } from '../../components/text-button.tsx';
import { SilentMark } from './silent-mark.tsx';

interface OrderCardProps {
  order: StaffOrder;
  isSelected: boolean;
  onToggle: () => void;
  onEdit: () => void;
}

/** The situations that the estimated delivery repeats. */
const HAS_ITS_DATE = ['unknown', 'expected'];

/** An order. A click on it, except on its checkbox and its reference, opens the update dialog. */
export function OrderCard({ order, isSelected, onToggle, onEdit }: OrderCardProps) {
  // The list has no events, and interpolated times would mislead here.
  const steps = orderTimeline(order).map(({ timestamp: _, ...step }) => step);
  const headingId = `order-${order.id}`;

  return (
    <Card component="article" data-testid="order-card" aria-labelledby={headingId} sx={cardStyle}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', minWidth: 0 }}>
          <Checkbox
            checked={isSelected}
            onChange={onToggle}
            slotProps={{ input: { 'aria-label': `Sélectionner ${order.reference}` } }}
            sx={boxStyle}
          />
          <Typography id={headingId} component="h2" sx={referenceStyle}>
            <Link to={`/orders/${order.id}`}>{order.reference}</Link>
          </Typography>
        </Box>
        <StatusBadge order={order} />
      </Box>
      <Facts sx={factsStyle}>
        {{
          'Créée le': shortDate(order.createdAt),
          'Livraison estimée': order.estimatedDelivery ? shortDate(order.estimatedDelivery) : 'N/A',
          ...(order.situation && !HAS_ITS_DATE.includes(order.situation.kind) && { Situation: order.situation.text }),
          Pièces: order.passedPieces === null ? undefined : writtenPieces(order),
          Destinataire: order.recipientName ?? undefined,
          Client: order.userId == null ? undefined : `n° ${order.userId}`,
        }}
      </Facts>
      {order.isSilent && <SilentMark order={order} />}
      <Tracker steps={steps} />
      <Box>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          Dernière mise à jour
          {order.latestUpdateTime && ` : ${shortMoment(order.latestUpdateTime)}`}
        </Typography>
        <Typography sx={{ overflowWrap: 'anywhere' }}>{order.latestUpdate ?? 'Aucune pour le moment'}</Typography>
      </Box>
      <OutlinedButton
        label="Mettre à jour le statut"
        onClick={onEdit}
        aria-describedby={headingId}
        sx={{ mt: 'auto', ...wholeCard }}
      />
    </Card>
  );
}

const cardStyle = {
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  gap: 2,
  height: '100%',
  p: { xs: 2, sm: 3 },
  transition: 'border-color 150ms, box-shadow 150ms',
  '&:hover': { borderColor: 'primary.main', boxShadow: '0 4px 16px rgb(17 24 39 / 0.08)' },
  // All five labels in each card would be too much.
  '& .fc-tracker-text': { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', opacity: 0 },
  '& .fc-tracker-here': { mb: 0 },
  ...below(520, {
    '& .fc-tracker-step:first-of-type .fc-tracker-here': {
      display: 'block',
      gridColumn: '1 / span 3',
      justifySelf: 'start',
    },
  }),
} as const;

/** Above the button that covers the card. */
const boxStyle = { zIndex: 1, width: 44, height: 44, ml: -1.5 } as const;

const referenceStyle = {
  fontFamily: 'var(--fc-font-reference)',
  fontSize: 'var(--fc-text-medium)',
  fontWeight: 700,
  letterSpacing: '0.04em',
  overflowWrap: 'anywhere',
  // Above the button that covers the card.
  '& a': { position: 'relative', zIndex: 1, display: 'inline-block', py: 1, color: 'inherit' },
} as const;

const factsStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 4,
  rowGap: 1,
  '& dt': { fontSize: 'var(--fc-text-small)' },
} as const;

/** The button receives every click on the card. */
const wholeCard = { position: 'static', '&::after': { content: '""', position: 'absolute', inset: 0 } } as const;
