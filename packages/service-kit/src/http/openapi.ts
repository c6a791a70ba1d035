import { readdir } from 'node:fs/promises';
import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import type { Operation } from '@fasocolis/contracts/operations/operation';
import swagger from '@fastify/swagger';
import Fastify, { type FastifySchema } from 'fastify';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';

interface OperationObject {
  operationId: string;
  parameters?: { name: string; in: string }[] | undefined;
  responses: Record<string, object>;
}

interface ObjectSchema {
  type?: string;
  properties?: Record<string, object>;
  required?: string[];
  additionalProperties?: unknown;
}

interface OpenApi {
  openapi: string;
  paths: Record<string, Record<string, OperationObject>>;
  components: { schemas: Record<string, ObjectSchema>; parameters?: object; responses?: object };
}

/**
 * Describes operations as an OpenAPI document. The schemas that contracts export are its models; errors and parameters
 * are described once.
 */
export async function openApiDocument(operations: readonly Operation[]): Promise<OpenApi> {
  const schemaRegistry = await namedSchemas(operations);
  const app = Fastify();
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => JSON.stringify);
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: `${PRODUCT_NAME} API`, version: '1.0.0' } },
    transform: createJsonSchemaTransform({ schemaRegistry }),
    transformObject: createJsonSchemaTransformObject({ schemaRegistry }),
  });
  for (const operation of operations) {
    const { method, path: url } = operation;
    app.route({ method, url, schema: documented(operation), exposeHeadRoute: false, handler: () => {} });
  }
  await app.ready();
  const document = app.swagger() as unknown as OpenApi;
  const parameters = shareParts(document);
  const schema = { $ref: '#/components/schemas/Error' };
  const responses = { Error: { description: 'Erreur', content: { 'application/json': { schema } } } };
  const { paths } = document;
  const schemas = usedAmong(document.components.schemas, { paths, parameters, responses });
  const components = { schemas, parameters, responses };
  const { components: described, ...rest }: OpenApi = JSON.parse(JSON.stringify({ ...document, components }), concise);
  return { ...rest, components: { ...described, schemas: extended(described.schemas) } };
}

function documented(operation: Operation): FastifySchema {
  const {
    id,
    path,
    summary,
    description,
    params,
    query,
    body,
    consumes,
    produces,
    responses,
    refusals = [],
  } = operation;
  const [, , tag = ''] = path.split('/');
  const inputs = { params, querystring: query, body };
  const details = { summary, description, consumes: consumes && [consumes], produces: produces && [produces] };
  const refused = ['default', ...refusals].map((status) => [status, z.unknown()]);
  return {
    operationId: id,
    tags: [tag],
    ...Object.fromEntries(Object.entries({ ...inputs, ...details }).filter(([, value]) => value)),
    response: { ...(produces && { 200: z.unknown() }), ...responses, ...Object.fromEntries(refused) },
  } as FastifySchema;
}

/** The exported schemas of the contracts; the name of `OrderSchema` is `Order`. Parameters are described one by one. */
async function namedSchemas(operations: readonly Operation[]) {
  const parameters = new Set<unknown>(operations.flatMap(({ params, query }) => [params, query]));
  const schemas = z.registry<{ id?: string }>();
  const folder = new URL('..', import.meta.resolve('@fasocolis/contracts/operations/operation'));
  for (const file of await readdir(folder)) {
    if (!/^[\w-]+\.ts$/.test(file)) continue;
    const module: Record<string, unknown> = await import(new URL(file, folder).href);
    for (const [name, schema] of Object.entries(module)) {
      if (name.endsWith('Schema') && schema instanceof z.core.$ZodType && !parameters.has(schema)) {
        schemas.add(schema, { id: name.slice(0, -'Schema'.length) });
      }
    }
  }
  return schemas;
}

