/** In the order of the footer. Apart from their schemas, because every screen needs this list. */
export const PAGE_SLUGS = ['about', 'support', 'contact', 'privacy', 'terms', 'faq'] as const;
export type PageSlug = (typeof PAGE_SLUGS)[number];
