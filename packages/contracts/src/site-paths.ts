import type { PageSlug } from './pages.ts';

/** The pages of the customer site that the gateway renders, and search engines may index. */
export const PUBLIC_PAGES = {
  home: '/',
  /** The same screen, to which a product's screen leads back. */
  homeOfProducts: '/home',
  /** The short link of a parcel, for messages, emails and labels. */
  parcel: '/c/:reference',
  products: '/products',
  product: '/product/:id',
  transitTimes: '/nos-delais',
  about: '/about',
  support: '/support',
  contact: '/contact',
  privacy: '/privacy',
  terms: '/terms',
  faq: '/faq',
} satisfies Record<PageSlug, string> & Record<string, string>;

/** The pages before a session, and behind links of emails; they are drawn in the browser. */
export const ENTRY_PAGES = {
  auth: '/auth',
  facebookHelp: '/facebook-help',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  restoreEmail: '/annuler-changement',
  unsubscribe: '/desabonnement',
};

/** The pages of a signed-in user; they are drawn in the browser. */
export const USER_PAGES = {
  notifications: '/notifications',
  profile: '/profile',
  savedOrders: '/saved-orders',
};

export type PublicPage = keyof typeof PUBLIC_PAGES;
export type Page = PublicPage | keyof typeof ENTRY_PAGES | keyof typeof USER_PAGES;
