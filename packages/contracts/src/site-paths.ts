import type { PageSlug } from './pages.ts';

/** The pages of the customer site that search engines may index. */
export const PUBLIC_PAGES = {
  home: '/',
  homeOfProducts: '/home',
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

export const ENTRY_PAGES = {
  auth: '/auth',
  facebookHelp: '/facebook-help',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  restoreEmail: '/annuler-changement',
  signInLink: '/connexion',
  unsubscribe: '/desabonnement',
  /** For visitors too: the parcels of this device. */
  parcels: '/mes-colis',
};

export const USER_PAGES = {
  notifications: '/notifications',
  profile: '/profile',
  savedOrders: '/saved-orders',
  announce: '/annoncer',
  chinaAddress: '/adresse-en-chine',
};

/** The pages that the gateway renders; the others are drawn in the browser. */
export const RENDERED_PAGES = { ...PUBLIC_PAGES, auth: ENTRY_PAGES.auth };

export type RenderedPage = keyof typeof RENDERED_PAGES;
export type Page = keyof typeof PUBLIC_PAGES | keyof typeof ENTRY_PAGES | keyof typeof USER_PAGES;

/** The page of a receipt, which everybody with its link may open. */
export const receiptPath = (token: string): string => `/recu/${token}`;
