import type { RouteOptions } from 'fastify';
import type * as z from 'zod/mini';

/** Whether the first rule of a text is its maximum. Rules that rewrite it, such as trimming, may come before. */
function isBounded({ checks = [], format }: z.core.$ZodStringDef & { format?: string }): boolean {
  const first = checks.find(({ _zod: { def } }) => def.check !== 'overwrite')?._zod.def;
  // A schema of a format tests its pattern before all rules.
  return format === undefined && first?.check === 'max_length' && first.abort === true;
}

/** Names the texts that a schema accepts without a maximum that ends their validation (`atMost` of the contracts). */
export function unboundedTexts(schema: z.core.$ZodType, path = ''): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const within = (inner: z.core.$ZodType, name = '') => unboundedTexts(inner, path + name);
  switch (def.type) {
    case 'string':
      return isBounded(def) ? [] : [path];
    case 'number':
    case 'boolean':
      return def.coerce ? [path] : [];
    case 'enum':
    case 'literal':
    case 'null':
    case 'undefined':
      return [];
    case 'object': {
      const fields = Object.entries(def.shape).flatMap(([name, field]) => within(field, `.${name}`));
      return def.catchall ? [...fields, ...within(def.catchall, '.*')] : fields;
    }
    case 'record':
      return [...within(def.keyType, ' (key)'), ...within(def.valueType, '.*')];
    case 'array':
      return within(def.element, '[]');
    case 'union':
      return def.options.flatMap((option) => within(option));
    case 'optional':
    case 'nullable':
    case 'default':
      return within(def.innerType);
    // Later steps receive the output of the first one.
    case 'pipe':
      return within(def.in);
    case 'never':
      return [];
    // Whatever this is, it may be or contain a text.
    default:
      return [path];
  }
}

/** Hook for every route. @throws Error when its schemas accept a text without a maximum */
export function requireTextBounds({ method, url, schema }: RouteOptions): void {
  for (const part of ['params', 'querystring', 'body'] as const) {
    const declared = schema?.[part] as z.core.$ZodType | undefined;
    const [first] = declared ? unboundedTexts(declared, part) : [];
    if (first !== undefined) throw new Error(`Route ${String(method)} ${url}: ${first} has no maximum`);
  }
}
