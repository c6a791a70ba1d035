import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ENTRY_PAGES, USER_PAGES } from '@fasocolis/contracts/site-paths';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startGateway, startUpstream } from './helpers.ts';

const PUBLIC_URL = 'https://colis.example';

/** A gateway with a customer site and a catalog of two products, which may be unavailable. */
async function startShop({ responses = true } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'fasocolis-site-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>client</title>');
  const shop = { responses, requested: 0 };
  const catalog = await startUpstream((_request, response) => {
    shop.requested += 1;
    response.writeHead(shop.responses ? 200 : 503).end(JSON.stringify([{ id: 7, name: 'Lampe' }, { id: 5 }]));
  });
  const gateway = await startGateway({ CATALOG_URL: catalog.url, PUBLIC_URL, WEB_CUSTOMER_FOLDER: folder });
  return { ...gateway, shop };
}

describe('/sitemap.xml', () => {
  it('lists the public pages and every product, and requests the products once an hour', async () => {
    const { call, shop } = await startShop();
    const { status, headers, text } = await call('/sitemap.xml');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/xml; charset=utf-8');
    const pages = [
      '',
      'products',
      'nos-delais',
      'about',
      'support',
      'contact',
      'privacy',
      'terms',
      'faq',
      'product/7',
      'product/5',
    ];
    expect([...text.matchAll(/<url><loc>(.*?)<\/loc><\/url>/g)].map(([, address]) => address)).toEqual(
      pages.map((page) => `${PUBLIC_URL}/${page}`),
    );
    expect((await call('/sitemap.xml')).text).toBe(text);
    expect(shop.requested).toBe(1);
  });

  it('fails while catalog is unavailable instead of listing no products', async () => {
    const { call, shop } = await startShop({ responses: false });
    expect((await call('/sitemap.xml')).status).toBe(503);
    shop.responses = true;
    expect((await call('/sitemap.xml')).status).toBe(200);
  });
});

describe('/robots.txt', () => {
  it('excludes the back office and the API, except for what public pages are made of', async () => {
    const { call } = await startShop();
    const { headers, text } = await call('/robots.txt');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    const lines = text.trim().split('\n');
    expect(lines).toEqual(expect.arrayContaining(['Disallow: /admin', 'Disallow: /api/', 'Allow: /api/products']));
    expect(lines).toContain(`Sitemap: ${PUBLIC_URL}/sitemap.xml`);
  });

  it('excludes every page that is drawn in the browser alone', async () => {
    const { call } = await startShop();
    const lines = (await call('/robots.txt')).text.split('\n');
    for (const path of Object.values({ ...ENTRY_PAGES, ...USER_PAGES })) expect(lines).toContain(`Disallow: ${path}`);
  });
});

describe('a page of the customer site', () => {
  it.each([
    ['/', '/'],
    ['/home', '/'],
    ['/?tracking=FC-2026-7', '/'],
    ['/c/FC-2026-7', '/home'],
    ['/C/FC-2026-7', '/home'],
    ['/%63/FC-2026-7', '/home'],
    ['/%43/FC-2026-7', '/home'],
    ['/product/5', '/product/5'],
    ['/products?page=2', '/products'],
  ])('%s has the canonical URL %s', async (path, canonical) => {
    const { call } = await startShop();
    expect((await call(path)).headers.link).toBe(`<${PUBLIC_URL}${canonical}>; rel="canonical"`);
  });
});
