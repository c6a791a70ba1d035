const KEY = 'fasocolis:return-address';

/** Keeps the address of this page, which is about to be left for the sign-in page. */
export function keepReturnAddress(): void {
  sessionStorage.setItem(KEY, location.pathname + location.search);
}

/** The kept address, once. */
export function takeReturnAddress(): string | undefined {
  const address = sessionStorage.getItem(KEY) ?? undefined;
  sessionStorage.removeItem(KEY);
  return address;
}
