import { joinedWords } from '@fasocolis/contracts/reading/text';
import './page-html.css';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** @param html sanitized by the service */
export function PageHtml({ html }: { html: string }) {
  const page = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const { hash } = useLocation();

  useEffect(() => goTo(page.current, hash), [hash]);
  useEffect(() => {
    const element = page.current;
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
      const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      if (!link || !isPlain) return;
      const target = targetInSite(link);
      if (target === undefined) return;
      event.preventDefault();
      void navigate(target);
      // The address may already have this anchor: then no navigation would scroll the page.
      if (link.pathname === location.pathname) goTo(element, link.hash);
    };
    element?.addEventListener('click', follow);
    return () => element?.removeEventListener('click', follow);
  }, [navigate]);

  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the service sanitizes it on write and again on read.
    <div ref={page} className="page-html" dangerouslySetInnerHTML={{ __html: html }} />
  );
}

/** Scrolls to the heading of an anchor and focuses it. */
function goTo(page: HTMLElement | null, hash: string) {
  const heading = page && headingFor(page, hash);
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  heading.scrollIntoView();
}

/** Paths of this host that belong to another site or to a service. */
const OUTSIDE = /^\/(?:admin|api)(?:\/|$)/;

/** The path of a link within this site; undefined for a link that the browser handles. */
export function targetInSite({ origin, pathname, search, hash }: HTMLAnchorElement): string | undefined {
  if (origin !== location.origin || OUTSIDE.test(pathname)) return undefined;
  return pathname + search + hash;
}

const slugOf = (text: string) => joinedWords(text, '-');

/** The heading for `#delais-de-livraison`: pages contain no ids, so the text of a heading is compared. */
export function headingFor(page: HTMLElement, hash: string): HTMLElement | undefined {
  const wanted = hash.slice(1).toLowerCase();
  if (!wanted) return undefined;
  return [...page.querySelectorAll<HTMLElement>('h2, h3, h4')].find(
    ({ textContent }) => slugOf(textContent) === wanted,
  );
}
