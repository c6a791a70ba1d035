import { isGenerated, referenceKey } from '@fasocolis/contracts/reading/reference';
import { StatusBadge } from '@fasocolis/web-kit/status-badge';
import { Box, Typography } from '@mui/material';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleDot from 'lucide-react/icons/circle-dot';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { OutlinedButton } from '../../components/text-button.tsx';
import type { Hit, Tone } from './use-hits.ts';
import type { Undo } from './use-scanning.ts';

const LOOKS: Record<Tone, { Icon: typeof CircleCheck; color: string; bgcolor: string }> = {
  taken: { Icon: CircleCheck, color: 'var(--fc-green)', bgcolor: 'var(--fc-green-surface)' },
  already: { Icon: CircleDot, color: 'var(--fc-amber)', bgcolor: 'var(--fc-amber-surface)' },
  problem: { Icon: CircleAlert, color: 'var(--fc-danger)', bgcolor: 'var(--fc-danger-surface)' },
};

interface LastHitProps {
  hit: Hit | undefined;
  undo: Undo | undefined;
  /** The client code of its owner. */
  code: string | undefined;
}

export function LastHit({ hit, undo, code }: LastHitProps) {
  if (!hit) {
    return (
      <Box role="status" sx={{ ...panelStyle, color: 'text.secondary', bgcolor: 'background.paper' }}>
        <Typography>Présentez une étiquette devant l'appareil photo, ou saisissez une référence.</Typography>
      </Box>
    );
  }
  const { Icon, color, bgcolor } = LOOKS[hit.tone];
  // Space for what the outcome adds is kept from the start: the buttons below must not move from under the thumb.
  const isSent = hit.scanId !== undefined;
  return (
    <Box role="status" data-testid="last-hit" data-tone={hit.tone} sx={{ ...panelStyle, color, bgcolor }}>
      <Typography component="p" sx={{ ...lastReferenceStyle, '& a': { color: 'inherit' } }}>
        <Reference hit={hit} />
      </Typography>
      <Typography
        component="p"
        sx={{ display: 'flex', alignItems: 'center', gap: 1, fontSize: '1.25rem', fontWeight: 700 }}
      >
        <Icon aria-hidden size={28} style={{ flexShrink: 0 }} />
        {hit.text}
      </Typography>
      {(isSent || hit.order) && <LastOrder hit={hit} />}
      {(isSent || code) && (
        <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1, minHeight: 44 }}>
          {code && (
            <Typography component="p" sx={{ ...lastReferenceStyle, color: 'text.primary' }}>
              <span className="fc-sr-only">Code client </span>
              {code}
            </Typography>
          )}
          {undo && <UndoButton key={hit.scanId} reference={hit.reference} {...undo} />}
        </Box>
      )}
    </Box>
  );
}

/** The reference that was scanned, as a link to the file of its order once this is known: receipts are there. */
function Reference({ hit: { order, reference } }: { hit: Hit }) {
  return order ? <Link to={`/orders/${order.id}`}>{reference}</Link> : reference;
}

/** The name and status of the order; above them its reference, if another number was scanned. */
function LastOrder({ hit: { label, order } }: { hit: Hit }) {
  const mayBeOther = label !== undefined && !isGenerated(label.reference);
  const isOther = label && order && referenceKey(label.reference) !== referenceKey(order.reference);
  return (
    <Box sx={{ minHeight: mayBeOther ? 56 : 32, color: 'text.primary' }}>
      {isOther && order.reference}
      {order && (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 32 }}>
          {order.recipientName && (
            <Typography component="strong" noWrap sx={{ fontWeight: 700 }}>
              {order.recipientName}
            </Typography>
          )}
          <StatusBadge order={order} />
        </Box>
      )}
    </Box>
  );
}

export function HitList({ hits, undoOf }: { hits: readonly Hit[]; undoOf: (hit: Hit) => Undo | undefined }) {
  if (hits.length === 0) return null;
  return (
    <Box component="ul" className="plain-list" aria-label="Dernières lectures" sx={listStyle}>
      {hits.map((hit) => {
        const { Icon, color } = LOOKS[hit.tone];
        const undo = undoOf(hit);
        return (
          <li key={hit.id}>
            <Icon aria-hidden size={20} style={{ color, flexShrink: 0 }} />
            <span className="reference">
              <Reference hit={hit} />
            </span>
            <span>{hit.text}</span>
            {undo && <UndoButton reference={hit.reference} {...undo} />}
          </li>
        );
      })}
    </Box>
  );
}

function UndoButton({ reference, until, run }: Undo & { reference: string }) {
  const [isOver, setOver] = useState(false);
  const [isPending, setPending] = useState(false);
  useEffect(() => {
    if (until === undefined) return;
    const timer = setTimeout(() => setOver(true), until - performance.now());
    return () => clearTimeout(timer);
  }, [until]);
  if (isOver) return null;
  const undo = async () => {
    setPending(true);
    await run();
    setPending(false);
  };
  return (
    <OutlinedButton
      label="Annuler"
      color="inherit"
      aria-label={`Annuler la lecture de ${reference}`}
      disabled={isPending}
      onClick={() => void undo()}
      sx={{ justifySelf: 'start', flexShrink: 0, bgcolor: 'background.paper' }}
    />
  );
}

const panelStyle = {
  display: 'grid',
  alignContent: 'center',
  gap: 0.5,
  minHeight: 112,
  px: 2,
  py: 1,
  borderRadius: { md: 'var(--fc-radius-card)' },
} as const;

const lastReferenceStyle = {
  fontFamily: 'var(--fc-font-reference)',
  fontSize: 'clamp(1.5rem, 9vw, 2.25rem)',
  fontWeight: 700,
  lineHeight: 1.2,
  overflowWrap: 'anywhere',
} as const;

const listStyle = {
  bgcolor: 'background.paper',
  '& li': {
    display: 'flex',
    alignItems: 'center',
    gap: 1,
    minHeight: 44,
    px: 2,
    borderBottom: '1px solid var(--fc-line)',
  },
  '& .reference': { flex: 1, fontFamily: 'var(--fc-font-reference)', fontWeight: 600, overflowWrap: 'anywhere' },
  '& a': { display: 'inline-block', py: 1.25, color: 'inherit' },
} as const;
