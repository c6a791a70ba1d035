import { isBuiltInStatus, ORDER_STATUSES, statusLabel } from '@fasocolis/contracts/order-status';
import type { StaffOrder } from '@fasocolis/contracts/orders';
import type { ScanMode } from '@fasocolis/contracts/scans';
import { Box } from '@mui/material';
import { useEffect, useEffectEvent } from 'react';
import { useStore } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { Section } from '../../../components/screen.tsx';
import { MainButton, OutlinedButton, TextButton } from '../../../components/text-button.tsx';

/** The dialogs of the file, as in its address. */
type FileDialog = 'next' | 'status' | 'tell' | 'edit' | 'labels' | 'problem' | 'archive' | 'unarchive' | 'delete';

/** The next of the five steps, also while the order has a status of a problem; undefined at the end. */
export function nextStep({ status, statusKind, furthestStep }: StaffOrder): string | undefined {
  if (statusKind === 'end') return undefined;
  return ORDER_STATUSES[ORDER_STATUSES.indexOf(isBuiltInStatus(status) ? status : furthestStep) + 1];
}

export function FileActions({ order, onOpen }: { order: StaffOrder; onOpen: (dialog: FileDialog) => void }) {
  const step = nextStep(order);
  if (order.archivedAt) {
    return (
      <Section title="Actions" sx={actionsStyle}>
        <MainButton label="Désarchiver" onClick={() => onOpen('unarchive')} />
      </Section>
    );
  }
  return (
    <Section title="Actions" sx={actionsStyle}>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 210px), 1fr))', gap: 1 }}>
        {step && (
          <MainButton
            label={`Passer à «\u00a0${statusLabel(step)}\u00a0»`}
            onClick={() => onOpen('next')}
            sx={{ gridColumn: '1 / -1' }}
          />
        )}
        {(step === 'DELIVERED' || order.situation?.kind === 'ready') && <HandOverButton order={order} />}
        <Action shortcut="s" onClick={() => onOpen('status')}>
          Changer le statut
        </Action>
        <Action shortcut="d" onClick={() => onOpen('tell')}>
          Dire au client
        </Action>
        <Action shortcut="m" onClick={() => onOpen('edit')}>
          Modifier
        </Action>
        <Action shortcut="e" onClick={() => onOpen('labels')}>
          Imprimer les étiquettes
        </Action>
        {step && <OutlinedButton label="Signaler un problème" onClick={() => onOpen('problem')} />}
        <TextButton label="Archiver" color="error" onClick={() => onOpen('archive')} />
        {order.isDeletable && <TextButton label="Supprimer" color="error" onClick={() => onOpen('delete')} />}
      </Box>
    </Section>
  );
}

/** Opens the scanner with the hand-over of the parcel, for customers who have no label to scan. */
function HandOverButton({ order: { reference } }: { order: StaffOrder }) {
  const navigate = useNavigate();
  const [, setMode] = useStore<ScanMode>('look.scan.mode');
  const start = () => {
    setMode('hand-over');
    void navigate('/scan', { state: { handOver: reference } });
  };
  return <OutlinedButton label="Remettre" onClick={start} sx={{ gridColumn: '1 / -1' }} />;
}

function Action({ shortcut, onClick, children }: { shortcut: string; onClick: () => void; children: string }) {
  return (
    <OutlinedButton
      label={children}
      aria-keyshortcuts={shortcut}
      onClick={onClick}
      endIcon={<kbd>{shortcut.toUpperCase()}</kbd>}
    />
  );
}

/** Calls an action when its key is pressed without modifiers and no text field has the focus. */
export function useShortcuts(actions: Record<string, () => void>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, altKey, metaKey } = event;
    const isTyping =
      target instanceof Element && target.closest('input, textarea, select, [role="dialog"], [contenteditable]');
    const action = actions[key.toLowerCase()];
    if (!action || isTyping || ctrlKey || altKey || metaKey) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}

const actionsStyle = {
  '& kbd': {
    display: { xs: 'none', md: 'inline-block' },
    px: 0.75,
    border: '1px solid var(--fc-line)',
    borderRadius: '4px',
    color: 'var(--fc-ink-soft)',
    font: '600 12px/1.5 var(--fc-font-reference)',
  },
} as const;
