/** `npm run generate`: generates every service's Prisma client into src/generated/prisma. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { SERVICES } from '@fasocolis/contracts/services';

const ROOT = resolve(import.meta.dirname, '../..');

/** The commands, each with its input and one output file (paths from the root). */
export function clientPrograms() {
  const services = SERVICES.filter((service) => existsSync(join(ROOT, 'services', service, 'prisma/schema.prisma')));
  return services.map((service) => ({
    name: `prisma-${service}`,
    command: process.execPath,
    args: [join(ROOT, 'node_modules/prisma/build/index.js'), 'generate', '--no-hints'],
    cwd: join(ROOT, 'services', service),
    // Keeps the CLI from downloading its native engine, which is not needed here.
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1' },
    schema: `services/${service}/prisma/schema.prisma`,
    output: `services/${service}/src/generated/prisma/client.ts`,
  }));
}

if (import.meta.main) {
  for (const { command, args, cwd, env } of clientPrograms()) {
    const { status } = spawnSync(command, args, { cwd, env, stdio: 'inherit' });
    if (status !== 0) process.exit(status ?? 1);
  }
}
