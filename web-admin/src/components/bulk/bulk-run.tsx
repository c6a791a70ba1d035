import type { StaffOrder } from '@fasocolis/contracts/orders';
import { Box, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SaveContextProvider, useGetMany } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { FormDialog } from '../form-dialog.tsx';
import { LoadFailure, Loading } from '../list-state.tsx';
import { useStatusOptions } from '../status-options.ts';
import { MainButton, OutlinedButton, TextButton } from '../text-button.tsx';
import { orderCount } from '../words.ts';
import { Progress, takeFocus, WorkDialog } from '../work-dialog.tsx';
import { type BulkAction, type BulkResult, type Effects, isOpen, type Results, useBulk } from './use-bulk.ts';

interface BulkRunProps {
  title: string;
  ids: readonly number[];
  action: BulkAction;
  values: FieldValues;
  backLabel?: string;
  confirmLabel?: string;
  onBack: () => void;
  /** Called with the orders that were not changed. */
  onClose: (remaining: number[]) => void;
}

/** Shows the effects of an action, applies it after a confirmation, and lists the result for each order. */
export function BulkRun(props: BulkRunProps) {
  const { title, ids, action, values, backLabel = 'Retour', confirmLabel = 'Confirmer', onBack, onClose } = props;
  const { results, isRunning, isUndoing, canUndo, run, undo, stop } = useBulk(ids, action, values);
  const { data: effects, error, refetch } = useEffects(ids, action, values);
  const hasStarted = isRunning || results.size > 0;
  const remaining = ids.filter((id) => isOpen(results.get(id)));
  const open = isUndoing ? ids.filter((id) => results.get(id)?.state === 'failed') : remaining;
  const close = () => onClose(remaining);

  const actions = (
    <>
      {!hasStarted && (
        <>
          <TextButton label={backLabel} onClick={onBack} />
          {effects && !effects.isNothing && (
            <MainButton key="run" label={confirmLabel} ref={takeFocus} onClick={() => void run(effects)} />
          )}
        </>
      )}
      {isRunning && <OutlinedButton key="stop" label="Arrêter" ref={takeFocus} onClick={stop} />}
      {hasStarted && !isRunning && effects && (
        <>
          {canUndo && <TextButton label="Tout annuler" color="error" onClick={() => void undo()} />}
          <TextButton key="close" label="Fermer" ref={open.length === 0 ? takeFocus : undefined} onClick={close} />
          {open.length > 0 && (
            <MainButton
              key="again"
              label={results.size < ids.length ? 'Reprendre' : 'Réessayer les échecs'}
              ref={takeFocus}
              onClick={() => void run(effects)}
            />
          )}
        </>
      )}
    </>
  );

  return (
    <WorkDialog title={title} isBusy={isRunning} actions={actions} onClose={close}>
      {!hasStarted && <EffectLines effects={effects} error={error} onRetry={refetch} />}
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

function useEffects(ids: readonly number[], action: BulkAction, values: FieldValues) {
  const options = useStatusOptions();
  const statusName = (code: unknown) => options.find(({ id }) => id === code)?.name ?? String(code);
  return useQuery({
    queryKey: ['bulk-effects', action.title, ids, values, options],
    queryFn: () => action.effects(ids, values, statusName),
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

interface EffectLinesProps {
  effects: Effects | undefined;
  error: Error | null;
  onRetry: () => Promise<unknown>;
}

function EffectLines({ effects, error, onRetry }: EffectLinesProps) {
  if (error) return <LoadFailure onRetry={onRetry}>L'effet n'a pas pu être calculé. {error.message}</LoadFailure>;
  if (!effects) return <Loading height={72} />;
  return effects.lines.map((line) => (
    <Typography key={line} sx={{ mb: 1, overflowWrap: 'anywhere' }}>
      {line}
    </Typography>
  ));
}

const countOf = (results: Results, state: BulkResult['state']) =>
  [...results.values()].filter((result) => result.state === state).length;

function progressOf(results: Results, total: number): string {
  const failed = countOf(results, 'failed');
  return `${results.size} sur ${total}${failed > 0 ? `, ${failed} en échec` : ''}`;
}

function summaryOf(results: Results, total: number): string {
  const [done, undone, failed, same] = (['done', 'undone', 'failed', 'left'] as const).map((state) =>
    countOf(results, state),
  );
  const left = total - results.size;
  const parts = undone ? [`${orderCount(undone, 'remise')} comme avant`] : [`${orderCount(done ?? 0, 'mise')} à jour`];
  if (same) parts.push(`${same} inchangée${same > 1 ? 's' : ''}`);
  if (failed) parts.push(`${failed} en échec`);
  if (left > 0) parts.push(`${left} non traitée${left > 1 ? 's' : ''}`);
  return `${parts.join(', ')}.`;
}

/** The limit of the list of orders; further ones are shown by id. */
const NAMED = 1000;

function ResultList({ ids, results }: { ids: readonly number[]; results: Results }) {
  const { data = [] } = useGetMany<StaffOrder>('orders', { ids: ids.slice(0, NAMED) });
  const references = new Map(data.map((order) => [order?.id, order?.reference]));
  // Failures first.
  const sorted = [...ids].sort((a, b) => rank(results.get(a)) - rank(results.get(b)));
  return (
    <Box component="ul" className="plain-list" aria-label="Résultat par commande" sx={listStyle}>
      {sorted.map((id) => {
        const result = results.get(id);
        return (
          <li key={id}>
            <b>{references.get(id) ?? `n° ${id}`}</b>
            <Box component="span" sx={{ color: result?.state === 'failed' ? 'error.main' : 'text.secondary' }}>
              {wordsOf(result)}
            </Box>
          </li>
        );
      })}
    </Box>
  );
}

function wordsOf(result: BulkResult | undefined): string {
  if (!result) return 'Non traitée';
  if (result.state === 'failed' || result.state === 'left') return result.reason;
  return result.state === 'done' ? 'Mise à jour' : 'Annulée';
}

const RANKS = { failed: 0, left: 2, done: 3, undone: 3 };
const rank = (result: BulkResult | undefined) => (result === undefined ? 1 : RANKS[result.state]);

const listStyle = {
  maxHeight: '40vh',
  overflowY: 'auto',
  mt: 2,
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

interface BulkDialogProps {
  action: BulkAction;
  ids: readonly number[];
  /** Called with the orders that were not changed. */
  onClose: (remaining: number[]) => void;
}

export function BulkDialog({ action, ids, onClose }: BulkDialogProps) {
  // The selection behind the dialog may change with the list.
  const [chosen] = useState(ids);
  const [values, setValues] = useState<FieldValues>();
  const [isConfirming, setConfirming] = useState(false);
  const title = `${action.title}\u00a0: ${orderCount(chosen.length)}`;

  if (values && isConfirming) {
    return (
      <BulkRun
        title={title}
        ids={chosen}
        action={action}
        values={values}
        onBack={() => setConfirming(false)}
        onClose={onClose}
      />
    );
  }

  const save = (given: FieldValues) => {
    setValues(given);
    setConfirming(true);
  };
  return (
    <SaveContextProvider value={{ save, saving: false }}>
      <FormDialog
        title={title}
        schema={action.schema}
        {...(values && { defaultValues: values })}
        submitLabel="Continuer"
        onClose={() => onClose([...chosen])}
      >
        {action.inputs}
      </FormDialog>
    </SaveContextProvider>
  );
}
