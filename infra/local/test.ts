/**
 * `npm test`: every check, in sequence. `npm run test:unit` (`--unit`): only the tests that need no browser. Further
 * arguments, such as `-- orders`, filter vitest's files; those of screens are then among them, after the others.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromiumPath } from './apt.ts';
import { buildSites, generateClients } from './builds.ts';
import { ROOT } from './root.ts';
import { Supervisor } from './supervisor.ts';
import { endRequested, report } from './terminal.ts';
import { readReport } from './test-count.ts';

const CACHE = join(ROOT, 'node_modules/.cache/tests');
const vitestReport = join(CACHE, 'vitest.xml');
const playwrightReport = join(CACHE, 'playwright.xml');

const end = endRequested();
const log = (line: string) => console.log(line);
const supervisor = new Supervisor(CACHE);
const failures: string[] = [];
let passed = 0;

async function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } });
  const stop = () => void child.kill('SIGTERM');
  end.addEventListener('abort', stop, { once: true });
  const [code] = await once(child, 'exit');
  end.removeEventListener('abort', stop);
  return code === 0;
}

const runModule = (script: string, args: string[], env?: NodeJS.ProcessEnv) =>
  run(process.execPath, [join(ROOT, 'node_modules', script), ...args], env);

/**
 * Runs a step and counts the tests in its report; without one the step is a test itself, unless it returns nothing. A
 * failure without a failed test (a runner that crashed) counts as one.
 */
async function step(heading: string, work: () => Promise<unknown>, reportFile?: string): Promise<void> {
  if (end.aborted) return;
  console.log(`\n── ${heading}`);
  if (reportFile) rmSync(reportFile, { force: true });
  const success = await work().catch((error: unknown) => {
    report(error);
    return false;
  });
  const count = reportFile ? readReport(reportFile) : { passed: success === true ? 1 : 0, failures: [] };
  passed += count.passed;
  failures.push(...(success === false && count.failures.length === 0 ? [heading] : count.failures));
}

const unitOnly = process.argv[2] === '--unit';
const filters = process.argv.slice(unitOnly ? 3 : 2);
const runVitest = (projects: string[]) => {
  const reporters = ['--reporter=default', '--reporter=junit', `--outputFile.junit=${vitestReport}`];
  return runModule('vitest/vitest.mjs', ['run', ...projects, ...reporters, ...filters]);
};

await step('Clients Prisma', () => generateClients(supervisor, log));
if (unitOnly) {
  const projects = ['--project=node', '--project=stack', '--project=web'];
  if (filters.length > 0) projects.push('--project=screens-*');
  await step('Tests unitaires et API', () => runVitest(projects), vitestReport);
} else {
  chromiumPath(log);
  await step('Construction des sites', () => buildSites(supervisor, log));
  await step('Types', () => run('npm', ['run', '--silent', 'typecheck']));
  await step('Règles du code', () => run('npm', ['run', '--silent', 'lint']));
  // Container tests need Docker: `npm run test:containers`.
  const projects = ['--project=!containers'];
  await step('Tests unitaires, API et écrans', () => runVitest(projects), vitestReport);
  const playwright = ['test', '-c', 'tests/e2e/playwright.config.ts', '--reporter=line,junit'];
  const env = { PLAYWRIGHT_JUNIT_OUTPUT_FILE: playwrightReport };
  await step('Tests du navigateur', () => runModule('@playwright/test/cli.js', playwright, env), playwrightReport);
}

if (failures.length > 0) console.log(`\n── Échecs\n${failures.join('\n')}`);
console.log(`\n${passed} passed, ${failures.length} failed`);
process.exit(end.aborted || failures.length > 0 || passed === 0 ? 1 : 0);
