import { tabStorage } from './storage.ts';

const KEY = 'fasocolis:return-address';

/** Keeps the address of this page, which is about to be left for the sign-in page. */
export const keepReturnAddress = (): void => tabStorage.set(KEY, location.pathname + location.search);

/** The kept address; undefined without one: then a sign-in leads home. */
export const keptReturnAddress = (): string | undefined => tabStorage.get(KEY) ?? undefined;

/** Removes the kept address: a later visit of the sign-in page leads home. */
export const forgetReturnAddress = (): void => tabStorage.set(KEY, null);
