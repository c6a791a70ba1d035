import type { ChangeStatus, Order } from '@fasocolis/contracts/orders';
import { Box, Button, Typography } from '@mui/material';
import { useGetMany } from 'react-admin';
import { orderCount } from '../../components/words.ts';
import { Progress, WorkDialog } from '../../components/work-dialog.tsx';
import { type BulkResult, useBulkStatus } from './use-bulk-status.ts';

interface BulkStatusRunProps {
  title: string;
  ids: readonly number[];
  change: ChangeStatus;
  statusName: string;
  onBack: () => void;
  /** Called with the orders that were not updated. */
  onClose: (remaining: number[]) => void;
}

/** Confirms the change of many orders, shows its progress and the result of each. */
export function BulkStatusRun({ title, ids, change, statusName, onBack, onClose }: BulkStatusRunProps) {
  const { results, isRunning, run, stop } = useBulkStatus(ids, change);
  const hasStarted = isRunning || results.size > 0;
  const remaining = ids.filter((id) => !results.get(id)?.isDone);
  const close = () => onClose(remaining);

  const actions = (
    <>
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
    </>
  );

  return (
    <WorkDialog title={title} isBusy={isRunning} maxWidth="sm" actions={actions} onClose={close}>
      {!hasStarted && <Confirmation count={ids.length} change={change} statusName={statusName} />}
      {hasStarted && (
        <Progress
          label={isRunning ? progressOf(results, ids.length) : summaryOf(results, ids.length)}
          isStatus={!isRunning}
          done={results.size}
          total={ids.length}
        />
      )}
      {hasStarted && !isRunning && <ResultList ids={ids} results={results} />}
    </WorkDialog>
  );
}

/** The previous step's button is gone, and the keyboard focus with it. */
const takeFocus = (button: HTMLElement | null) => button?.focus();

function Confirmation({ count, change, statusName }: { count: number; change: ChangeStatus; statusName: string }) {
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

type Results = ReadonlyMap<number, BulkResult>;

const failuresIn = (results: Results) => [...results.values()].filter(({ isDone }) => !isDone).length;

function progressOf(results: Results, total: number): string {
  const failed = failuresIn(results);
  return `${results.size} sur ${total}${failed > 0 ? `, ${failed} en échec` : ''}`;
}

function summaryOf(results: Results, total: number): string {
  const [failed, left] = [failuresIn(results), total - results.size];
  const parts = [`${orderCount(results.size - failed, 'mise')} à jour`];
  if (failed > 0) parts.push(`${failed} en échec`);
  if (left > 0) parts.push(`${left} non traitée${left > 1 ? 's' : ''}`);
  return `${parts.join(', ')}.`;
}

/** The most the list of orders returns at once; further ones are shown by id. */
const NAMED = 1000;

function ResultList({ ids, results }: { ids: readonly number[]; results: Results }) {
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
