/** Paths of the same host that another site or service answers. */
const OUTSIDE = /^\/(?:admin|api)(?:\/|$)/;

/** Where in this site a link leads; undefined for a link that the browser follows by itself. */
export function targetInSite({ origin, pathname, search, hash }: HTMLAnchorElement): string | undefined {
  if (origin !== location.origin || OUTSIDE.test(pathname)) return undefined;
  return pathname + search + hash;
}

const slugOf = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** The heading that `#delais-de-livraison` means: pages hold no ids, the text of their headings serves. */
export function headingFor(page: HTMLElement, hash: string): HTMLElement | undefined {
  const wanted = hash.slice(1).toLowerCase();
  if (!wanted) return undefined;
  return [...page.querySelectorAll<HTMLElement>('h2, h3, h4')].find(
    ({ textContent }) => slugOf(textContent) === wanted,
  );
}
