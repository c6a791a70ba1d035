import { describe, expect, it, vi } from 'vitest';
import { startGateway, startUpstream } from './helpers.ts';

const withDocument = (document: object, onRequest = () => {}) =>
  startUpstream((incoming, response) => {
    onRequest();
    response.statusCode = incoming.url === '/openapi.json' ? 200 : 404;
    response.end(JSON.stringify(document));
  });

const operation = (schema: string) => ({
  get: {
    responses: { 200: { content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } } } },
  },
});

describe('the API documentation', () => {
  it('merges the public operations of all services and keeps their schemas apart', async () => {
    const auth = await withDocument({
      openapi: '3.1.0',
      paths: { '/api/user': operation('Error'), '/internal/users/{id}': operation('Error') },
      components: { schemas: { Error: { type: 'object' } } },
    });
    const orders = await withDocument({
      openapi: '3.1.0',
      paths: { '/api/orders/{reference}': operation('Error'), '/metrics': operation('Error') },
      components: { schemas: { Error: { type: 'string' } } },
    });
    const gateway = await startGateway({ AUTH_URL: auth.url, ORDERS_URL: orders.url });
    expect((await gateway.call('/api/docs/json')).json()).toEqual({
      openapi: '3.1.0',
      info: { title: 'FasoColis API', version: '1.0.0' },
      paths: { '/api/user': operation('auth.Error'), '/api/orders/{reference}': operation('orders.Error') },
      components: { schemas: { 'auth.Error': { type: 'object' }, 'orders.Error': { type: 'string' } } },
    });
  });

  it('names the services that do not respond', async () => {
    const auth = await withDocument({ paths: { '/api/user': operation('User') } });
    const orders = await startUpstream((_incoming, response) => response.writeHead(500).end());
    const gateway = await startGateway({ AUTH_URL: auth.url, ORDERS_URL: orders.url });
    const document = (await gateway.call('/api/docs/json')).json<{ paths: object; info: { description: string } }>();
    expect(Object.keys(document.paths)).toEqual(['/api/user']);
    expect(document.info.description).toBe('Services momentanément absents : orders');
  });

  it('is built once, and rebuilt at each request while a service is missing [SEC-013]', async () => {
    const asked = vi.fn<() => void>();
    const auth = await withDocument({ paths: { '/api/user': operation('User') } }, asked);
    const answer = { status: 500 };
    const orders = await startUpstream((_incoming, response) => response.writeHead(answer.status).end('{}'));
    const gateway = await startGateway({ AUTH_URL: auth.url, ORDERS_URL: orders.url });
    const title = async () =>
      (await gateway.call('/api/docs/json')).json<{ info: { description?: string } }>().info.description;
    expect(await title()).toContain('orders');
    answer.status = 200;
    expect(await title()).toBeUndefined();
    const { length } = asked.mock.calls;
    await Promise.all(Array.from({ length: 10 }, title));
    expect(asked).toHaveBeenCalledTimes(length);
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
