import type { PageFailure } from '@fasocolis/contracts/page-failures';

/** Reports that a rendered page cannot be hydrated (OLD-003). Without the API client, which may be what fails. */
export function reportFailure(error: unknown): void {
  const failure: PageFailure = { page: location.pathname, message: String(error), browser: navigator.userAgent };
  const headers = { 'content-type': 'application/json' };
  fetch('/api/page-failures', { method: 'POST', headers, body: JSON.stringify(failure), keepalive: true }).catch(
    () => undefined,
  );
}
