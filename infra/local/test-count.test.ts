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
  it('takes both numbers from the report of the runner', () => {
    expect(countVitest(reportOf({ numPassedTests: 7, numFailedTests: 2 }), false)).toEqual({ passed: 7, failed: 2 });
    const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 3 };
    expect(countPlaywright(reportOf({ stats }), false)).toEqual({ passed: 5, failed: 1 });
  });

  it('counts a failure when the run failed although no test did', () => {
    expect(countVitest(reportOf({ numPassedTests: 7, numFailedTests: 0 }), false)).toEqual({ passed: 7, failed: 1 });
  });

  it('counts a failure when the runner left no report', () => {
    expect(countVitest(join(dir, 'absent'), false)).toEqual({ passed: 0, failed: 1 });
    expect(countPlaywright(join(dir, 'absent'), false)).toEqual({ passed: 0, failed: 1 });
  });
});
