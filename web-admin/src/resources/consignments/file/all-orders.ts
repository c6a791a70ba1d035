import type { Consignment } from '@fasocolis/contracts/consignments';
import { MAX_LIST_ROWS } from '@fasocolis/contracts/lists';
import type { StaffOrder } from '@fasocolis/contracts/orders';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';

/** All orders of a consignment, as its manifest lists them. */
export function useAllOrders({ id }: Consignment) {
  const dataProvider = useDataProvider();
  return useQuery({
    queryKey: ['orders', 'of-consignment', id],
    async queryFn() {
      const orders: StaffOrder[] = [];
      for (let page = 1; ; page += 1) {
        const { data, total = 0 } = await dataProvider.getList<StaffOrder>('orders', {
          filter: { consignmentId: id },
          sort: { field: 'id', order: 'ASC' },
          pagination: { page, perPage: MAX_LIST_ROWS },
        });
        orders.push(...data);
        if (data.length === 0 || orders.length >= total) return orders;
      }
    },
    gcTime: 0,
  });
}
