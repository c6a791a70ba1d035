import { OPERATIONS } from '@fasocolis/contracts/operations/index';
import type { Operation } from '@fasocolis/contracts/operations/operation';
import { describe, expect, it } from 'vitest';
import { startGateway } from './helpers.ts';

interface Document {
  openapi: string;
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, unknown> }>>;
  components: { schemas: Record<string, unknown> };
}

async function readDocument() {
  const gateway = await startGateway();
  const response = await gateway.call('/api/docs/json');
  return { bytes: response.raw.length, document: response.json<Document>() };
}

/** The histories of two reserved words, a page for people, and what only WhatsApp calls. */
const UNDOCUMENTED = [
  ...['listEventsOfOrderSaved', 'listEventsOfOrderUser', 'getReceipt'],
  ...['verifyWhatsappWebhook', 'receiveWhatsappWebhook'],
];

const ERROR = { $ref: '#/components/responses/Error' };

describe('the API documentation', () => {
  it('describes every operation that has a summary, and no internal one', async () => {
    const { document } = await readDocument();
    const described = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    const all = Object.values(OPERATIONS).flatMap((ofService) => Object.values<Operation>(ofService));
    const documented = all.filter(({ summary }) => summary);
    const undocumented = all.filter(({ summary, access }) => !summary && access !== 'service').map(({ id }) => id);
    expect(undocumented.toSorted(), 'operations without a summary').toEqual(UNDOCUMENTED.toSorted());
    expect(described.toSorted()).toEqual(documented.map(({ id }) => id).toSorted());
    expect(described.length).toBeGreaterThan(130);
    expect(Object.keys(document.paths).filter((path) => !path.startsWith('/api/'))).toEqual([]);
  });

  it('names the models, among them the error, to which every operation refers', async () => {
    const { document } = await readDocument();
    expect(document.openapi).toBe('3.1.0');
    const found = { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } };
    expect(document.paths['/api/orders/{reference}']?.get?.responses).toEqual({
      200: { description: 'Succès', content: found },
      ...{ 404: ERROR, 410: ERROR, default: ERROR },
    });
    expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining(['Order', 'Product', 'User']));
  });

  it('describes an order per viewer: staff, its owner, everybody', async () => {
    const { schemas } = (await readDocument()).document.components;
    const models = ['StaffOrder', 'OwnOrder', 'PublicOrder'];
    expect(schemas.Order).toEqual({ anyOf: models.map((name) => ({ $ref: `#/components/schemas/${name}` })) });
    const written = models.map((name) => JSON.stringify(schemas[name]));
    expect(written.map((model) => model.includes('"isSilent"'))).toEqual([true, false, false]);
    expect(written.map((model) => model.includes('"userId"'))).toEqual([true, true, false]);
  });

  it('describes a model that extends another one by what it adds', async () => {
    const { OwnOrder } = (await readDocument()).document.components.schemas;
    const own = {
      type: 'object',
      properties: { userId: expect.anything() },
      required: expect.arrayContaining(['userId']),
    };
    expect(OwnOrder).toMatchObject({ allOf: [{ $ref: '#/components/schemas/PublicOrder' }, own] });
  });

  it('writes a field that may be null as a list of types', async () => {
    const { PublicOrder } = (await readDocument()).document.components.schemas;
    expect(PublicOrder).toMatchObject({ properties: { latestUpdate: { type: ['string', 'null'] } } });
  });

  it('has at most 830 bytes per operation', async () => {
    const { bytes, document } = await readDocument();
    const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
    expect(bytes / operations.length).toBeLessThanOrEqual(830);
  });

  it('is built once [SEC-013]', async () => {
    const gateway = await startGateway();
    const texts = await Promise.all(
      Array.from({ length: 10 }, async () => (await gateway.call('/api/docs/json')).text),
    );
    expect(new Set(texts).size).toBe(1);
    const start = performance.now();
    for (let read = 0; read < 10; read += 1) await gateway.call('/api/docs/json');
    expect(performance.now() - start).toBeLessThan(1000);
  });

  it('is shown by a page that loads all its files from the gateway', async () => {
    const gateway = await startGateway();
    const page = await gateway.call('/api/docs');
    expect(page.headers['content-type']).toContain('text/html');
    const files = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path ?? '');
    expect(files.length).toBeGreaterThan(3);
    for (const path of files) expect([path, (await gateway.call(path)).status]).toEqual([path, 200]);
    expect(page.text).not.toMatch(/<script(?![^>]*\bsrc=)|<style|https?:\/\//);
  });
});
