import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICES, type ServiceName } from '@fasocolis/contracts/services';
import { expect, it } from 'vitest';
import { prismaFolder } from './schema-drift.ts';

/** The models that the service kit reads and writes (docs/decisions/0025). */
const SHARED: [model: string, services: readonly ServiceName[]][] = [
  ['OutboxEvent', SERVICES],
  ['ProcessedEvent', SERVICES],
  ['Seed', SERVICES],
  ['Change', ['orders', 'content']],
];

it.each(SHARED)('the model %s is the same in %j', (model, services) => {
  const definitions = services.map((service) => {
    const schema = readFileSync(join(prismaFolder(service), 'schema.prisma'), 'utf8');
    return new RegExp(`^model ${model} \\{$.*?^\\}$`, 'ms').exec(schema)?.[0];
  });
  expect(definitions[0]).toBeDefined();
  expect(new Set(definitions).size).toBe(1);
});
