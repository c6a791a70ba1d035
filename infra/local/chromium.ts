import { ensureProgram } from './apt.ts';

// The shell first: without the parts of a browser that nobody sees it needs half the processor time.
const CHROMIUM = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const ADVICE = 'Les tests du navigateur demandent Chromium : installez-le, ou donnez son chemin dans CHROMIUM_PATH.';

/** The browser of tests and measurements: the one that CHROMIUM_PATH names, else one of the PATH, else a new one. */
export const chromiumPath = (log: (line: string) => void): string =>
  process.env.CHROMIUM_PATH || ensureProgram(CHROMIUM, 'chromium-headless-shell', ADVICE, log);
