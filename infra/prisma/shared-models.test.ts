import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICES } from '@fasocolis/contracts/services';
import { expect, it } from 'vitest';
import { prismaFolder } from './schema-drift.ts';

/** The models that the service kit reads and writes (docs/decisions/0025). */
const SHARED = ['OutboxEvent', 'ProcessedEvent', 'Seed'];

/** In the order of SERVICES; undefined for a service without it. */
const definitionsOf = (model: string) =>
  SERVICES.map((service) => {
    const schema = readFileSync(join(prismaFolder(service), 'schema.prisma'), 'utf8');
    return new RegExp(`^model ${model} \\{$.*?^\\}$`, 'ms').exec(schema)?.[0];
  });

it.each(SHARED)('every service has the same definition of the model %s', (model) => {
  const definitions = definitionsOf(model);
  expect(definitions[0]).toBeDefined();
  expect(new Set(definitions).size).toBe(1);
});

it('the services with a change log have the same definition of it', () => {
  const definitions = definitionsOf('Change').filter((definition) => definition !== undefined);
  expect(definitions.length).toBeGreaterThan(1);
  expect(new Set(definitions).size).toBe(1);
});
