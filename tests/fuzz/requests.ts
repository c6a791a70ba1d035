import fc, { type Arbitrary } from 'fast-check';
import type { Operation, Schema } from './operations.ts';
import { anyText, anyValue, Known, validValue } from './values.ts';

export type Caller = 'visitor' | 'customer' | 'agent' | 'administrator';

/** How the text of a body is damaged before it is sent; `at` is the position as a share of its length. */
interface Damage {
  kind:
    | 'none'
    | 'truncated'
    | 'repeated keys'
    | 'bad UTF-8'
    | 'byte order mark'
    | 'trailing'
    | 'nested'
    | 'huge number';
  at: number;
}

/** A request as determined by the seed, before values of earlier responses are inserted. */
export interface GeneratedRequest {
  operation: Operation;
  caller: Caller;
  method: string;
  /** Values of the path's parameters; an `Escaped` one is sent unchanged. */
  path: Record<string, unknown>;
  query: [name: string, value: unknown][];
  headers: Record<string, string>;
  body: unknown;
  damage: Damage;
  /** Without a Content-Length. */
  isChunked: boolean;
}

/** A part of a URL that is percent-encoded already, correctly or not. */
export class Escaped {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const escaped = fc
  .constantFrom('%', '%zz', '%00', '%ff', '%c0%af', '%ed%a0%80', '%2e%2e', '%2F', '%252e', '%0d%0a', '%31', '%E2%80%AE')
  .map((text) => new Escaped(text));

const anyHeaders: Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 28, arbitrary: fc.constant({}) },
  {
    weight: 4,
    arbitrary: fc.constantFrom<Record<string, string>[]>(
      ...['', 'text/plain', 'text/xml', 'multipart/form-data', 'application/x-www-form-urlencoded', '/', 'é'].map(
        (type) => ({ 'content-type': type }),
      ),
      ...['application/json; charset=utf-16', 'application/json;;', 'application/merge-patch+json'].map((type) => ({
        'content-type': type,
      })),
      ...['gzip', 'br', 'zstd', 'x'].map((coding) => ({ 'content-encoding': coding })),
      ...['gzip;q=0, *', 'identity;q=0', '\xff'].map((codings) => ({ 'accept-encoding': codings })),
      ...['*', '"', 'W/"a", "b"'].map((tag) => ({ 'if-none-match': tag, 'if-match': tag })),
      ...['bytes=0-', 'bytes=9-1', 'x'].map((range) => ({ range, 'if-range': 'x' })),
      ...['null', 'https://evil.example', '%'].map((origin) => ({ origin })),
      ...['evil.example', '[', ''].map((host) => ({ host })),
      ...['=', '__proto__=1; session', 'session=%zz; __Host-session="'].map((cookie) => ({ cookie })),
      { 'if-modified-since': 'yesterday', 'x-forwarded-for': '::ffff:999.1.1.1', 'x-forwarded-proto': 'x' },
      { 'x-identity': 'a.b.c', 'x-user-id': '1', authorization: 'Bearer x' },
      { 'x-request-id': 'a'.repeat(9000), 'idempotency-key': '\u00e9'.repeat(900), 'last-event-id': '-1' },
      { 'user-agent': 'a'.repeat(60_000) },
      { 'user-agent': '\x80\xff', accept: '*/*;q=x', 'accept-language': 'x'.repeat(3000) },
    ),
  },
);

const oneIn = <T>(share: number, rare: Arbitrary<T>, usual: Arbitrary<T>) =>
  fc.oneof({ weight: share - 1, arbitrary: usual }, { weight: 1, arbitrary: rare });

/** A request that matches the schema, except for values that depend on others. */
export function validRequest(operation: Operation, caller: Caller): Arbitrary<GeneratedRequest> {
  const path = operation.parameters.filter((parameter) => parameter.in === 'path');
  return fc
    .record({
      path: fc.record(Object.fromEntries(path.map(({ name, schema }) => [name, validValue(schema, name)]))),
      body: operation.body ? validValue(operation.body) : fc.constant(undefined),
    })
    .map(({ path, body }) => ({
      ...{ operation, caller, method: operation.method, path, body, query: [], headers: {} },
      ...{ damage: { kind: 'none', at: 0 }, isChunked: false },
    }));
}

