import type { PageSlug } from '@fasocolis/contracts/pages';

export const paths = {
  home: '/',
  /** The same screen, to which a product's screen leads back. */
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
  /** The back office is another site on the same host, which requires a page load. */
  admin: '/admin',
  editPage: (slug: PageSlug) => `/admin/static-pages/edit/${slug}`,
};
