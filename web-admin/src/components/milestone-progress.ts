import type { MilestoneProgress } from '@fasocolis/contracts/live';
import type { Milestone } from '@fasocolis/contracts/milestones';
import type { QueryClient } from '@tanstack/react-query';
import type { GetListResult } from 'react-admin';

export function showProgress(queryClient: QueryClient, progress: MilestoneProgress): void {
  queryClient.setQueriesData<GetListResult<Milestone>>(
    { queryKey: ['milestones', 'getList'] },
    (list) =>
      list && { ...list, data: list.data.map((row) => (row.id === progress.id ? { ...row, ...progress } : row)) },
  );
}
