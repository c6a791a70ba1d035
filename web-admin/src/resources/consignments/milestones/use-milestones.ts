import type { Consignment } from '@fasocolis/contracts/consignments';
import type { Milestone, MilestoneDefinition } from '@fasocolis/contracts/milestones';
import { useEffect, useRef } from 'react';
import { useGetList, useRefresh } from 'react-admin';

/** Poll interval while a milestone is being applied, besides the socket, in milliseconds: a lost frame must not stop the bar. */
const POLL_MS = 2000;

/** More than any consignment has. */
const ALL = { page: 1, perPage: 500 };

/** The milestones of a consignment, kept up to date while one is being applied, and the definitions of its mode. */
export function useMilestones({ id, mode }: Consignment) {
  const milestones = useGetList<Milestone>(
    'milestones',
    { filter: { consignmentId: id }, sort: { field: 'id', order: 'DESC' }, pagination: ALL },
    { refetchInterval: ({ state }) => (state.data?.data.some(isUnderWay) ? POLL_MS : false) },
  );
  const definitions = useGetList<MilestoneDefinition>('milestone-definitions', {
    filter: { mode, isActive: true },
    sort: { field: 'position', order: 'ASC' },
    pagination: ALL,
  });
  const underWay = milestones.data?.filter(isUnderWay) ?? [];

  // The orders and the consignment have another status now.
  const refresh = useRefresh();
  const before = useRef(0);
  useEffect(() => {
    if (underWay.length < before.current) refresh();
    before.current = underWay.length;
  }, [underWay.length, refresh]);

  return {
    milestones: milestones.data ?? [],
    definitions: definitions.data ?? [],
    underWay,
    isPending: milestones.isPending || definitions.isPending,
    error: milestones.error ?? definitions.error,
    refetch: () => Promise.all([milestones.refetch(), definitions.refetch()]),
  };
}

const isUnderWay = ({ state }: Milestone) => state !== 'done' && state !== 'withdrawn';

interface Route {
  /** In the order of their times, without those that were taken back. */
  passed: Milestone[];
  /** The one that can be taken back. */
  newest: Milestone | undefined;
  ahead: MilestoneDefinition[];
}

/** The route of a consignment. @param definitions those of its mode, by position */
export function routeOf(definitions: readonly MilestoneDefinition[], milestones: readonly Milestone[]): Route {
  const standing = milestones.filter(({ state }) => state !== 'withdrawing' && state !== 'withdrawn');
  const newestId = Math.max(...standing.map(({ id }) => id));
  const labels = new Set(standing.map(({ label }) => label));
  const furthest = definitions.map(({ label }) => labels.has(label)).lastIndexOf(true);
  return {
    newest: standing.find(({ id }) => id === newestId),
    passed: standing.sort((a, b) => a.occurredAt.localeCompare(b.occurredAt) || a.id - b.id),
    ahead: definitions.slice(furthest + 1),
  };
}
