import type { ChangeStatus, Order } from '@fasocolis/contracts/orders';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useDataProvider } from 'react-admin';
import { reasonOf } from '../../components/outcome.ts';
import { sendAll } from '../../components/send-all.ts';

/** The result for an order; pending orders have none. */
export type BulkResult = { isDone: true } | { isDone: false; reason: string };

/**
 * Gives many orders one status, each with a call of its own, so that one that fails stops no other. What was done is
 * never sent again, and sending the rest again changes nothing that had happened all the same.
 */
export function useBulkStatus(ids: readonly number[], change: ChangeStatus) {
  const dataProvider = useDataProvider();
  const queryClient = useQueryClient();
  const [results, setResults] = useState<ReadonlyMap<number, BulkResult>>(new Map());
  const [isRunning, setRunning] = useState(false);
  const stopper = useRef<AbortController>(undefined);
  useEffect(() => () => stopper.current?.abort(), []);

  const note = (id: number, result: BulkResult) => setResults((known) => new Map(known).set(id, result));

  const run = async () => {
    const waiting = ids.filter((id) => !results.get(id)?.isDone);
    setResults((known) => new Map([...known].filter(([, { isDone }]) => isDone)));
    setRunning(true);
    stopper.current = new AbortController();
    const update = async (id: number) => {
      try {
        await dataProvider.update<Order>('orders', { id, data: change, previousData: { id } });
        note(id, { isDone: true });
      } catch (error) {
        note(id, { isDone: false, reason: reasonOf(error) ?? 'Erreur inconnue. Réessayez plus tard.' });
      }
    };
    await sendAll(waiting, update, stopper.current.signal);
    setRunning(false);
    void queryClient.invalidateQueries({ queryKey: ['orders'] });
  };

  return { results, isRunning, run, stop: () => stopper.current?.abort() };
}
