import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const SOURCES = '{gateway,services/*,packages/*,infra/operator,web-admin,web-customer}/src/**/*.{ts,tsx}';

/** Own ways to clean and compare texts, and own patterns of phone numbers. */
const OWN_READING = [/\.normalize\(/, /\\u(?:200[b-f]|202[a-c]|206\d)/i, /\[1-9\]\\d\{6,14\}/, /libphonenumber/];

it('only contracts/src/reading knows how people write [READ-001, READ-003, READ-006]', () => {
  expect(filesWith(OWN_READING)).toEqual([]);
});

it('only contracts/src/reading writes the short links of parcels [READ-002]', () => {
  expect(filesWith([/\/c\/(?:\$\{|['"`] ?\+)/])).toEqual([]);
});

/** The files of the product, besides contracts/src/reading, in which one of the patterns occurs. */
function filesWith(patterns: RegExp[]): string[] {
  const files = globSync(SOURCES, { cwd: ROOT }).filter(
    (file) => !/contracts\/src\/reading\/|\/generated\/|\.test\.tsx?$/.test(file),
  );
  return files.filter((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    return patterns.some((pattern) => pattern.test(text));
  });
}