/** Replaces errors, and the usual parameter of each name, by references. @returns these parameters */
function shareParts({ paths }: OpenApi): Record<string, object> {
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  const all = operations.flatMap(({ parameters = [] }) => parameters);
  const shared: Record<string, object> = {};
  for (const [name, alike] of Map.groupBy(all, ({ name }) => name)) {
    const [usual] = [...Map.groupBy(alike, (each) => JSON.stringify(each)).values()].toSorted(
      (a, b) => b.length - a.length,
    );
    if (usual?.[0] && usual.length > 1) shared[name] = usual[0];
  }
  for (const operation of operations) {
    for (const [status, response] of Object.entries(operation.responses)) {
      const isError = status === 'default' || Number(status) >= 400;
      operation.responses[status] = isError
        ? { $ref: '#/components/responses/Error' }
        : { ...response, description: 'Succès' };
    }
    operation.parameters = operation.parameters?.map((parameter) => {
      const isUsual = JSON.stringify(shared[parameter.name]) === JSON.stringify(parameter);
      return isUsual ? ({ $ref: `#/components/parameters/${parameter.name}` } as never) : parameter;
    });
  }
  return shared;
}

interface JsonSchema {
  type?: string | string[];
  enum?: unknown[];
  anyOf?: JsonSchema[];
  [keyword: string]: unknown;
}

/**
 * Shortens a schema without changing its meaning: a format says what its long pattern says, integers are limited anyway,
 * and a type may be a list with `null`.
 */
function concise(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const schema: JsonSchema = { ...value };
  if ('format' in schema) delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  // A default in a response is what readers of older responses supply.
  if (schema.default === null) delete schema.default;
  const { anyOf: [type, nothing, ...more] = [], ...rest } = schema;
  const isNullable = nothing?.type === 'null' && more.length === 0;
  if (!isNullable || typeof type?.type !== 'string' || 'const' in type) return schema;
  return { ...rest, ...type, type: [type.type, 'null'], ...(type.enum && { enum: [...type.enum, null] }) };
}

/** Describes a model that contains all properties of others as an extension of the largest of these. */
function extended(schemas: Record<string, ObjectSchema>): Record<string, object> {
  const has = (schema: ObjectSchema, base: ObjectSchema) => {
    if ('additionalProperties' in base || 'additionalProperties' in schema) return false;
    const isSame = ([name, property]: [string, unknown]) =>
      JSON.stringify(schema.properties?.[name]) === JSON.stringify(property) &&
      schema.required?.includes(name) === base.required?.includes(name);
    return sizeOf(base) >= 4 && sizeOf(base) < sizeOf(schema) && Object.entries(base.properties ?? {}).every(isSame);
  };
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const bases = Object.entries(schemas).filter(([, base]) => has(schema, base));
      const [base] = bases.toSorted(([, a], [, b]) => sizeOf(b) - sizeOf(a));
      if (!base) return [name, schema];
      const [baseName, { properties: inherited = {} }] = base;
      const { type, properties, required, ...others } = schema;
      const isOwn = (property: string) => !(property in inherited);
      const own = Object.entries(properties ?? {}).filter(([property]) => isOwn(property));
      const added = { type, properties: Object.fromEntries(own), required: required?.filter(isOwn) };
      return [name, { ...others, allOf: [{ $ref: `#/components/schemas/${baseName}` }, added] }];
    }),
  );
}

const sizeOf = ({ properties = {} }: ObjectSchema) => Object.keys(properties).length;

function usedAmong(schemas: Record<string, ObjectSchema>, part: object): Record<string, ObjectSchema> {
  const used = new Set<string>();
  const follow = (from: object) => {
    for (const [, name = ''] of JSON.stringify(from).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      follow(schemas[name] ?? {});
    }
  };
  follow(part);
  return Object.fromEntries(
    Object.entries(schemas).flatMap(([name, schema]) => {
      // Later versions of a response may have more.
      const { additionalProperties: _, ...open } = schema;
      return used.has(name) ? [[name, name.endsWith('Input') ? schema : open]] : [];
    }),
  );
}
