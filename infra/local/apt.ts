import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { StartError } from './start-error.ts';

const isRoot = process.getuid?.() === 0;

/** The path of the first of these programs that the PATH holds. */
function findProgram(names: string[]): string | undefined {
  const script = 'for name; do command -v "$name" && exit; done';
  return spawnSync('sh', ['-c', script, 'sh', ...names], { encoding: 'utf8' }).stdout.trim() || undefined;
}

/**
 * The path of the first of these programs, installed as a Debian package when there is none and this may be done.
 * @throws StartError with `advice` when the program is absent and cannot be installed.
 */
export function ensureProgram(
  names: string[],
  debianPackage: string,
  advice: string,
  log: (line: string) => void,
): string {
  const present = findProgram(names);
  if (present) return present;
  if (!isRoot || !findProgram(['apt-get'])) throw new StartError(advice);
  log(`Installation de ${debianPackage}…`);
  withoutStartingServices(() => {
    const apt = (...args: string[]) =>
      spawnSync('apt-get', args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: 'ignore' });
    apt('update', '-q');
    apt('install', '-y', '-q', '--no-install-recommends', debianPackage);
  });
  const installed = findProgram(names);
  if (!installed) throw new StartError(`L'installation de ${debianPackage} par apt-get a échoué. ${advice}`);
  return installed;
}

/** Debian starts a server as soon as its package is installed; this is how a machine says that it must not. */
function withoutStartingServices(install: () => void): void {
  const policy = '/usr/sbin/policy-rc.d';
  const own = !existsSync(policy);
  if (own) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    install();
  } finally {
    if (own) rmSync(policy, { force: true });
  }
}

// The shell first: without the parts of a browser that nobody sees it needs half the processor time.
const CHROMIUM = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const ADVICE = 'Les tests du navigateur demandent Chromium : installez-le, ou donnez son chemin dans CHROMIUM_PATH.';

/** The browser of tests and measurements: the one that CHROMIUM_PATH names, else one of the PATH, else a new one. */
export const chromiumPath = (log: (line: string) => void): string =>
  process.env.CHROMIUM_PATH || ensureProgram(CHROMIUM, 'chromium-headless-shell', ADVICE, log);
