/**
 * The oldest browsers on which both sites work completely; Android's WebView has Chrome's versions. Older ones get pages
 * without scripts. Named in the README.
 */
export const MINIMUM_BROWSERS = { chrome: 90, firefox: 90, safari: 14.1 };
