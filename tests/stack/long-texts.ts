import fc from 'fast-check';
import type { Schema } from '../fuzz/operations.ts';
import { Known, validValue } from '../fuzz/values.ts';
import type { WireRequest } from '../fuzz/wire.ts';
import type { Operation } from './operations.ts';

const LENGTH = 60_000;
/** What fits into the head of a request, where each character takes six bytes: longer ones reach no schema. */
export const LENGTH_IN_URL = 20_000;

/** Two-byte characters: letters, and marks in an order that takes normalization quadratic time. */
export const LONG_TEXTS = ['é', '\u0301\u0316'].map((part) => part.repeat(LENGTH / part.length));

/** A request with a long text in one field. */
export interface LongTextRequest {
  field: string;
  wire: WireRequest;
}

const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null, (_key, each) => (each instanceof Known ? each.otherwise : each)));
const sample = (schema: Schema): unknown => plain(fc.sample(validValue(schema), { seed: 1, numRuns: 1 })[0]);

/** Values of a schema that have the text in one place each, with the name of the place. */
function* withText(schema: Schema, text: string, place: string): Generator<[place: string, value: unknown]> {
  for (const option of schema.anyOf ?? []) yield* withText(option, text, place);
  if ([schema.type].flat().includes('string')) yield [place, text];
  if (schema.items) {
    for (const [inner, value] of withText(schema.items, text, `${place}[]`)) yield [inner, [value]];
  }
  const { properties, additionalProperties } = schema;
  const others = properties ? (sample({ ...schema, required: Object.keys(properties) }) as object) : {};
  for (const [name, property] of Object.entries(properties ?? {})) {
    for (const [inner, value] of withText(property, text, `${place}.${name}`))
      yield [inner, { ...others, [name]: value }];
  }
  if (typeof additionalProperties === 'object') {
    yield [`${place} (key)`, { [text]: sample(additionalProperties) }];
    for (const [inner, value] of withText(additionalProperties, text, `${place}.*`)) yield [inner, { a: value }];
  }
}

/** The administrator, a seeded page, and the first row of each table. */
const inPath = (name: string) => ({ slug: 'about', key: 'whatsapp_number' })[name] ?? '1';

/** Requests to an operation that have a long text in one field each. */
export function longTextRequests({ method, path, parameters = [], requestBody }: Operation): LongTextRequest[] {
  const urlWith = (changed?: { in: string; name: string }, text = '') => {
    const valueIn = (name: string) => (changed?.in === 'path' && changed.name === name ? text : inPath(name));
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(valueIn(name)));
    return changed?.in === 'query' ? `${filled}?${changed.name}=${encodeURIComponent(text)}` : filled;
  };
  const body = requestBody?.content['application/json']?.schema;
  const asBody = (value: unknown) => ({
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(value)),
  });
  return LONG_TEXTS.flatMap((text) => {
    const inUrl = text.slice(0, LENGTH_IN_URL);
    return [
      ...parameters.flatMap((parameter) => [
        ...[inUrl, ...(parameter.name === 'filter' ? [JSON.stringify({ q: inUrl })] : [])].map((value) => ({
          field: `${parameter.in} ${parameter.name}`,
          wire: {
            method,
            path: urlWith(parameter, value),
            ...(body ? asBody(sample(body)) : { headers: {}, body: undefined }),
          },
        })),
      ]),
      ...[...(body ? withText(body, text, 'body') : [])].map(([field, value]) => ({
        field,
        wire: { method, path: urlWith(), ...asBody(value) },
      })),
    ];
  });
}
