import { ConsignmentCountSchema } from '@fasocolis/contracts/consignments';
import type { Counted } from '@fasocolis/contracts/live';
import { api } from '@fasocolis/web-kit/api';
import type { QueryClient } from '@tanstack/react-query';

const COUNT = 'consignment-count';

/** The list of the parcels that are counted with a consignment. */
export const countedResource = (consignmentId: number) => `consignments/${consignmentId}/counted`;

/** What was counted of a consignment. */
export const countQuery = (id: number) => ({
  queryKey: [COUNT, id],
  queryFn: () => api.get('/api/consignments/:id/count', ConsignmentCountSchema, { params: { id } }),
});

/** Fetches the counts that are shown again, after an agent has scanned parcels. */
export function refreshCounts(queryClient: QueryClient, { consignmentIds }: Counted): void {
  const keys = consignmentIds.flatMap((id) => [[COUNT, id], [countedResource(id)]]);
  for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey });
}
