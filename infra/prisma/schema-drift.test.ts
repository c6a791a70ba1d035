import { join } from 'node:path';
import { SERVICES } from '@fasocolis/contracts/services';
import { createTestDatabase } from '@fasocolis/service-kit/testing/harness';
import { describe, expect, it, onTestFinished } from 'vitest';
import { prismaFolder, schemaDrift } from './schema-drift.ts';

describe('the migrations of a service', () => {
  it.each(SERVICES)('of %s produce exactly its schema.prisma', async (service) => {
    const database = await createTestDatabase(service, join(prismaFolder(service), 'migrations'));
    onTestFinished(database.remove);
    const drift = await schemaDrift(service, database.url);
    expect(drift, `no migration does this: npm run db:new -- ${service} <name>`).toBe('');
  });
});
