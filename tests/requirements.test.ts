import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const ID = '[A-Z]+(?:-[A-Z]+)*-\\d{2,3}';

/**
 * Rows that a measurement shows instead of a test: LINK-004 and OPS-009 are times, which `npm run bench -- web` and `npm run
 * bench -- push-restart` measure.
 */
const MEASURED = ['LINK-004', 'OPS-009'];

/** The numbered rows, and the decisions from D-79 on: earlier decisions and proposed texts are parts of other rows. */
function requiredRows(): string[] {
  const text = readFileSync(join(ROOT, 'docs/requirements.md'), 'utf8');
  const ids = [...text.matchAll(new RegExp(`^\\| (${ID}) \\|`, 'gm'))].map(([, id = '']) => id);
  return ids.filter((id) => /-\d{3}$/.test(id) || (id.startsWith('D-') && Number(id.slice(2)) >= 79));
}

/** The rows that titles of tests cite, as in `[AUTH-014, ERR-003]`. */
function citedRows(): Set<string> {
  const files = execFileSync('git', ['ls-files', '*.test.ts', '*.test.tsx', '*.spec.ts'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const citation = new RegExp(`\\[(${ID}(?:,\\s*${ID})*)\\]`, 'g');
  const texts = files
    .trim()
    .split('\n')
    .map((file) => readFileSync(join(ROOT, file), 'utf8'));
  return new Set(texts.flatMap((text) => [...text.matchAll(citation)].flatMap(([, ids = '']) => ids.split(/,\s*/))));
}

it('every requirement is cited by a test or measured', () => {
  const cited = citedRows();
  expect(requiredRows().filter((id) => !cited.has(id) && !MEASURED.includes(id))).toEqual([]);
});

it('no row is both cited and left to a measurement', () => {
  const cited = citedRows();
  expect(MEASURED.filter((id) => cited.has(id))).toEqual([]);
});

it('tests cite existing rows only', () => {
  const all = readFileSync(join(ROOT, 'docs/requirements.md'), 'utf8');
  expect([...citedRows()].filter((id) => !all.includes(`| ${id} |`))).toEqual([]);
});
