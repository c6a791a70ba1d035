import type { Order, UpdateOrder } from '@fasocolis/contracts/orders';
import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  LinearProgress,
  Typography,
} from '@mui/material';
import { useId } from 'react';
import { useGetMany } from 'react-admin';
import { orderCount } from '../../components/words.ts';
import { type BulkResult, useBulkStatus } from './use-bulk-status.ts';

interface BulkStatusRunProps {
  title: string;
  ids: readonly number[];
  change: UpdateOrder;
  statusName: string;
  onBack: () => void;
  /** Called with the orders that were not updated. */
  onClose: (remaining: number[]) => void;
}

/** Confirms the change of many orders, shows its progress and the result of each. */
export function BulkStatusRun({ title, ids, change, statusName, onBack, onClose }: BulkStatusRunProps) {
  const { results, isRunning, run, stop } = useBulkStatus(ids, change);
  const titleId = useId();
  const hasStarted = isRunning || results.size > 0;
  const remaining = ids.filter((id) => !results.get(id)?.isDone);
  const close = () => onClose(remaining);

  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      aria-labelledby={titleId}
      onClose={(_event, reason) => {
        if (reason === 'escapeKeyDown' && !isRunning) close();
      }}
    >
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
        {!hasStarted && <Confirmation count={ids.length} change={change} statusName={statusName} />}
        {hasStarted && <Progress total={ids.length} results={results} isRunning={isRunning} />}
        {hasStarted && !isRunning && <Results ids={ids} results={results} />}
      </DialogContent>
      <DialogActions>
        {!hasStarted && (
          <>
            <Button onClick={onBack}>Retour</Button>
            <Button key="run" ref={takeFocus} variant="contained" color="secondary" onClick={() => void run()}>
              Confirmer
            </Button>
          </>
        )}
        {isRunning && (
          <Button key="stop" ref={takeFocus} variant="outlined" onClick={stop}>
            Arrêter
          </Button>
        )}
        {hasStarted && !isRunning && (
          <>
            <Button key="close" ref={remaining.length === 0 ? takeFocus : undefined} onClick={close}>
              Fermer
            </Button>
            {remaining.length > 0 && (
              <Button key="again" ref={takeFocus} variant="contained" color="secondary" onClick={() => void run()}>
                {results.size < ids.length ? 'Reprendre' : 'Réessayer les échecs'}
              </Button>
            )}
          </>
        )}
      </DialogActions>
    </Dialog>
  );
}

/** The previous step's button is gone, and the keyboard focus with it. */
const takeFocus = (button: HTMLElement | null) => button?.focus();

function Confirmation({ count, change, statusName }: { count: number; change: UpdateOrder; statusName: string }) {
  return (
    <>
      <Typography>
        {orderCount(count)} {count > 1 ? 'recevront' : 'recevra'} le statut « <b>{statusName}</b> ».
      </Typography>
      {change.latestUpdate && (
        <Typography sx={{ mt: 1, overflowWrap: 'anywhere' }}>Avec le texte : « {change.latestUpdate} »</Typography>
      )}
      <Typography sx={{ mt: 1, color: 'text.secondary' }}>
        {change.notifyCustomer === false
          ? 'Les clients ne seront pas prévenus.'
          : 'Les clients dont le colis change de statut seront prévenus.'}
      </Typography>
    </>
  );
}

interface ProgressProps {
  total: number;
  results: ReadonlyMap<number, BulkResult>;
  isRunning: boolean;
}

function Progress({ total, results, isRunning }: ProgressProps) {
  const labelId = useId();
  const failed = [...results.values()].filter(({ isDone }) => !isDone).length;
  const said = `${results.size} sur ${total}`;
  return (
    <>
      <Typography
        id={labelId}
        role={isRunning ? undefined : 'status'}
        sx={{ mb: 1, fontVariantNumeric: 'tabular-nums' }}
      >
        {isRunning
          ? `${said}${failed > 0 ? `, ${failed} en échec` : ''}`
          : sentence({ done: results.size - failed, failed, left: total - results.size })}
      </Typography>
      <LinearProgress
        variant="determinate"
        value={(results.size / total) * 100}
        aria-labelledby={labelId}
        aria-valuetext={said}
      />
    </>
  );
}

function sentence({ done, failed, left }: { done: number; failed: number; left: number }): string {
  const parts = [`${orderCount(done, 'mise')} à jour`];
  if (failed > 0) parts.push(`${failed} en échec`);
  if (left > 0) parts.push(`${left} non traitée${left > 1 ? 's' : ''}`);
  return `${parts.join(', ')}.`;
}

/** The most the list of orders returns at once; further ones are shown by id. */
const NAMED = 1000;

function Results({ ids, results }: { ids: readonly number[]; results: ReadonlyMap<number, BulkResult> }) {
  const { data = [] } = useGetMany<Order>('orders', { ids: ids.slice(0, NAMED) });
  const references = new Map(data.map((order) => [order?.id, order?.reference]));
  // Failures first.
  const sorted = ids.toSorted((a, b) => rank(results.get(a)) - rank(results.get(b)));
  return (
    <Box component="ul" aria-label="Résultat par commande" sx={listStyle}>
      {sorted.map((id) => {
        const result = results.get(id);
        return (
          <li key={id}>
            <b>{references.get(id) ?? `n° ${id}`}</b>
            <Box component="span" sx={{ color: result?.isDone === false ? 'error.main' : 'text.secondary' }}>
              {!result ? 'Non traitée' : result.isDone ? 'Mise à jour' : result.reason}
            </Box>
          </li>
        );
      })}
    </Box>
  );
}

const rank = (result: BulkResult | undefined) => (result === undefined ? 1 : Number(result.isDone) * 2);

const listStyle = {
  maxHeight: '40vh',
  overflowY: 'auto',
  m: 0,
  mt: 2,
  p: 0,
  listStyle: 'none',
  '& li': {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    columnGap: 2,
    py: 0.75,
    borderBottom: '1px solid var(--fc-line)',
    overflowWrap: 'anywhere',
  },
} as const;
