import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { registerCompression } from './compression.ts';
import type { Upstream } from './proxy.ts';
import { registerPageHeaders } from './security-headers.ts';
import { ROUTES } from './upstreams.ts';

const TIMEOUT_MS = 2000;
const DOCS_PATH = '/api/docs';

interface ApiDocument {
  openapi: string;
  info: { title: string; version: string; description?: string };
  paths: Record<string, unknown>;
  components: { schemas: Record<string, unknown> };
}

const emptyDocument = (): ApiDocument => ({
  openapi: '3.1.0',
  info: { title: `${PRODUCT_NAME} API`, version: '1.0.0' },
  paths: {},
  components: { schemas: {} },
});

declare module 'fastify' {
  interface FastifyRequest {
    apiDocument: ApiDocument | null;
  }
}

const isReachable = (path: string) => ROUTES.some(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`));

/** Prefixes schema names with the service, as services name theirs independently. */
function qualifySchemas(document: unknown, service: string): Partial<ApiDocument> {
  return JSON.parse(JSON.stringify(document), (key, value) =>
    key === '$ref' && typeof value === 'string'
      ? value.replace('#/components/schemas/', `#/components/schemas/${service}.`)
      : value,
  );
}

/**
 * Merges the documents of all services.
 * @returns the document, and the services that did not respond
 */
async function aggregate(upstreams: Map<string, Upstream>) {
  const merged = emptyDocument();
  const missing: string[] = [];
  const documents = [...upstreams].map(async ([service, { replicas }]) => {
    try {
      return { service, document: qualifySchemas(await replicas.get('/openapi.json', TIMEOUT_MS), service) };
    } catch {
      missing.push(service);
      return undefined;
    }
  });
  for (const answer of await Promise.all(documents)) {
    if (!answer) continue;
    const { service, document } = answer;
    for (const [path, item] of Object.entries(document.paths ?? {})) if (isReachable(path)) merged.paths[path] = item;
    for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
      merged.components.schemas[`${service}.${name}`] = schema;
    }
  }
  if (missing.length > 0) merged.info.description = `Services momentanément absents : ${missing.join(', ')}`;
  return { document: merged, isComplete: missing.length === 0 };
}

/** An incomplete document is built again at the next request. */
function cachedDocument(upstreams: Map<string, Upstream>): () => Promise<ApiDocument> {
  let built: ReturnType<typeof aggregate> | undefined;
  return async () => {
    built ??= aggregate(upstreams);
    const { document, isComplete } = await built;
    if (!isComplete) built = undefined;
    return document;
  };
}

/** Serves the API documentation of all services at /api/docs, and the OpenAPI document at /api/docs/json. */
export async function registerApiDocs(app: FastifyInstance, upstreams: Map<string, Upstream>, publicUrl: string) {
  app.decorateRequest('apiDocument', null);
  const apiDocument = cachedDocument(upstreams);
  await app.register(async (docs) => {
    await registerPageHeaders(docs, { site: 'customer', publicUrl });
    await registerCompression(docs, { global: true });
    docs.addHook('preHandler', async (request) => {
      const { url } = request.routeOptions;
      if (url === `${DOCS_PATH}/json` || url === `${DOCS_PATH}/yaml`) request.apiDocument = await apiDocument();
    });
    await docs.register(swagger, { mode: 'static', specification: { document: emptyDocument() as never } });
    await docs.register(swaggerUi, {
      routePrefix: DOCS_PATH,
      theme: { title: `${PRODUCT_NAME} API` },
      transformSpecificationClone: false,
      transformSpecification: (fallback, request) => request.apiDocument ?? fallback,
    });
  });
}
