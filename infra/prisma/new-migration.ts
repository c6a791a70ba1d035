/** `npm run db:new -- <service> <name>`: writes the migration that a changed schema.prisma asks for. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT, SERVICES } from '../local/services.ts';
import { StartError } from '../local/start-error.ts';
import { report } from '../local/terminal.ts';
import { prismaFolder, schemaDrift } from './schema-drift.ts';

async function writeMigration(serviceName = '', name = ''): Promise<string> {
  const service = SERVICES.find((known) => known === serviceName);
  if (!service || !/^[a-z][a-z0-9_]*$/.test(name)) {
    const services = SERVICES.join(' | ');
    throw new StartError(
      `Usage : npm run db:new -- <${services}> <nom>, le nom en minuscules, par exemple add_order_notes.`,
    );
  }
  const sql = await schemaDrift(service);
  if (!sql) return `Rien à écrire : les migrations de ${service} correspondent à son schema.prisma.`;
  const migrations = join(prismaFolder(service), 'migrations');
  const timestamp = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14);
  const folder = join(migrations, `${timestamp}_${name}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'migration.sql'), sql);
  const lock = join(migrations, 'migration_lock.toml');
  if (!existsSync(lock)) writeFileSync(lock, 'provider = "postgresql"\n');
  return `${relative(ROOT, folder)}/migration.sql est écrit : relisez-le avant de le valider.`;
}

try {
  console.log(await writeMigration(...process.argv.slice(2)));
} catch (error) {
  report(error);
}
process.exit();
