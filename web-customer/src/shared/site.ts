/** The origin of the site, without a trailing slash; set by the server that renders it. */
export const site = { origin: typeof location === 'undefined' ? '' : location.origin };
