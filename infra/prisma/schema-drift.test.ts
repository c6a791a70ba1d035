import { describe, expect, it } from 'vitest';
import { SERVICES } from '../local/services.ts';
import { schemaDrift } from './schema-drift.ts';

describe('the migrations of a service', () => {
  it.each(SERVICES)('of %s make exactly what its schema.prisma says', async (service) => {
    expect(await schemaDrift(service)).toBe('');
  });
});
