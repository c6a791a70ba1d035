/** The origin of the site, without a slash at the end; set by the server that renders it. */
export const site = { origin: typeof location === 'undefined' ? '' : location.origin };
