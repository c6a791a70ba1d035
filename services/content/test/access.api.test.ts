import { asAdmin, asUser, call, impossibleListQueries } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Content, startContent } from './helpers.ts';

let content: Content;
beforeAll(async () => {
  content = await startContent();
});
afterAll(() => content.close());

const ADMIN_CALLS = [
  ['GET', '/api/static-pages'],
  ['PATCH', '/api/static-pages/about'],
  ['PATCH', '/api/static-pages/unknown'],
  ['GET', '/api/contact-messages'],
  ['GET', '/api/contact-messages/unread'],
  ['PATCH', '/api/contact-messages/1/read'],
  ['PATCH', '/api/contact-messages/1/answered'],
  ['DELETE', '/api/contact-messages/1'],
  ['POST', '/api/app-settings/whatsapp_number'],
  ['POST', '/api/app-settings/product_detail_paragraph'],
  ['POST', '/api/app-settings/tell_text'],
  ['POST', '/api/app-settings/client_code_prefix'],
] as const;

const PUBLIC_CALLS = [
  '/api/static-pages/about',
  '/api/app-settings/whatsapp_number',
  '/api/app-settings/product_detail_paragraph',
  '/api/whatsapp-number',
];

describe('access to pages, messages and settings', () => {
  it.each(ADMIN_CALLS)(
    '%s %s responds with 401 to a visitor and 403 to a customer, before it reads the body [API-065, ROLE-012]',
    async (method, url) => {
      const headers = { 'content-type': 'application/json' };
      const request = { method, url, ...(method !== 'GET' && { payload: '{broken', headers }) };
      const [visitor, customer] = [await call(content.app, request), await call(content.app, request, asUser(2))];
      expect([visitor.statusCode, visitor.json().message]).toEqual([401, 'Non authentifié']);
      expect([customer.statusCode, customer.json().message]).toEqual([403, 'Accès refusé']);
    },
  );

  it.each(PUBLIC_CALLS)('GET %s accepts a visitor [ROLE-003]', async (url) => {
    expect((await call(content.app, { url })).statusCode).toBe(200);
  });

  it.each([
    ['PATCH', '/api/contact-messages/:id/read'],
    ['DELETE', '/api/contact-messages/:id'],
  ] as const)('%s %s responds with 400 to text and with 404 to an unknown number [API-064]', async (method, url) => {
    const statusOf = async (id: string) =>
      (await call(content.app, { method, url: url.replace(':id', id) }, asAdmin())).statusCode;
    const malformed = await Promise.all(['abc', '1.5', '%20', '1e3', "1'", '%00'].map(statusOf));
    expect(new Set(malformed)).toEqual(new Set([400]));
    const unknown = await Promise.all(['-1', '0', '999999', '99999999999999', '9'.repeat(400)].map(statusOf));
    expect(new Set(unknown)).toEqual(new Set([404]));
  });

  it.each([
    ['/api/contact-messages', 'id'],
    ['/api/contact-messages/unread', 'id'],
    ['/api/static-pages', 'id'],
  ])('GET %s responds with an empty list to impossible ids and pages [SEC-017]', async (url, ...idFields) => {
    for (const query of impossibleListQueries(...idFields)) {
      const response = await call(content.app, { url, query }, asAdmin());
      expect([response.statusCode, response.body], JSON.stringify(query)).toEqual([200, '[]']);
    }
  });
});
