import { ConsignmentCountSchema } from '@fasocolis/contracts/consignments';
import type { Counted, MilestoneProgress } from '@fasocolis/contracts/live';
import type { Milestone } from '@fasocolis/contracts/milestones';
import { api } from '@fasocolis/web-kit/api';
import type { QueryClient } from '@tanstack/react-query';
import type { GetListResult } from 'react-admin';

const COUNT = 'consignment-count';

/** The list of the parcels that are counted with a consignment. */
export const countedResource = (consignmentId: number) => `consignments/${consignmentId}/counted`;

export const countQuery = (id: number) => ({
  queryKey: [COUNT, id],
  queryFn: () => api.get('/api/consignments/:id/count', ConsignmentCountSchema, { params: { id } }),
});

/** Fetches the counts that are shown again, after an agent has scanned parcels. */
export function refreshCounts(queryClient: QueryClient, { consignmentIds }: Counted): void {
  const keys = consignmentIds.flatMap((id) => [[COUNT, id], [countedResource(id)]]);
  for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey });
}

/** Shows how far a milestone is in the list of milestones. */
export function showProgress(queryClient: QueryClient, progress: MilestoneProgress): void {
  queryClient.setQueriesData<GetListResult<Milestone>>(
    { queryKey: ['milestones', 'getList'] },
    (list) =>
      list && { ...list, data: list.data.map((row) => (row.id === progress.id ? { ...row, ...progress } : row)) },
  );
}
