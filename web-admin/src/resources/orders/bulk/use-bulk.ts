import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useDataProvider } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { reasonOf } from '../../../components/outcome.ts';
import { sendAll } from '../../../components/send-all.ts';
import type { BulkAction, Undo } from './bulk-actions.tsx';

/** How long an action can be undone after its end, in milliseconds. */
const UNDO_MS = 10_000;

/** The result for an order; pending orders have none. */
export type BulkResult =
  | { state: 'done'; undo?: Undo | undefined }
  | { state: 'undone' }
  | { state: 'failed'; reason: string; undo?: Undo | undefined };

/**
 * Changes many orders with one request each, so that a failure affects no other order. Successful requests are never
 * repeated. For ten seconds after the end all changes can be undone.
 */
export function useBulk(ids: readonly number[], action: BulkAction, values: FieldValues) {
  const dataProvider = useDataProvider();
  const queryClient = useQueryClient();
  const [results, setResults] = useState<ReadonlyMap<number, BulkResult>>(new Map());
  const [isRunning, setRunning] = useState(false);
  const [isUndoing, setUndoing] = useState(false);
  const [canUndo, setCanUndo] = useState(false);
  const stopper = useRef<AbortController>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(
    () => () => {
      stopper.current?.abort();
      clearTimeout(timer.current);
    },
    [],
  );

  const undoOf = (id: number) => {
    const result = results.get(id);
    return result && 'undo' in result ? result.undo : undefined;
  };
  const undoable = ids.filter((id) => undoOf(id));

  const work = async (waiting: readonly number[], send: (id: number) => Promise<BulkResult>) => {
    clearTimeout(timer.current);
    setCanUndo(false);
    setRunning(true);
    stopper.current = new AbortController();
    const note = (id: number, result: BulkResult) => setResults((known) => new Map(known).set(id, result));
    const attempt = async (id: number) => {
      try {
        note(id, await send(id));
      } catch (error) {
        const reason = reasonOf(error) ?? 'Erreur inconnue. Réessayez plus tard.';
        note(id, { state: 'failed', reason, undo: undoOf(id) });
      }
    };
    await sendAll(waiting, attempt, stopper.current.signal);
    setRunning(false);
    void queryClient.invalidateQueries({ queryKey: ['orders'] });
  };

  const run = async () => {
    const waiting = ids.filter((id) => results.get(id)?.state !== 'done');
    setResults((known) => new Map([...known].filter(([, { state }]) => state === 'done')));
    await work(waiting, async (id) => ({ state: 'done', undo: await action.apply(dataProvider, id, values) }));
    setCanUndo(true);
    timer.current = setTimeout(() => setCanUndo(false), UNDO_MS);
  };

  const undo = () => {
    setUndoing(true);
    return work(undoable, async (id) => {
      await undoOf(id)?.();
      return { state: 'undone' };
    });
  };

  return {
    results,
    isRunning,
    isUndoing,
    canUndo: canUndo && undoable.length > 0,
    /** Starts, or retries the failed orders. */
    run: isUndoing ? undo : run,
    undo,
    stop: () => stopper.current?.abort(),
  };
}
