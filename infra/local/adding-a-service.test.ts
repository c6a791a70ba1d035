import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { PROCESSES } from '@fasocolis/contracts/services';
import { createTestDatabase, testIdentityVariables, testRedisUrl } from '@fasocolis/service-kit/testing/harness';
import { describe, expect, it, onTestFinished } from 'vitest';
import { copyRepository } from './repository-copy.ts';
import { ROOT } from './root.ts';

const run = promisify(execFile);

/** The blocks of code of a document, each with the last file name before it. */
function blocksOf(document: string) {
  const blocks: { file: string; language: string; text: string }[] = [];
  let file = '';
  for (const [, named, language, text] of document.matchAll(
    /^(?:## \d\. )?`([\w./-]+)`|^```(\w+)\n([\s\S]*?)^```$/gm,
  )) {
    if (named) file = named;
    else blocks.push({ file, language: language ?? '', text: text ?? '' });
  }
  return blocks;
}

function applyDiff(path: string, diff: string): void {
  const lines = diff.split(/(?<=\n)/);
  const side = (sign: string) =>
    lines.flatMap((line) => (line.startsWith(sign) || line[0] === ' ' ? line.slice(1) : []));
  const [before, after] = [side('-').join(''), side('+').join('')];
  const parts = readFileSync(path, 'utf8').split(before);
  expect(parts.length, `${path} has once:\n${before}`).toBe(2);
  writeFileSync(path, parts.join(after));
}

/** A copy of the repository in which the document was followed. */
function followDocument(): string {
  const copy = copyRepository(
    'gateway',
    'services/content',
    'infra',
    'tsconfig.json',
    'docker-compose.yml',
    '.env.example',
  );
  symlinkSync(join(ROOT, 'gateway/node_modules'), join(copy, 'gateway/node_modules'));
  const shared = (path: string) => readFileSync(join(copy, 'services/content', path), 'utf8');
  for (const { file, language, text } of blocksOf(readFileSync(join(ROOT, 'docs/adding-a-service.md'), 'utf8'))) {
    const path = join(copy, file);
    if (language === 'diff') {
      applyDiff(path, text);
      continue;
    }
    mkdirSync(dirname(path), { recursive: true });
    const schema = shared('prisma/schema.prisma');
    const [, head, models] = /^([\s\S]*?)\/\/\/[\s\S]*?(\/\/\/[^\n]*\nmodel Seed \{[\s\S]*)$/.exec(schema) ?? [];
    expect(models, 'the models that all services share').toBeDefined();
    writeFileSync(path, language === 'prisma' ? `${head}${models}\n${text}` : text);
  }
  writeFileSync(join(copy, 'services/reviews/src/database.ts'), shared('src/database.ts'));
  return copy;
}

/** Starts a program until the test ends. @returns the address at which it listens */
async function start(copy: string, entry: string, env: Record<string, string>): Promise<string> {
  const settings = { ...testIdentityVariables('catalog'), REDIS_URL: testRedisUrl(), PORT: '0', ...env };
  const program = spawn(process.execPath, [entry], {
    cwd: copy,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    program.kill();
    await once(program, 'exit');
  });
  for await (const line of createInterface({ input: program.stdout })) {
    const url = /listening at (http:[^"]+)/.exec(line)?.[1];
    if (!url) continue;
    program.stdout.resume();
    return url;
  }
  throw new Error(`${entry} did not start`);
}

describe('a service that is added by docs/adding-a-service.md', () => {
  it('compiles with the strict rules of all services', async () => {
    const copy = followDocument();
    await run(process.execPath, ['infra/prisma/generate.ts'], { cwd: copy });
    const compiler = ['node_modules/typescript/bin/tsc', '-b', 'services/reviews', '--checkers', '1'];
    const { stdout: errors } = await run(process.execPath, compiler, { cwd: copy }).catch((error) => error);
    expect(errors).toBe('');
  }, 240_000);

  it('has a migration and a password, and responds through the gateway', async () => {
    const copy = followDocument();
    const service = join(copy, 'services/reviews');
    await run('npm', ['run', 'db:new', '--', 'reviews', 'initial'], { cwd: copy });
    await run('npm', ['run', 'env'], { cwd: copy });
    const secrets = ['reviews_db_password', 'reviews_identity_key', 'reviews_redis_password'];
    expect(readdirSync(join(copy, 'secrets'))).toEqual(expect.arrayContaining(secrets));

    const database = await createTestDatabase('reviews', join(service, 'prisma/migrations'));
    onTestFinished(database.remove);
    const reviewsUrl = await start(copy, 'services/reviews/src/server.ts', { DATABASE_URL: database.url });
    const gateway = await start(copy, 'gateway/src/server.ts', { REVIEWS_URL: reviewsUrl });
    const response = await fetch(`${gateway}/api/reviews`);
    expect([response.status, await response.json()]).toEqual([200, []]);
  }, 240_000);
});

describe.each(PROCESSES)('the process %s', (name) => {
  const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

  it('has a container and a Redis user, is monitored, and raises an alert when it is absent', () => {
    expect(read('docker-compose.yml')).toMatch(new RegExp(`^  ${name}:$`, 'm'));
    expect(read('infra/observability/prometheus.yml')).toMatch(new RegExp(`names: \\[.*\\b${name}\\b.*\\]`));
    expect(read('infra/redis/users.acl')).toMatch(new RegExp(`^${name} `, 'm'));
    expect(read('infra/observability/alerts.yml')).toContain(`absent(up{service="${name}"})`);
  });
});
