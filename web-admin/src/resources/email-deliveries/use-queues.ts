import { type QueueOverview, QueueOverviewSchema } from '@fasocolis/contracts/queues';
import { api } from '@fasocolis/web-kit/api';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLogoutIfAccessDenied } from 'react-admin';
import { eventsIn } from './queue-rows.ts';

/** Refetch intervals while entries are pending and while none are, in milliseconds. */
const PENDING_INTERVAL = 3000;
const IDLE_INTERVAL = 30_000;

const queues = queryOptions({
  queryKey: ['queues'],
  queryFn: ({ signal }) => api.get('/api/queues', QueueOverviewSchema, { signal }),
  // A failure is shown at once; the interval retries.
  retry: false,
});

export function useQueues() {
  const leaveIfAccessDenied = useLogoutIfAccessDenied();
  const query = useQuery({ ...queues, refetchInterval: ({ state }) => pauseAfter(state.data) });
  const { error } = query;
  useEffect(() => {
    if (error) void leaveIfAccessDenied(error);
  }, [error, leaveIfAccessDenied]);
  return { ...query, refetchInterval: pauseAfter(query.data) };
}

export function useRefresh() {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: queues.queryKey });
    void queryClient.invalidateQueries({ queryKey: ['email-deliveries'] });
  };
}

const pauseAfter = (overview: QueueOverview | undefined) =>
  overview && isMoving(overview) ? PENDING_INTERVAL : IDLE_INTERVAL;

export function isMoving({ queues: states, outboxes, emails }: QueueOverview): boolean {
  return (
    emails.counts.pending + emails.announcements.count > 0 ||
    (states ?? []).some(({ jobs }) => jobs.waiting + jobs.active + jobs.delayed > 0) ||
    outboxes.some(({ state }) => state !== null && eventsIn(state) > 0)
  );
}
