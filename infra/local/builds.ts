import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { clientPrograms } from '../prisma/generate.ts';
import { ROOT, SITES } from './services.ts';
import { makeOnce } from './stamps.ts';
import type { Supervisor } from './supervisor.ts';

type Log = (line: string) => void;

/** Generates the Prisma clients of the services whose schema has changed. */
export async function generateClients(supervisor: Supervisor, log: Log): Promise<void> {
  await Promise.all(
    clientPrograms().map(({ schema, output, ...program }) =>
      makeOnce(program.name, [schema, 'node_modules/prisma/package.json'], output, () => {
        log(`Prisma : client de ${program.name.replace('prisma-', '')}…`);
        return supervisor.run(program);
      }),
    ),
  );
}

/** Builds the sites whose sources have changed. */
export async function buildSites(supervisor: Supervisor, log: Log): Promise<void> {
  const sites = SITES.filter((site) => existsSync(join(ROOT, site, 'vite.config.ts')));
  const shared = ['packages/contracts', 'packages/web-kit', 'package-lock.json'];
  // One after the other: each of them alone keeps all cores busy.
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
