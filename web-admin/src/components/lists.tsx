import { ListBase, type ListBaseProps, type RaRecord } from 'react-admin';

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
