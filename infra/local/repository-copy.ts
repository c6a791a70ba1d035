import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { ROOT } from './root.ts';

/** Parts of the repository and all installed packages, in a folder of their own, until the test ends. */
export function copyRepository(...parts: string[]): string {
  const copy = mkdtempSync(join(tmpdir(), 'fasocolis-copy-'));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  const isSource = (path: string) => !['node_modules', 'dist', 'generated', 'test'].includes(basename(path));
  for (const part of ['package.json', 'package-lock.json', 'tsconfig.base.json', 'packages', ...parts]) {
    cpSync(join(ROOT, part), join(copy, part), { recursive: true, filter: isSource });
  }
  const modules = join(copy, 'node_modules');
  mkdirSync(join(modules, '@fasocolis'), { recursive: true });
  const isLinked = (name: string) => !['@fasocolis', '.cache', '.fasocolis-lock'].includes(name);
  for (const name of readdirSync(join(ROOT, 'node_modules')).filter(isLinked)) {
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  }
  for (const name of readdirSync(join(copy, 'packages'))) {
    symlinkSync(join(copy, 'packages', name), join(modules, '@fasocolis', name));
  }
  // As after an installation: otherwise commands would install the packages again.
  const lock = readFileSync(join(copy, 'package-lock.json'));
  writeFileSync(join(modules, '.fasocolis-lock'), createHash('sha256').update(lock).digest('hex'));
  return copy;
}
