import type { PageSlug } from '@fasocolis/contracts/pages';
import { ENTRY_PAGES, PUBLIC_PAGES, USER_PAGES } from '@fasocolis/contracts/site-paths';

export const paths = {
  ...PUBLIC_PAGES,
  ...ENTRY_PAGES,
  ...USER_PAGES,
  tracking: (reference: string) => `/?${new URLSearchParams({ tracking: reference })}`,
  catalogue: (page: number) => (page === 1 ? '/products' : `/products?page=${page}`),
  product: (id: number) => `/product/${id}`,
  /** The back office is another site on the same host, which requires a page load. */
  admin: '/admin',
  editPage: (slug: PageSlug) => `/admin/static-pages/edit/${slug}`,
};

/** The origin of the site, without a trailing slash; set by the server that renders it. */
export const site = { origin: typeof location === 'undefined' ? '' : location.origin };
