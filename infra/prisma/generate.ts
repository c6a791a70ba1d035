/** `npm run generate`: generates the Prisma clients whose schema has changed into src/generated/prisma. */
import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
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

const timeOf = (path: string) => statSync(join(ROOT, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** @throws Error when a schema is invalid; Prisma's own message is printed before */
export function generateChangedClients(): void {
  for (const { command, args, cwd, env, schema, output } of clientPrograms()) {
    const changed = Math.max(timeOf(schema), timeOf('node_modules/prisma/package.json'));
    if (timeOf(output) > changed) continue;
    execFileSync(command, args, { cwd, env, stdio: 'inherit' });
  }
}

if (import.meta.main) generateChangedClients();
