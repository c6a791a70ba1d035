import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientPrograms, GENERATORS, readCompilerFromFile } from '../prisma/generate.ts';
import { ROOT } from './root.ts';
import type { Supervisor } from './supervisor.ts';

type Log = (line: string) => void;

export const SITES = ['web-customer', 'web-admin'] as const;

const STAMPS = join(ROOT, 'node_modules/.cache/fasocolis');

export async function generateClients(supervisor: Supervisor, log: Log): Promise<void> {
  await Promise.all(
    clientPrograms().map(({ schema, output, ...program }) =>
      makeOnce(program.name, [schema, ...GENERATORS], output, async () => {
        log(`Prisma : client de ${program.name.replace('prisma-', '')}…`);
        await supervisor.run(program);
        await readCompilerFromFile(output);
      }),
    ),
  );
}

export async function buildSites(supervisor: Supervisor, log: Log): Promise<void> {
  const sites = SITES.filter((site) => existsSync(join(ROOT, site, 'vite.config.ts')));
  const shared = ['packages/contracts', 'packages/web-kit', 'package-lock.json'];
  // In sequence: each build uses all cores.
  for (const site of sites) {
    await makeOnce(`build-${site}`, [site, ...shared], `${site}/dist/index.html`, () => {
      log(`Construction du site ${site}…`);
      return supervisor.run({
        name: `build-${site}`,
        command: process.execPath,
        args: [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build'],
        cwd: join(ROOT, site),
        env: { ...process.env, NODE_ENV: 'production' },
      });
    });
  }
}

function hashOf(inputs: string[]): string {
  const hash = createHash('sha256');
  const filesOf = (input: string) =>
    statSync(join(ROOT, input)).isDirectory()
      ? globSync(`${input}/**/*`, { cwd: ROOT, exclude: ['**/node_modules', '**/dist', '**/generated'] })
      : [input];
  for (const file of inputs.flatMap(filesOf).sort()) {
    if (statSync(join(ROOT, file)).isFile())
      hash
        .update(`${file}\0`)
        .update(readFileSync(join(ROOT, file)))
        .update('\0');
  }
  return hash.digest('hex');
}

const making = new Map<string, Promise<void>>();

/** Makes something when it is missing or its inputs have changed. Stacks that start at once wait for the same. */
function makeOnce(name: string, ...how: [inputs: string[], output: string, make: () => Promise<void>]): Promise<void> {
  const made = making.get(name) ?? makeIfChanged(name, ...how).finally(() => making.delete(name));
  making.set(name, made);
  return made;
}

async function makeIfChanged(name: string, inputs: string[], output: string, make: () => Promise<void>): Promise<void> {
  const stamp = join(STAMPS, name);
  const hash = hashOf(inputs);
  if (existsSync(join(ROOT, output)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  rmSync(stamp, { force: true });
  await make();
  mkdirSync(STAMPS, { recursive: true });
  writeFileSync(stamp, hash);
}
