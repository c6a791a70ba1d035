import {
  boundedText,
  day,
  instant,
  PathIdSchema,
  PathNameSchema,
  requiredText,
  uuid,
} from '@fasocolis/contracts/common';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { defineList } from '../src/http/lists.ts';
import { handle } from '../src/http/operations.ts';
import { createService } from '../src/http/service.ts';
import { unboundedTexts } from '../src/http/text-bounds.ts';
import { TEST_APP_OPTIONS, testOperation } from '../src/testing/harness.ts';

const pattern = z.regex(/^\d+$/);
const abortingMaximum = z.maxLength(10, { abort: true });

describe('the search for texts without a maximum', () => {
  it.each<[string, z.core.$ZodType, string[]]>([
    ['a text without rules', z.string(), ['']],
    ['a maximum that lets later rules run', z.string().check(z.maxLength(10)), ['']],
    ['a maximum after a pattern', z.string().check(pattern, abortingMaximum), ['']],
    [
      'a maximum after a refinement',
      z.string().check(
        z.refine(() => true),
        abortingMaximum,
      ),
      [''],
    ],
    ['a minimum alone', z.string().check(z.minLength(1, { abort: true })), ['']],
    [
      'schemas of formats, whose pattern is tested first',
      z.object({ a: z.uuid(), b: z.email().check(abortingMaximum) }),
      ['.a', '.b'],
    ],
    ['a text that becomes a number', z.object({ page: z.coerce.number() }), ['.page']],
    ['anything', z.object({ any: z.unknown() }), ['.any']],
    ['a conversion of anything', z.pipe(z.transform(String), boundedText(10)), ['']],
    [
      'texts in arrays, records, unions and options',
      z.object({
        array: z.array(z.string()),
        record: z.record(z.string(), z.array(z.string())),
        union: z.union([z.int(), z.string()]),
        option: z.optional(z.nullable(z._default(z.string(), ''))),
      }),
      ['.array[]', '.record (key)', '.record.*[]', '.union', '.option'],
    ],
    ['other fields of a loose object', z.looseObject({}), ['.*']],
  ])('names %s [SEC-018]', (_what, schema, found) => {
    expect(unboundedTexts(schema)).toEqual(found);
  });

  it('accepts maximums that come first, after trimming at most [SEC-018]', () => {
    const schema = z.object({
      name: requiredText({ message: 'Nom requis' }),
      digits: z.string().check(abortingMaximum, pattern),
      converted: z.pipe(boundedText(10), z.pipe(z.transform(Number), z.int())),
      kind: z.enum(['a', 'b']),
      ...{ id: PathIdSchema, reference: PathNameSchema, at: instant(), on: day(), key: uuid() },
    });
    expect(unboundedTexts(schema)).toEqual([]);
  });
});

describe('a text without a maximum', () => {
  it.each(['params', 'query', 'body'] as const)('in %s keeps a route from being registered [SEC-018]', async (part) => {
    const app = await createService({ ...TEST_APP_OPTIONS, name: 'example' });
    const operation = { ...testOperation('POST /:text'), [part]: z.object({ text: z.string() }) };
    const register = () => handle(app, operation, () => null);
    expect(register).toThrow(new RegExp(`^Route POST /:text: ${part}\\w*.text has no maximum$`));
    await app.close();
  });

  it('keeps a filter of a list from being defined [SEC-018]', () => {
    const define = () => defineList({ resource: 'things', sortable: ['id'], filters: { name: z.string() } });
    expect(define).toThrow('filter of things.name has no maximum');
  });
});

it('an overlong name in a path names nothing, and an overlong id is that of no row [SEC-018]', () => {
  expect(z.parse(PathNameSchema, 'x'.repeat(300))).toBe('');
  expect(z.parse(PathIdSchema, '7'.repeat(300))).toBe(0);
});
