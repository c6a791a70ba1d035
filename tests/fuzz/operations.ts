/** The part of JSON Schema that the product's OpenAPI document uses. */
export interface Schema {
  type?: string | string[];
  enum?: unknown[];
  anyOf?: Schema[];
  allOf?: Schema[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
}

interface Parameter {
  in: string;
  name: string;
  schema: Schema;
}

export interface OperationObject {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>;
}

export interface OpenApiDocument {
  paths: Record<string, Record<string, OperationObject>>;
}

/** The document with its references resolved. */
export function dereferenced(document: object): OpenApiDocument {
  const resolve = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return part;
    if (Array.isArray(part)) return part.map(resolve);
    if ('$ref' in part) return resolve(targetOf(String(part.$ref)));
    return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, resolve(inner)]));
  };
  const targetOf = (reference: string) =>
    reference
      .split('/')
      .slice(1)
      .reduce((part, name) => (part as Record<string, object>)[name] as object, document);
  return { paths: resolve((document as OpenApiDocument).paths) as OpenApiDocument['paths'] };
}

export interface Operation {
  method: string;
  /** The template, e.g. /api/orders/{id}. */
  path: string;
  resource: string;
  parameters: Parameter[];
  body: Schema | undefined;
  statuses: number[];
  /** Names of the properties in its response, for a list those of its rows. */
  fields: string[];
}

/** Statuses that the gateway may respond with to any request; 304 to a conditional one. */
const GENERIC_STATUSES = [304, 400, 401, 403, 404, 408, 413, 415, 421, 429, 431];

export const nameOf = ({ method, path }: Pick<Operation, 'method' | 'path'>) => `${method} ${path}`;

/** The first segment below /api; accounts are users. */
export const resourceOf = (path: string): string => path.split('/')[2]?.replace(/^auth$/, 'users') ?? '';

export function operationsOf(document: OpenApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { parameters = [], requestBody, responses }]) => {
      const response = responses['200']?.content?.['application/json']?.schema;
      return {
        method: method.toUpperCase(),
        path,
        resource: resourceOf(path),
        parameters,
        body: requestBody?.content['application/json']?.schema,
        statuses: Object.keys(responses).flatMap((status) => (status === 'default' ? [] : Number(status))),
        fields: Object.keys((response?.items ?? response)?.properties ?? {}),
      };
    }),
  );
}

export type StatusRule = (method: string, path: string, status: number) => boolean;

/** Whether a status is documented for a request: for its operation, or for all. */
export function documentedStatuses(operations: Operation[]): StatusRule {
  const templates = operations.map(({ method, path, statuses }) => ({
    method,
    statuses,
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]*')}$`),
  }));
  return (method, path, status) => {
    if (GENERIC_STATUSES.includes(status)) return true;
    const requested = method === 'HEAD' ? 'GET' : method;
    const decoded = path.split('/').map(decodeSegment).join('/');
    return templates.some(
      (template) =>
        template.method === requested && template.statuses.includes(status) && template.pattern.test(decoded),
    );
  };
}

/** Routers compare decoded segments; a segment that decodes to a slash remains one segment. */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment).replaceAll('/', '%2F');
  } catch {
    return segment;
  }
}
