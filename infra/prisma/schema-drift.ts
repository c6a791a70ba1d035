import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceName } from '@fasocolis/contracts/services';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
// Prisma's engine as WebAssembly: the native one would have to be downloaded.
import { SchemaEngine } from '@prisma/schema-engine-wasm';
import pg from 'pg';
import { ROOT } from '../local/root.ts';

export const prismaFolder = (service: ServiceName) => join(ROOT, 'services', service, 'prisma');

/** The SQL that would make a service's database match its schema.prisma; '' when they agree. */
export async function schemaDrift(service: ServiceName, databaseUrl: string): Promise<string> {
  const configDir = prismaFolder(service);
  const path = join(configDir, 'schema.prisma');
  const content = readFileSync(path, 'utf8');
  const files = [{ path, content }];
  // Migrations run in the schema of their role.
  const schema = decodeURIComponent(new URL(databaseUrl).username);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  try {
    const engine = await SchemaEngine.new({ datamodels: [[path, content]] }, () => {}, adapterFor(pool, schema));
    const { stdout } = await engine.diff({
      from: { tag: 'schemaDatasource', files, configDir },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    });
    return stdout && !stdout.includes('This is an empty migration') ? stdout : '';
  } finally {
    await pool.end();
  }
}

/** PostgreSQL's one-byte "char", used for flags in its catalogs. */
const CHAR = 18;
const TEXT = 25;

function adapterFor(pool: pg.Pool, schema: string) {
  const adapter = new PrismaPg(pool, { schema });
  const connect = async () => withCharColumns(pool, await adapter.connect());
  const factory: SqlMigrationAwareDriverAdapterFactory = {
    provider: 'postgres',
    adapterName: adapter.adapterName,
    connect,
    connectToShadowDb: connect,
  };
  return bindMigrationAwareSqlAdapterFactory(factory);
}

/** The adapter is made for application queries and rejects the catalogs' "char". */
function withCharColumns(pool: pg.Pool, adapter: SqlDriverAdapter): SqlDriverAdapter {
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
  });
}
