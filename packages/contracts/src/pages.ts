/** The fixed text pages, in the order of the footer. Apart from their schemas: every screen of the site needs this list. */
export const PAGE_SLUGS = ['about', 'support', 'contact', 'privacy', 'terms', 'faq'] as const;
export type PageSlug = (typeof PAGE_SLUGS)[number];
