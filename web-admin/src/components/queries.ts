/** How long users, popups and pages are shown from the cache, in milliseconds. */
export const FRESH_FOR = 60_000;
