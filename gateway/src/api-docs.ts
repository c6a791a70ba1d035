import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import { openApiDocument } from '@fasocolis/service-kit/http/openapi';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { registerCompression } from './compression.ts';
import { registerPageHeaders } from './security-headers.ts';
import { ROUTES } from './upstreams.ts';

const DOCS_PATH = '/api/docs';

export async function registerApiDocs(app: FastifyInstance, publicUrl: string) {
  let building: ReturnType<typeof openApiDocument> | undefined;
  let document: Awaited<typeof building>;
  await app.register(async (docs) => {
    await registerPageHeaders(docs, { site: 'customer', publicUrl });
    await registerCompression(docs, { global: true });
    docs.addHook('preHandler', async ({ routeOptions: { url } }) => {
      if (url !== `${DOCS_PATH}/json` && url !== `${DOCS_PATH}/yaml`) return;
      building ??= openApiDocument(ROUTES.map(({ operation }) => operation).filter(({ summary }) => summary));
      document = await building;
    });
    await docs.register(swagger, { mode: 'static', specification: { document: { openapi: '3.1.0' } as never } });
    await docs.register(swaggerUi, {
      routePrefix: DOCS_PATH,
      theme: { title: `${PRODUCT_NAME} API` },
      transformSpecificationClone: false,
      transformSpecification: (fallback) => document ?? fallback,
    });
  });
}
