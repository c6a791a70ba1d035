import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
// The engine of Prisma's command line as WebAssembly: the native one would have to be downloaded from elsewhere.
import { type MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm';
import pg from 'pg';
import { startPostgres } from '../local/postgres.ts';
import { ROOT, type ServiceName } from '../local/services.ts';

/** The folder of a service's schema and migrations. */
export const prismaFolder = (service: ServiceName) => join(ROOT, 'services', service, 'prisma');

/**
 * The SQL that leads from what a service's migrations make to what its schema.prisma says; '' when they agree.
 * The migrations run on a PostgreSQL of their own, which is thrown away afterwards.
 */
export async function schemaDrift(service: ServiceName): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'fasocolis-schema-'));
  const postgres = await startPostgres({ dir, temporary: true });
  try {
    const schema = join(prismaFolder(service), 'schema.prisma');
    const content = readFileSync(schema, 'utf8');
    const engine = await SchemaEngine.new({ datamodels: [[schema, content]] }, () => {}, adapterFor(postgres.url));
    const { stdout } = await engine.diff({
      from: { tag: 'migrations', ...migrationsIn(join(prismaFolder(service), 'migrations')) },
      to: { tag: 'schemaDatamodel', files: [{ path: schema, content }] },
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    });
    return stdout && !stdout.includes('This is an empty migration') ? stdout : '';
  } finally {
    await postgres.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

function migrationsIn(folder: string): MigrationList {
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const sqlOf = (name: string) => readFileSync(join(folder, name, 'migration.sql'), 'utf8');
  return {
    baseDir: folder,
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories: names
      .sort()
      .map((path) => ({ path, migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: sqlOf(path) } } })),
  };
}

/** PostgreSQL's one-byte "char", in which its catalogs hold flags. */
const CHAR = 18;
const TEXT = 25;

/** The server is empty and thrown away: it serves as the engine's shadow database as it is. */
function adapterFor(connectionString: string) {
  const connect = async () => {
    const pool = new pg.Pool({ connectionString, max: 1 });
    return forCatalogs(pool, await new PrismaPg(pool, { disposeExternalPool: true }).connect());
  };
  const factory: SqlMigrationAwareDriverAdapterFactory = {
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    connect,
    connectToShadowDb: connect,
  };
  return bindMigrationAwareSqlAdapterFactory(factory);
}

/**
 * Closes two gaps of the adapter, which was made for queries of an application: it refuses the catalogs'
 * "char", and it cuts a script at every semicolon, even in a function's body.
 */
function forCatalogs(pool: pg.Pool, adapter: SqlDriverAdapter): SqlDriverAdapter {
  const query = pool.query.bind(pool);
  let charColumns: number[] = [];
  Object.assign(pool, {
    async query(config: pg.QueryArrayConfig) {
      const result = await query(config);
      charColumns = result.fields.flatMap((field, index) => (field.dataTypeID === CHAR ? [index] : []));
      for (const field of result.fields) if (field.dataTypeID === CHAR) field.dataTypeID = TEXT;
      return result;
    },
  });
  const queryRaw = adapter.queryRaw.bind(adapter);
  return Object.assign(adapter, {
    async queryRaw(sql: Parameters<typeof queryRaw>[0]) {
      const result = await queryRaw(sql);
      for (const index of charColumns) result.columnTypes[index] = ColumnTypeEnum.Character;
      return result;
    },
    async executeScript(script: string) {
      await query(script);
    },
  });
}