/** Any request to an operation, from a valid one to one that violates every rule. */
function anyRequest(operation: Operation): Arbitrary<GeneratedRequest> {
  const { method, parameters, body } = operation;
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const pathValue = (name: string, schema: Schema) =>
    oneIn(6, fc.oneof<Arbitrary<unknown>[]>(anyText, escaped), validValue(schema, name));
  return fc.record({
    operation: fc.constant(operation),
    caller: fc.constantFrom<Caller[]>('visitor', 'customer', 'agent', 'administrator', 'administrator'),
    method: oneIn(
      16,
      fc.constantFrom('HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'POST', 'TRACE'),
      fc.constant(method),
    ),
    path: fc.record(Object.fromEntries(inPath.map(({ name, schema }) => [name, pathValue(name, schema)]))),
    query: anyQuery(
      inQuery.map(({ name }) => name),
      operation.fields,
    ),
    headers: anyHeaders,
    body: body ? anyBody(body) : oneIn(6, anyValue, fc.constant(undefined)),
    damage: oneIn(10, anyDamage, fc.constant<Damage>({ kind: 'none', at: 0 })),
    isChunked: oneIn(8, fc.constant(true), fc.constant(false)),
  });
}

const anyDamage: Arbitrary<Damage> = fc.record({
  kind: fc.constantFrom<Damage['kind'][]>(
    ...(['truncated', 'repeated keys', 'bad UTF-8', 'byte order mark', 'trailing', 'nested', 'huge number'] as const),
  ),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
});

function anyBody(schema: Schema): Arbitrary<unknown> {
  const valid = validValue(schema) as Arbitrary<object | null>;
  const names = fc.constantFrom(...Object.keys(schema.properties ?? {}), '__proto__', 'id', 'isAdmin');
  // A property as created by JSON.parse, `__proto__` among them.
  const replace = (body: object | null, name: string, value: unknown) =>
    Object.fromEntries([...Object.entries(body ?? {}), [name, value]]);
  return fc.oneof(
    { weight: 8, arbitrary: valid },
    { weight: 5, arbitrary: fc.tuple(valid, names, anyValue).map(([body, name, value]) => replace(body, name, value)) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(valid, names)
        .map(([body, name]) => Object.fromEntries(Object.entries(body ?? {}).filter(([key]) => key !== name))),
    },
    { weight: 1, arbitrary: anyValue },
  );
}

/** Parameters of lists contain JSON (react-admin's simple REST). */
function anyQuery(names: string[], fields: string[]): Arbitrary<GeneratedRequest['query']> {
  const field = fc.constantFrom('id', 'q', ...fields);
  const json = (value: Arbitrary<unknown>) => value.map((it) => JSON.stringify(it));
  const likely: Record<string, Arbitrary<unknown>> = {
    sort: json(fc.tuple(field, fc.constantFrom('ASC', 'DESC', 'asc'))),
    range: json(fc.tuple(validOffset, validOffset)),
    filter: json(fc.dictionary(field, oneIn(3, anyValue, anyText), { maxKeys: 2 })),
  };
  const known = (name: string) => fc.nat().map((pick) => new Known(name, pick, 'unknown'));
  const value = (name: string) =>
    oneIn(3, fc.oneof<Arbitrary<unknown>[]>(anyText, escaped, json(anyValue)), likely[name] ?? known(name));
  const pairs = names.map((name) => value(name).map((it): [string, unknown] => [name, it]));
  const other = fc.tuple(fc.constantFrom('q', '__proto__', 'sort[]', '', 'filter.q'), anyText);
  const any = oneIn<[string, unknown]>(6, other, pairs.length > 0 ? fc.oneof(...pairs) : other);
  return fc.array(any, { maxLength: names.length > 0 ? 4 : 1 });
}

const validOffset = fc.constantFrom<unknown[]>(0, 0, 9, 24, 24, -1, 2 ** 31, 2 ** 53, 1e308, 0.5, '0', null);

const BATCH = 500;

/** Endless requests to all operations in random order, the same ones for the same seed. */
export function* generateRequests(operations: Operation[], seed: number): Generator<GeneratedRequest, never> {
  const request = fc.oneof(...operations.map(anyRequest));
  for (let batch = 0; ; batch += 1) yield* fc.sample(request, { seed: seed + batch * 7919, numRuns: BATCH });
}
