const KEY = 'fasocolis:return-address';

/** Keeps the address of this page, which is about to be left for the sign-in page. */
export function keepReturnAddress(): void {
  try {
    sessionStorage.setItem(KEY, location.pathname + location.search);
  } catch {
    // The sign-in leads home in a browser without storage.
  }
}

/** The kept address, once. */
export function takeReturnAddress(): string | undefined {
  try {
    const address = sessionStorage.getItem(KEY) ?? undefined;
    sessionStorage.removeItem(KEY);
    return address;
  } catch {
    return undefined;
  }
}
