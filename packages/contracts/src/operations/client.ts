import type * as z from 'zod/mini';
import type { ApiOperations } from './index.ts';
import type { NamesIn } from './operation.ts';

/** The id of the user for whom a page sends a write, which is refused when another one is signed in by now. */
export const EXPECTED_USER_HEADER = 'x-expected-user';

// The rest are types, so that the sites contain no declaration.

type Method = ApiOperations[keyof ApiOperations]['method'];

type ByRoute = {
  [Id in keyof ApiOperations as `${ApiOperations[Id]['method']} ${ApiOperations[Id]['path']}`]: ApiOperations[Id];
};
type OperationOf<M extends Method, Path extends string> = `${M} ${Path}` extends keyof ByRoute
  ? ByRoute[`${M} ${Path}`]
  : never;

export type PathOf<M extends Method> = keyof ByRoute extends infer Route
  ? Route extends `${M} ${infer Path}`
    ? Path
    : never
  : never;

type Value = string | number;

export type ParamsOf<Path extends string> = [NamesIn<Path>] extends [never]
  ? { params?: never }
  : { params: Record<NamesIn<Path>, Value> };

export type AddressOf<M extends Method, Path extends string> = ParamsOf<Path> &
  (OperationOf<M, Path> extends { query: infer Query extends z.core.$ZodType }
    ? { query?: z.core.input<Query> }
    : { query?: never });

export type BodyOf<M extends Method, Path extends string> =
  OperationOf<M, Path> extends {
    body: infer Body extends z.core.$ZodType;
  }
    ? z.core.input<Body>
    : undefined;

export type ResponseOf<M extends Method, Path extends string> =
  OperationOf<M, Path> extends {
    responses: infer Responses;
  }
    ? Responses[keyof Responses] extends infer Schema
      ? Schema extends z.core.$ZodType
        ? z.core.output<Schema>
        : never
      : never
    : never;
