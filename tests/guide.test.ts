import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const SOURCES = [
  'web-admin/src',
  'web-customer/src',
  'packages/contracts/src',
  'packages/web-kit/src',
  'services/orders/src/seed',
];

/** With plain spaces and apostrophes, on one line. */
const plain = (text: string) =>
  text
    .replaceAll(/&nbsp;|\\u00a0/g, ' ')
    .replaceAll('’', "'")
    .replaceAll(/\s+/g, ' ');

const guide = plain(readFileSync(join(ROOT, 'docs/guide-administrateur.md'), 'utf8'));

it('every name that the guide quotes is a whole text of the screens', () => {
  const files = execFileSync('git', ['ls-files', ...SOURCES], { cwd: ROOT, encoding: 'utf8' })
    .trim()
    .split('\n');
  const isScreen = (file: string) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file);
  const sources = files.filter(isScreen).map((file) => plain(readFileSync(join(ROOT, file), 'utf8')));
  const isShown = (name: string) => {
    // A string or a text between tags, or a part of it beside a variable or at the end of a sentence.
    const text = new RegExp(`['"\`>|}] ?${RegExp.escape(name)} ?['"\`<|{(.:]`);
    return sources.some((source) => text.test(source));
  };
  const names = new Set([...guide.matchAll(/« ?([^«»]+?) ?»/g)].map(([, name = '']) => name));
  expect(names.size).toBeGreaterThan(80);
  expect([...names].filter((name) => !isShown(name))).toEqual([]);
});
