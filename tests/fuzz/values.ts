import fc, { type Arbitrary } from 'fast-check';
import type { Schema } from './operations.ts';

/** A placeholder for a value that an earlier response returned under a name; for `otherwise` until there is one. */
export class Known {
  readonly name: string;
  /** The index among the values known at that time, from the newest one on. */
  readonly pick: number;
  readonly otherwise: unknown;

  constructor(name: string, pick: number, otherwise: unknown) {
    this.name = name;
    this.pick = pick;
    this.otherwise = otherwise;
  }
}

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWP4Oo8bAAQqAZ85RU3SAAAAAElFTkSuQmCC';

/** Texts that often cause faults in parsers, databases, file systems and calendars. */
const HOSTILE_TEXTS = [
  ...['', ' ', '\t\n', '\u0000', 'a\u0000b', '\ud800', 'x\udfffy', '\ufeff', '\u202egnp.exe', 'e\u0301'.repeat(40)],
  ...['👩‍👩‍👧‍👦'.repeat(30), '\u{10ffff}', 'A'.repeat(300), 'é'.repeat(6000), 'A'.repeat(250_000)],
  ...["' OR 1=1; --", '%', '_', '\\', '$1', '{{7*7}}', '& | ! : * ( )', '*', '.', '..', '../../etc/passwd'],
  ...['<img src=x onerror=alert(1)>', '<p'.repeat(2000), '=cmd()', '__proto__', 'constructor', 'toString', 'null'],
  ...['NaN', '-1', '0', '00', '+1', '1.5', '1e400', '0x10', '2147483647', '2147483648', '9223372036854775808'],
  ...['2026-02-30', '0000-00-00', '-000001-01-01', '99999-12-31', '+275760-09-13T00:00:00.001Z', '2026-12-31'],
  ...['2026-12-31T23:59:60Z', 'a@b', 'a@'.repeat(100), 'awa@example.com\r\nBcc: x@example.com', 'javascript:alert(1)'],
  ...['http://', 'http://[::1', '//evil.example', 'data:', 'data:image/png;base64,AAAA', 'data:image/svg+xml,<svg/>'],
];

const deep = (depth: number): unknown => Array.from({ length: depth }).reduce((inner) => [inner], []);

// Built once: their tables of characters take longer than thousands of texts.
const graphemes = fc.string({ unit: 'grapheme', maxLength: 40 });
const word = fc.stringMatching(/^[\p{Ll}\d]{4,12}$/u);

export const anyText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: graphemes },
);

export const anyValue: Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: anyText },
  {
    weight: 2,
    arbitrary: fc.constantFrom(0, -0, -1, 1, 1.5, 2 ** 31 - 1, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 5e-324),
  },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false, [], {}, [[]], [null], deep(500)) },
  { weight: 1, arbitrary: fc.constant(JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}')) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** A value that matches a schema, except for rules across fields, which services check. */
export function validValue(schema: Schema, name = ''): Arbitrary<unknown> {
  const own = ownValue(schema, name);
  if (name === '' || schema.type === 'object') return own;
  const known = fc.tuple(fc.nat(), own).map(([pick, otherwise]) => new Known(name, pick, otherwise));
  return fc.oneof(
    { weight: /^(?:id|\w+Id|reference|slug|status|queue|token)$/.test(name) ? 4 : 1, arbitrary: known },
    { weight: 1, arbitrary: own },
  );
}

function ownValue(schema: Schema, name: string): Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((option) => ownValue(option, name)));
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => ownValue({ ...schema, type }, name)));
  switch (schema.type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'number':
      return fc.oneof(fc.constantFrom(0, 300, 60_000), fc.double({ noNaN: true, noDefaultInfinity: true }));
    case 'integer':
      return validInteger(schema);
    case 'string':
      return validText(schema, name);
    case 'array': {
      const { minItems: minLength = 0, maxItems = 4 } = schema;
      return fc.array(validValue(schema.items ?? {}, name), {
        minLength,
        maxLength: Math.min(maxItems, minLength + 4),
      });
    }
    case 'object':
      return validObject(schema);
    default:
      return anyValue;
  }
}

function validInteger({ minimum: min = 0, maximum: max = 2 ** 31 - 1 }: Schema): Arbitrary<number> {
  const least = Math.min(Math.max(min, 1), max);
  const small = fc.integer({ min: least, max: Math.max(least, Math.min(max, 50)) });
  return fc.oneof(small, fc.constantFrom(min, max), fc.integer({ min, max }));
}

function validText(
  { format, pattern, allOf, minLength = 0, maxLength = 200 }: Schema,
  name: string,
): Arbitrary<string> {
  const fit = (text: string) => text.padEnd(minLength, '7').slice(0, maxLength);
  if (format === 'email') return word.map((local) => `${encodeURIComponent(local).replaceAll('%', '_')}@example.com`);
  if (format === 'uuid') return fc.uuid();
  // A password has several patterns at once.
  if (allOf) return word.map((text) => `Colis-1${text}`);
  if (/image/i.test(name)) return fc.constantFrom(PIXEL, 'https://example.com/sac.webp');
  if (/link/i.test(name)) return fc.constantFrom('https://example.com/promo', '/products', '');
  if (/date|delivery/i.test(name)) return validDate;
  if (pattern === undefined || /\\p/.test(pattern)) {
    return fc.oneof(word, word, graphemes).map(fit);
  }
  return fc.stringMatching(new RegExp(pattern)).map(fit);
}

const validDate = fc.oneof(
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc
    .date({ noInvalidDate: true, min: new Date('2025-01-01'), max: new Date('2028-01-01') })
    .map((date) => date.toISOString().slice(0, 10)),
);

function validObject({ properties = {}, required = [], additionalProperties }: Schema): Arbitrary<unknown> {
  if (typeof additionalProperties === 'object') return fc.dictionary(anyText, validValue(additionalProperties));
  const fields = Object.entries(properties).map(([name, schema]) => [name, validValue(schema, name)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: required });
}
