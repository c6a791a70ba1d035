import type { Consignment } from '@fasocolis/contracts/consignments';
import type { StaffOrder } from '@fasocolis/contracts/orders';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { allRows } from '../../../components/lists.tsx';

/** All orders of a consignment, as its manifest lists them. */
export function useAllOrders({ id }: Consignment) {
  const dataProvider = useDataProvider();
  const list = { filter: { consignmentId: id }, sort: { field: 'id', order: 'ASC' } } as const;
  return useQuery({
    queryKey: ['orders', 'of-consignment', id],
    queryFn: () => allRows<StaffOrder>(dataProvider, 'orders', list),
    gcTime: 0,
  });
}
