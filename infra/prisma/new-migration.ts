/** `npm run db:new -- <service> <name>`: writes the migration for a changed schema.prisma. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { SERVICES, type ServiceName } from '@fasocolis/contracts/services';
import { migrate } from '@fasocolis/service-kit/data/migrate';
import { startPostgres } from '../local/postgres.ts';
import { ROOT } from '../local/root.ts';
import { StartError } from '../local/start-error.ts';
import { report } from '../local/terminal.ts';
import { generateChangedClients } from './generate.ts';
import { prismaFolder, schemaDrift } from './schema-drift.ts';

/** The missing SQL, computed on a temporary PostgreSQL. */
async function missingSql(service: ServiceName, migrations: string): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'fasocolis-schema-'));
  const postgres = await startPostgres({ dir, temporary: true });
  try {
    await migrate(postgres.url, migrations);
    return await schemaDrift(service, postgres.url);
  } finally {
    await postgres.stop();
    rmSync(dir, { recursive: true });
  }
}

async function writeMigration(serviceName = '', name = ''): Promise<string> {
  const service = SERVICES.find((known) => known === serviceName);
  if (!service || !/^[a-z][a-z0-9_]*$/.test(name)) {
    const services = SERVICES.join(' | ');
    throw new StartError(
      `Usage : npm run db:new -- <${services}> <nom>, le nom en minuscules, par exemple add_order_notes.`,
    );
  }
  await generateChangedClients();
  const migrations = join(prismaFolder(service), 'migrations');
  mkdirSync(migrations, { recursive: true });
  const sql = await missingSql(service, migrations);
  if (!sql) return `Rien à écrire : les migrations de ${service} correspondent à son schema.prisma.`;
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
