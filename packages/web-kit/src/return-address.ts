const KEY = 'fasocolis:return-address';

/** Keeps the address of this page, which is about to be left for the sign-in page. */
export function keepReturnAddress(): void {
  try {
    sessionStorage.setItem(KEY, location.pathname + location.search);
  } catch {
    // The sign-in leads home in a browser without storage.
  }
}

export function keptReturnAddress(): string | undefined {
  try {
    return sessionStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

/** A later visit of the sign-in page leads home. */
export function forgetReturnAddress(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing is kept without storage.
  }
}
