import { existsSync, readFileSync } from 'node:fs';

export interface Count {
  passed: number;
  failed: number;
}

/** A run that failed without a failed test (a file that does not load, a runner that crashed) counts as one failure. */
function honest(count: Count, runPassed: boolean): Count {
  return runPassed || count.failed > 0 ? count : { ...count, failed: 1 };
}

function read<Report>(file: string): Report | undefined {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** How many tests passed and failed, from the file of vitest's JSON reporter. */
export function countVitest(file: string, runPassed: boolean): Count {
  const report = read<{ numPassedTests: number; numFailedTests: number }>(file);
  return honest({ passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0 }, runPassed);
}

/** The same from Playwright's; a test that passed at its second try has passed, and Playwright's own summary names it. */
export function countPlaywright(file: string, runPassed: boolean): Count {
  const { stats } = read<{ stats: { expected: number; unexpected: number; flaky: number } }>(file) ?? {};
  return honest({ passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0), failed: stats?.unexpected ?? 0 }, runPassed);
}
