import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { countPlaywright, countVitest } from './test-count.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'fasocolis-count-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

function reportOf(content: object): string {
  const file = join(dir, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

describe('the count of npm test', () => {
  it('takes numbers and failures from the report of vitest', () => {
    const report = {
      numPassedTests: 7,
      numFailedTests: 1,
      testResults: [
        {
          name: 'a.test.ts',
          status: 'failed',
          message: '',
          assertionResults: [
            { fullName: 'a sum adds', status: 'passed', failureMessages: [] },
            { fullName: 'a sum carries', status: 'failed', failureMessages: ['expected 9 to be 10'] },
          ],
        },
        { name: 'b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
      ],
    };
    expect(countVitest(reportOf(report), false)).toEqual({
      passed: 7,
      failed: 1,
      failures: ['a.test.ts › a sum carries\nexpected 9 to be 10', 'b.test.ts\nno such module'],
    });
  });

  it('takes numbers and failures from the report of Playwright, however deep they lie', () => {
    const spec = { file: 'a.spec.ts', line: 3, title: 'a page opens', ok: true };
    const report = {
      stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 3 },
      suites: [{ specs: [spec], suites: [{ specs: [{ ...spec, line: 9, ok: false }] }] }],
    };
    const failures = ['a.spec.ts:9 › a page opens'];
    expect(countPlaywright(reportOf(report), false)).toEqual({ passed: 5, failed: 1, failures });
  });

  it('counts a failure when the run failed although no test did', () => {
    const report = { numPassedTests: 7, numFailedTests: 0, testResults: [] };
    expect(countVitest(reportOf(report), false)).toMatchObject({ passed: 7, failed: 1 });
  });

  it('counts a failure when the runner left no report', () => {
    expect(countVitest(join(dir, 'absent'), false)).toMatchObject({ passed: 0, failed: 1 });
    expect(countPlaywright(join(dir, 'absent'), false)).toMatchObject({ passed: 0, failed: 1 });
  });
});
