import { MAX_COUNTED, MAX_LIST_ROWS } from '@fasocolis/contracts/lists';
import type { StaffOrder } from '@fasocolis/contracts/orders';
import { useMutation } from '@tanstack/react-query';
import { useDataProvider, useListContext } from 'react-admin';
import { outcomeToasts } from '../../components/outcome.ts';

/** The limit of orders per action: the total of more is unknown. */
export const MAX_SELECTED = MAX_COUNTED;

/** Selects all orders that match the list's filter, in its order. */
export function useSelectAll() {
  const { filterValues: filter, sort, total = 0, onSelect } = useListContext<StaffOrder>();
  const dataProvider = useDataProvider();
  const { mutate, isPending } = useMutation({
    async mutationFn() {
      const ids: number[] = [];
      for (let page = 1; ids.length < Math.min(total, MAX_SELECTED); page += 1) {
        const pagination = { page, perPage: MAX_LIST_ROWS };
        const { data } = await dataProvider.getList<StaffOrder>('orders', { filter, sort, pagination });
        if (data.length === 0) break;
        ids.push(...data.map(({ id }) => id));
      }
      return ids;
    },
    onSuccess: onSelect,
    onError: outcomeToasts({ failure: "La sélection n'a pas pu être faite. Réessayez." }).onError,
  });
  return { selectAll: () => mutate(), isPending };
}
