import type { PageSlug } from '@fasocolis/contracts/pages';

/** Addresses of the site's screens, so that no link is typed twice. */
export const paths = {
  home: '/',
  /** The same screen: a product's screen leads back here. */
  homeOfProducts: '/home',
  tracking: (reference: string) => `/?${new URLSearchParams({ tracking: reference })}`,
  /** The short link of a parcel, for messages, emails and labels. */
  parcel: (reference: string) => `/c/${encodeURIComponent(reference)}`,
  auth: '/auth',
  forgotPassword: '/forgot-password',
  facebookHelp: '/facebook-help',
  profile: '/profile',
  notifications: '/notifications',
  savedOrders: '/saved-orders',
  products: '/products',
  catalogue: (page: number) => (page === 1 ? '/products' : `/products?page=${page}`),
  product: (id: number) => `/product/${id}`,
  about: '/about',
  support: '/support',
  contact: '/contact',
  privacy: '/privacy',
  terms: '/terms',
  transitTimes: '/nos-delais',
  /** The back office is another site on the same host: a full page load. */
  admin: '/admin',
  editPage: (slug: PageSlug) => `/admin/static-pages/edit/${slug}`,
};
