import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Redis } from 'ioredis';
import { expect, it, onTestFinished } from 'vitest';
import { startRedis } from '../infra/local/redis.ts';
import { copyRepository } from '../infra/local/repository-copy.ts';

const ROOT = join(import.meta.dirname, '..');

/** Runs a command of a document word for word in a copy of the repository. @returns its output */
async function follow(document: string, command: string, cwd: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  expect(readFileSync(join(ROOT, document), 'utf8')).toContain(command);
  const shell = ['-euo', 'pipefail', '-c', command];
  const { stdout } = await promisify(execFile)('bash', shell, { cwd, env: { ...process.env, ...env } });
  return stdout;
}

it('npm run format formats files, and sorts their imports', async () => {
  const copy = copyRepository('biome.json', '.gitignore');
  const file = join(copy, 'example.ts');
  writeFileSync(file, 'import {b} from "./b.ts"\nimport {a} from "./a.ts"\nexport const c=[ a,b ]\n');
  await follow('README.md', 'npm run format', copy);
  expect(readFileSync(file, 'utf8')).toBe(
    "import { a } from './a.ts';\nimport { b } from './b.ts';\nexport const c = [a, b];\n",
  );
});

it('npm run generate generates the Prisma clients', async () => {
  const copy = copyRepository('services/catalog', 'infra');
  await follow('README.md', 'npm run generate', copy);
  expect(readdirSync(join(copy, 'services/catalog/src/generated/prisma'))).toContain('client.ts');
});

it("node packages/image-kit/scripts/site-icons.ts renders the site's icons", async () => {
  const copy = copyRepository('web-customer/public');
  const icons = join(copy, 'web-customer/public/icons');
  const names = readdirSync(icons);
  rmSync(icons, { recursive: true });
  await follow('README.md', 'node packages/image-kit/scripts/site-icons.ts', copy);
  expect(readdirSync(icons)).toEqual(names);
});

it('npm run env writes the passwords with which an external Redis gets its users', async () => {
  const copy = copyRepository('services', 'infra', '.env.example');
  await follow('README.md', 'npm run env', copy);
  const operating = readFileSync(join(ROOT, 'docs/operating.md'), 'utf8');
  const [, lines = ''] = /```sh\n( *grep -v .*infra\/redis\/users\.acl[\s\S]*?)```/.exec(operating) ?? [];
  // Prints the commands that it gets.
  writeFileSync(join(copy, 'redis-cli'), '#!/bin/sh\nexec cat\n', { mode: 0o755 });
  const commands = await follow('docs/operating.md', lines, copy, { PATH: `${copy}:${process.env.PATH}` });

  const dir = mkdtempSync(join(tmpdir(), 'fasocolis-redis-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const server = await startRedis({ dir });
  onTestFinished(() => server.stop());
  const administrator = new Redis(server.url);
  onTestFinished(() => administrator.disconnect());
  for (const line of commands.trim().split('\n')) {
    const [command = '', ...words] = line.split(' ');
    await administrator.call(command, ...words);
    const [, user = ''] = words;
    const password = readFileSync(join(copy, 'secrets', `${user}_redis_password`), 'utf8').trim();
    expect(await administrator.call('AUTH', user, password), user).toBe('OK');
    await administrator.call('AUTH', 'default', decodeURIComponent(new URL(server.url).password));
  }
});
