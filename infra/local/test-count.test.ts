import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readReport } from './test-count.ts';

function read(...cases: string[]) {
  const dir = mkdtempSync(join(tmpdir(), 'fasocolis-count-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const file = join(dir, 'report.xml');
  writeFileSync(file, `<?xml version="1.0"?>\n<testsuites><testsuite>\n${cases.join('\n')}\n</testsuite></testsuites>`);
  return readReport(file);
}

it('counts tests and names failures as vitest reports them', () => {
  const report = read(
    '<testcase classname="a.test.ts" name="a sum &gt; adds" time="0.1">\n</testcase>',
    '<testcase classname="a.test.ts" name="a sum &gt; is exact"><system-out>\n1\n</system-out></testcase>',
    '<testcase classname="a.test.ts" name="a sum &gt; waits"><skipped/></testcase>',
    '<testcase classname="a.test.ts" name="a sum &gt; carries">',
    '<failure message="expected 9" type="AssertionError">\nexpected &apos;9&apos; &lt; &apos;10&apos;\n</failure></testcase>',
    '<testcase classname="vitest unhandled errors" name="Error: lost"><error message="lost">\nlost\n</error></testcase>',
  );
  const failures = ["a.test.ts › a sum > carries\nexpected '9' < '10'", 'vitest unhandled errors › Error: lost\nlost'];
  expect(report).toEqual({ passed: 2, failures });
});

it('counts tests and names failures as Playwright reports them', () => {
  const report = read(
    '<testcase name="a page › opens" classname="a.spec.ts" time="1">\n</testcase>',
    '<testcase name="a page › closes" classname="a.spec.ts"><failure message="a.spec.ts:9:3 closes" type="FAILURE">',
    '<![CDATA[a.spec.ts:9:3 › <main> is gone\n]]>\n</failure></testcase>',
    '<testcase name="a page › prints" classname="a.spec.ts"><skipped>\n</skipped></testcase>',
  );
  const failures = ['a.spec.ts › a page › closes\na.spec.ts:9:3 › <main> is gone'];
  expect(report).toEqual({ passed: 1, failures });
});

it('counts nothing when the runner wrote no report', () => {
  expect(readReport('/no/such/report.xml')).toEqual({ passed: 0, failures: [] });
});
