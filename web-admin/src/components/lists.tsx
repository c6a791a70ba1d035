import { MAX_LIST_ROWS } from '@fasocolis/contracts/lists';
import { type DataProvider, type GetListParams, ListBase, type ListBaseProps, type RaRecord } from 'react-admin';

/** How long users, popups and pages are shown from the cache, in milliseconds. */
export const FRESH_FOR = 60_000;

/** The list of a screen, whose filters, sort and page are in the address; stored ones would replace them. */
export const ScreenList = <Row extends RaRecord>(props: ListBaseProps<Row>) => (
  <ListBase<Row> storeKey={false} {...props} />
);

/** A list that is a part of a screen. */
export const PartList = <Row extends RaRecord>(props: ListBaseProps<Row>) => (
  <ScreenList<Row> disableSyncWithLocation {...props} />
);

/** Reads all rows of a list, or its first `max`, page by page. */
export async function allRows<Row extends RaRecord>(
  dataProvider: DataProvider,
  resource: string,
  list: Pick<GetListParams, 'filter' | 'sort'>,
  max = Number.POSITIVE_INFINITY,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const pagination = { page, perPage: MAX_LIST_ROWS };
    const { data, total = 0 } = await dataProvider.getList<Row>(resource, { ...list, pagination });
    rows.push(...data);
    if (data.length === 0 || rows.length >= Math.min(total, max)) return rows;
  }
}
