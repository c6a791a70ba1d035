/** `npm run generate`: writes every service's Prisma client, from its prisma/schema.prisma into src/generated/prisma. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { SERVICES } from '@fasocolis/contracts/services';

const ROOT = resolve(import.meta.dirname, '../..');

/** The programs that generate the clients, with the file each reads and one which it writes (paths from the root). */
export function clientPrograms() {
  const services = SERVICES.filter((service) => existsSync(join(ROOT, 'services', service, 'prisma/schema.prisma')));
  return services.map((service) => ({
    name: `prisma-${service}`,
    command: process.execPath,
    args: [join(ROOT, 'node_modules/prisma/build/index.js'), 'generate', '--no-hints'],
    cwd: join(ROOT, 'services', service),
    // The CLI would download its native engine first, although it does not need one for this: any file will do.
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
