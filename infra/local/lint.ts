/**
 * `npm run lint`: runs all tools at once, prints what each found, and fails when one of them does. `npm run lint -- <folder>`
 * checks the format and the code of folders or files; dependencies and unused code are those of the whole repository.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { ROOT } from './root.ts';

const folders = process.argv.slice(2);
const tools = folders.length > 0 ? ['format', 'code'] : ['format', 'code', 'dependencies', 'unused'];

async function run(tool: string): Promise<{ tool: string; output: string; isClean: boolean }> {
  const child = spawn('npm', ['run', '--silent', `lint:${tool}`, '--', ...folders], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { tool, output: errors + output, isClean: code === 0 };
}

const results = await Promise.all(tools.map(run));
for (const { output } of results) if (output.trim()) console.log(output.trim());

const isFixable = results.some(({ output }) => /^\S+ (?:format|\S+ +FIXABLE) +━/m.test(output));
const failed = results.filter(({ isClean }) => !isClean).map(({ tool }) => `lint:${tool}`);
if (failed.length > 0) console.log(`\nÀ corriger\u00a0: ${failed.join(', ')}.`);
if (isFixable) console.log('«\u00a0npm run format\u00a0» corrige le formatage et ce que Biome marque FIXABLE.');
process.exit(failed.length > 0 ? 1 : 0);
