import { ORDERS_PER_CALL } from '@fasocolis/contracts/tell-customers';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type * as z from 'zod/mini';
import { reasonOf } from '../outcome.ts';
import { sendAll } from '../send-all.ts';

/** How long an action can be undone after its end, in milliseconds. */
const UNDO_MS = 10_000;

const failureOf = (error: unknown) => reasonOf(error) ?? 'Erreur inconnue. Réessayez plus tard.';

/**
 * Changes many orders in parts, so that a failure affects no other part. What succeeded is never repeated. For ten
 * seconds after the end all changes can be undone.
 */
export function useBulk(ids: readonly number[], action: BulkAction, values: FieldValues) {
  const queryClient = useQueryClient();
  const [results, setResults] = useState<Results>(new Map());
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
  const note = (some: Results) => setResults((known) => new Map([...known, ...some]));

  const work = async (send: (signal: AbortSignal) => Promise<unknown>) => {
    clearTimeout(timer.current);
    setCanUndo(false);
    setRunning(true);
    stopper.current = new AbortController();
    await send(stopper.current.signal);
    setRunning(false);
    void queryClient.invalidateQueries({ queryKey: ['orders'] });
  };

  const run = async (effects: Effects) => {
    const waiting = ids.filter((id) => isOpen(results.get(id)));
    setResults((known) => new Map([...known].filter(([, result]) => !isOpen(result))));
    await work(async (signal) => {
      for (let from = 0; from < waiting.length && !signal.aborted; from += ORDERS_PER_CALL) {
        const part = waiting.slice(from, from + ORDERS_PER_CALL);
        const failed = (error: unknown): Results =>
          new Map(part.map((id) => [id, { state: 'failed', reason: failureOf(error) }]));
        note(await action.apply(part, values, effects).catch(failed));
      }
    });
    setCanUndo(true);
    timer.current = setTimeout(() => setCanUndo(false), UNDO_MS);
  };

  const undo = () => {
    setUndoing(true);
    const undoOne = async (id: number) => {
      const undoing = undoOf(id);
      try {
        await undoing?.();
        note(new Map([[id, { state: 'undone' }]]));
      } catch (error) {
        note(new Map([[id, { state: 'failed', reason: failureOf(error), undo: undoing }]]));
      }
    };
    return work((signal) => sendAll(undoable, undoOne, signal));
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

/** The result for an order; pending orders have none. */
export type BulkResult =
  | { state: 'done'; undo?: (() => Promise<unknown>) | undefined }
  | { state: 'left'; reason: string }
  | { state: 'undone' }
  | { state: 'failed'; reason: string; undo?: (() => Promise<unknown>) | undefined };

export type Results = ReadonlyMap<number, BulkResult>;

/** Whether an order is pending or can be retried. */
export const isOpen = (result: BulkResult | undefined): boolean =>
  !result || result.state === 'failed' || result.state === 'undone';

export interface Effects {
  lines: string[];
  /** When it was computed, for actions that leave orders which changed afterwards. */
  at?: string;
  /** Whether no order would change. */
  isNothing?: boolean;
}

export interface BulkAction {
  /** "Dire au client", followed by the number of orders. */
  title: string;
  schema: z.ZodMiniType<FieldValues, FieldValues>;
  inputs: ReactNode;
  effects: (ids: readonly number[], values: FieldValues, statusName: (code: unknown) => string) => Promise<Effects>;
  /** Changes at most `ORDERS_PER_CALL` orders. */
  apply: (ids: readonly number[], values: FieldValues, effects: Effects) => Promise<Results>;
}
