/** `npm test`: every check there is, one after the other; `npm test -- <filter>` passes the filter to vitest. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildSites, generateClients } from './builds.ts';
import { chromiumPath } from './chromium.ts';
import { ROOT } from './services.ts';
import { Supervisor } from './supervisor.ts';
import { endRequested, report } from './terminal.ts';
import { type Count, countPlaywright, countVitest } from './test-count.ts';

const CACHE = join(ROOT, 'node_modules/.cache/tests');

const end = endRequested();
const log = (line: string) => console.log(line);
const supervisor = new Supervisor(CACHE);
const vitestReport = join(CACHE, 'vitest.json');
const playwrightReport = join(CACHE, 'playwright.json');

/** Runs a program in the foreground; answers whether it succeeded. */
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

/** Preparations are no tests: they count only when they fail. */
const nothingCounted = (): Count => ({ passed: 0, failed: 0, failures: [] });
const countAsOne = (passed: boolean): Count => ({ passed: Number(passed), failed: Number(!passed), failures: [] });

async function runVitest(): Promise<Count> {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`];
  // Those need Docker: `npm run test:containers`.
  const args = ['run', '--project=!containers', ...reporters, ...process.argv.slice(2)];
  return countVitest(vitestReport, await runModule('vitest/vitest.mjs', args));
}

async function runPlaywright(): Promise<Count> {
  const args = ['test', '-c', 'tests/e2e/playwright.config.ts', '--reporter=line,json'];
  const env = { CHROMIUM_PATH: chromiumPath(log), PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport };
  return countPlaywright(playwrightReport, await runModule('@playwright/test/cli.js', args, env));
}

const steps: [heading: string, step: () => Promise<Count>][] = [
  ['Clients Prisma', () => generateClients(supervisor, log).then(nothingCounted)],
  ['Construction des sites', () => buildSites(supervisor, log).then(nothingCounted)],
  ['Types', async () => countAsOne(await run('npm', ['run', '--silent', 'typecheck']))],
  ['Règles du code', async () => countAsOne(await run('npm', ['run', '--silent', 'lint']))],
  ['Tests unitaires et API', runVitest],
  ['Tests du navigateur', runPlaywright],
];

mkdirSync(CACHE, { recursive: true });
for (const file of [vitestReport, playwrightReport]) rmSync(file, { force: true });
let passed = 0;
let failed = 0;
const failures: string[] = [];
for (const [heading, step] of steps) {
  if (end.aborted) break;
  console.log(`\n── ${heading}`);
  const count = await step().catch((error: unknown) => {
    report(error);
    return countAsOne(false);
  });
  passed += count.passed;
  failed += count.failed;
  if (count.failed > 0) failures.push(...(count.failures.length > 0 ? count.failures : [heading]));
}
if (failures.length > 0) console.log(`\n── Échecs\n${failures.join('\n')}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(end.aborted || failed > 0 || passed === 0 ? 1 : 0);
