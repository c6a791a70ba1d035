import { existsSync, readFileSync } from 'node:fs';

export interface Count {
  passed: number;
  failed: number;
  /** What failed, a line or a few each, to be said again at the very end: what a long log keeps is its tail. */
  failures: string[];
}

/** A run that failed without a failed test (a file that does not load, a runner that crashed) counts as one failure. */
function honest(count: Count, runPassed: boolean): Count {
  return runPassed || count.failed > 0 ? count : { ...count, failed: 1 };
}

function read<Report>(file: string): Report | undefined {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

/** How many tests passed and failed, and which, from the file of vitest's JSON reporter. */
export function countVitest(file: string, runPassed: boolean): Count {
  const report = read<VitestReport>(file);
  const failures = (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [`${name}\n${message}`];
    return failed.map((test) => `${name} › ${test.fullName}\n${test.failureMessages.join('\n')}`);
  });
  return honest({ passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0, failures }, runPassed);
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs: { file: string; line: number; title: string; ok: boolean }[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
  suites: PlaywrightSuite[];
}

function failedSpecs({ specs, suites = [] }: PlaywrightSuite): string[] {
  const own = specs.filter(({ ok }) => !ok).map(({ file, line, title }) => `${file}:${line} › ${title}`);
  return [...own, ...suites.flatMap(failedSpecs)];
}

/** The same from Playwright's; a test that passed at its second try has passed, and Playwright's own summary names it. */
export function countPlaywright(file: string, runPassed: boolean): Count {
  const { stats, suites = [] } = read<PlaywrightReport>(file) ?? {};
  const passed = (stats?.expected ?? 0) + (stats?.flaky ?? 0);
  return honest({ passed, failed: stats?.unexpected ?? 0, failures: suites.flatMap(failedSpecs) }, runPassed);
}
