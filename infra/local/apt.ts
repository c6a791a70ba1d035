import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { StartError } from './start-error.ts';

const isRoot = process.getuid?.() === 0;

function findProgram(names: string[]): string | undefined {
  const script = 'for name; do command -v "$name" && exit; done';
  return spawnSync('sh', ['-c', script, 'sh', ...names], { encoding: 'utf8' }).stdout.trim() || undefined;
}

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

/** Debian starts a service when its package is installed, unless a policy forbids it. */
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

// The headless shell first: it needs half the processor time.
const CHROMIUM = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const ADVICE = 'Les tests du navigateur demandent Chromium : installez-le, ou donnez son chemin dans CHROMIUM_PATH.';

export const findChromium = (): string | undefined => process.env.CHROMIUM_PATH || findProgram(CHROMIUM);

export const chromiumPath = (log: (line: string) => void): string =>
  findChromium() ?? ensureProgram(CHROMIUM, 'chromium-headless-shell', ADVICE, log);
