import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Product } from '@fasocolis/contracts/catalog';
import type { Order } from '@fasocolis/contracts/orders';
import Fastify from 'fastify';
import { JSDOM } from 'jsdom';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { emptyRedis, startGateway } from './helpers.ts';

const PUBLIC_URL = 'https://colis.example';
const HASH = 'a'.repeat(43);
const PLAIN = `<!doctype html><html lang="fr"><head><title>FasoColis</title><meta name="description" content="Suivez votre colis" /><script type="module" src="/assets/app-1.js"></script></head><body><div id="root"><template id="parcel"><b title="{colour}">{reference}</b> {label}. {headline}</template></div></body></html>`;

const lamp: Product = {
  id: 5,
  name: 'Lampe solaire',
  description: 'Une journée de soleil,\nune nuit de lumière.',
  price: '12 500 FCFA',
  imageUrl: `${PUBLIC_URL}/api/product-images/${HASH}-640.webp`,
  imageUrls: [],
  hasFreeshipping: true,
  features: [],
  specifications: {},
};
const parcel: Order = {
  id: 7,
  reference: 'FC 2026/7',
  status: 'IN_TRANSIT',
  estimatedDelivery: '2026-12-24',
  latestUpdate: 'Chez Awa Ouédraogo, secteur 15',
  latestUpdateTime: '2026-11-20T10:00:00.000Z',
  createdAt: '2026-11-10T10:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
};

interface Stock {
  products?: Product[];
  orders?: Order[];
  /** Time each answer takes. */
  delayMs?: number;
}

/** A gateway with a built customer site, and both services that previews are made from. */
async function startShop({ products = [lamp], orders = [parcel], delayMs = 0 }: Stock = {}, env = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'fasocolis-site-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'index.html'), PLAIN);
  const asked: string[] = [];
  const service = Fastify();
  service.addHook('onRequest', async (request) => {
    asked.push(request.url);
    await new Promise((resolve) => setTimeout(resolve, delayMs));
  });
  service.get<{ Params: { id: string } }>('/api/products/:id', async (request, reply) => {
    const product = products.find(({ id }) => String(id) === request.params.id);
    return product ?? reply.code(404).send({ message: 'Produit non trouvé', code: 'not-found' });
  });
  service.get<{ Params: { reference: string } }>('/api/orders/:reference', async (request, reply) => {
    const order = orders.find(({ reference }) => reference === request.params.reference);
    return order ?? reply.code(404).send({ message: 'Commande non trouvée', code: 'not-found' });
  });
  const url = await service.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => service.close());
  const gateway = await startGateway({
    CATALOG_URL: url,
    ORDERS_URL: url,
    PUBLIC_URL,
    WEB_CUSTOMER_FOLDER: folder,
    ...env,
  });
  return { ...gateway, asked, stop: () => service.close() };
}

/** What a messenger reads in a page. */
function previewIn(html: string): Record<string, string> {
  const { document } = new JSDOM(html).window;
  const tags = [...document.head.querySelectorAll('meta[property^="og:"], meta[name="twitter:card"]')];
  return Object.fromEntries(
    tags.map((tag) => [tag.getAttribute('property') ?? 'twitter:card', tag.getAttribute('content') ?? '']),
  );
}

const headOf = (html: string) => {
  const { head, documentElement } = new JSDOM(html).window.document;
  return {
    title: head.querySelector('title')?.textContent,
    description: head.querySelector('meta[name="description"]')?.getAttribute('content'),
    scripts: [...documentElement.querySelectorAll('script')].map((script) => script.getAttribute('src')),
  };
};

beforeEach(emptyRedis);

describe("the page of a product's link", () => {
  it('tells messengers its name, price, text and picture', async () => {
    const shop = await startShop();
    const { status, headers, text } = await shop.call('/product/5');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(previewIn(text)).toEqual({
      'og:site_name': 'FasoColis',
      'og:locale': 'fr_FR',
      'og:type': 'product',
      'og:title': 'Lampe solaire',
      'og:description': '12 500 FCFA · Une journée de soleil, une nuit de lumière.',
      'og:url': `${PUBLIC_URL}/product/5`,
      'og:image': `${PUBLIC_URL}/api/product-images/previews/${HASH}.jpg`,
      'og:image:width': '1200',
      'og:image:height': '630',
      'twitter:card': 'summary_large_image',
    });
    expect(headOf(text)).toEqual({
      title: 'Lampe solaire - FasoColis',
      description: '12 500 FCFA · Une journée de soleil, une nuit de lumière.',
      scripts: ['/assets/app-1.js'],
    });
  });

  it('shows the picture of its card: the first of the others, as it is when it is not ours', async () => {
    const address = 'https://example.com/lampe.jpg?a=1&b=2';
    const shop = await startShop({ products: [{ ...lamp, imageUrls: [address] }] });
    const preview = previewIn((await shop.call('/product/5')).text);
    expect(preview['og:image']).toBe(address);
    expect(preview).not.toHaveProperty('og:image:width');
  });

  it('does without a picture where there is none', async () => {
    const shop = await startShop({ products: [{ ...lamp, imageUrl: null }] });
    const preview = previewIn((await shop.call('/product/5')).text);
    expect(preview).not.toHaveProperty('og:image');
    expect(preview['twitter:card']).toBe('summary');
  });

  it('shortens long texts', async () => {
    const shop = await startShop({ products: [{ ...lamp, description: 'mot '.repeat(1000) }] });
    const description = previewIn((await shop.call('/product/5')).text)['og:description'] ?? '';
    expect(description.length).toBeLessThanOrEqual(200);
    expect(description).toMatch(/mot…$/);
  });

  it.each([
    '"><script src="//evil.example"></script>',
    `'/><img src=x onerror=alert(1)>`,
    '</title><script>alert(1)</script>',
    '</head><body onload=alert(1)>',
    "$& $1 $` $'",
    '&quot;&lt;script&gt;',
  ])('shows %s as the text it is', async (text) => {
    const shop = await startShop({
      products: [{ ...lamp, name: text, price: text, description: text, imageUrl: `https://example.com/${text}` }],
    });
    const page = (await shop.call('/product/5')).text;
    expect(headOf(page)).toEqual({
      title: `${text} - FasoColis`,
      description: `${text} · ${text}`,
      scripts: ['/assets/app-1.js'],
    });
    expect(previewIn(page)).toMatchObject({ 'og:title': text, 'og:image': `https://example.com/${text}` });
    expect(page.match(/<(?:img|body)[^>]*/g)).toEqual(['<body']);
  });
});

describe("the page of a parcel's link", () => {
  it.each(['/?tracking=FC%202026%2F7', '/home?tracking=FC+2026%2F7&x=1'])(
    '%s tells its reference and status, and nothing else about it',
    async (path) => {
      const shop = await startShop();
      const { text } = await shop.call(path);
      expect(previewIn(text)).toEqual({
        'og:site_name': 'FasoColis',
        'og:locale': 'fr_FR',
        'og:type': 'website',
        'og:title': 'Colis FC 2026/7\u00a0: En Transit',
        'og:description': 'Votre colis est en route. Suivez-le de la Chine au Burkina Faso.',
        'og:url': `${PUBLIC_URL}/?tracking=FC%202026%2F7`,
        'twitter:card': 'summary',
      });
      expect(text).not.toMatch(/Awa|2026-1[12]/);
    },
  );

  it('draws them in the page itself, whatever characters they hold, for phones that still wait for its scripts', async () => {
    const bodyOf = (html: string) => new JSDOM(html).window.document.documentElement.querySelector('#root');
    const shop = await startShop();
    const drawn = bodyOf((await shop.call('/?tracking=FC%202026%2F7')).text);
    expect(drawn?.textContent).toBe('FC 2026/7 En Transit. Votre colis est en route');
    expect(drawn?.querySelector('b')?.getAttribute('title')).toBe('purple');

    const reference = `"><img src=x onerror=alert(1)> $& {label}`;
    const odd = await startShop({ orders: [{ ...parcel, reference, status: '<i>SUR_MER' }] });
    const page = bodyOf((await odd.call(`/?tracking=${encodeURIComponent(reference)}`)).text);
    expect(page?.textContent).toBe(`${reference} <i>SUR MER. Mise à jour du statut`);
    expect(page?.querySelector('img, i')).toBeNull();
  });

  it('is the plain one once an address has looked up as many as the API allows [D-64]', async () => {
    const shop = await startShop({}, { RATE_LIMITS: 'on', RATE_LIMIT_LOOKUPS: '3' });
    const titles: unknown[] = [];
    for (let n = 0; n < 5; n += 1) titles.push(headOf((await shop.call('/?tracking=FC%202026%2F7')).text).title);
    expect(titles.map((title) => title === 'FasoColis')).toEqual([false, false, false, true, true]);
    expect(shop.asked).toHaveLength(3);
  });

  it('counts as a lookup of the API, and the other way round [D-64]', async () => {
    const shop = await startShop({}, { RATE_LIMITS: 'on', RATE_LIMIT_LOOKUPS: '2' });
    expect((await shop.call('/api/orders/FC%202026%2F7')).status).toBe(200);
    expect(headOf((await shop.call('/?tracking=FC%202026%2F7')).text).title).not.toBe('FasoColis');
    expect((await shop.call('/api/orders/FC%202026%2F7')).status).toBe(429);
    expect((await shop.call('/?tracking=FC%202026%2F7')).text).toBe(PLAIN);
  });

  it('counts as a miss of the API when the reference is unknown [D-64]', async () => {
    const shop = await startShop({}, { RATE_LIMITS: 'on', RATE_LIMIT_MISSES: '2' });
    expect((await shop.call('/?tracking=A')).text).toBe(PLAIN);
    expect((await shop.call('/api/orders/B')).status).toBe(404);
    expect((await shop.call('/api/orders/FC%202026%2F7')).status).toBe(429);
    expect((await shop.call('/?tracking=FC%202026%2F7')).text).toBe(PLAIN);
  });
});

it('the page of a product counts as a request, and is plain beyond that limit [D-64]', async () => {
  const shop = await startShop({}, { RATE_LIMITS: 'on', RATE_LIMIT_REQUESTS: '2' });
  expect(headOf((await shop.call('/product/5')).text).title).not.toBe('FasoColis');
  expect((await shop.call('/api/users')).status).toBe(200);
  expect((await shop.call('/product/5')).text).toBe(PLAIN);
  expect(shop.asked.filter((url) => url.startsWith('/api/products'))).toHaveLength(1);
});

describe('a page with a preview', () => {
  it('keeps the headers of pages, and answers 304 while nothing has changed', async () => {
    const shop = await startShop();
    const [plain, page] = [await shop.call('/products'), await shop.call('/product/5')];
    for (const name of ['content-security-policy', 'x-frame-options', 'cache-control', 'strict-transport-security']) {
      expect([name, page.headers[name]]).toEqual([name, plain.headers[name]]);
    }
    expect(page.headers['cache-control']).toBe('no-cache');
    const again = await shop.call('/product/5', { headers: { 'if-none-match': String(page.headers.etag) } });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('answers HEAD without a body', async () => {
    const shop = await startShop();
    for (const path of ['/product/5', '/?tracking=FC%202026%2F7', '/product/6', '/']) {
      const answer = await shop.call(path, { method: 'HEAD' });
      expect([path, answer.status, answer.text]).toEqual([path, 200, '']);
    }
  });
});

describe('the plain page', () => {
  it('is served for products and parcels that are not there, and for addresses that name none', async () => {
    const shop = await startShop();
    const unknown = ['/product/6', '/?tracking=unknown', '/home?tracking=unknown'];
    const none = [
      '/product/abc',
      '/product/-1',
      '/product/5.5',
      '/product/99999999999',
      '/',
      '/home',
      '/?tracking=',
      '/?tracking=a&tracking=b',
    ];
    for (const path of [...unknown, ...none]) {
      const answer = await shop.call(path);
      expect([path, answer.status, answer.text]).toEqual([path, 200, PLAIN]);
    }
    expect(shop.asked).toHaveLength(unknown.length);
  });

  it('is served without waiting for services that are slow', async () => {
    const shop = await startShop({ delayMs: 5000 });
    for (const path of ['/product/5', '/?tracking=FC%202026%2F7']) {
      const begun = performance.now();
      expect((await shop.call(path)).text).toBe(PLAIN);
      expect(performance.now() - begun).toBeLessThan(2000);
    }
  });

  it('is served while the services are away', async () => {
    const shop = await startShop();
    await shop.stop();
    for (const path of ['/product/5', '/?tracking=FC%202026%2F7']) expect((await shop.call(path)).text).toBe(PLAIN);
  });

  it('is served when a service answers something else', async () => {
    const odd = { ...lamp, name: null } as unknown as Product;
    const shop = await startShop({ products: [odd] });
    expect((await shop.call('/product/5')).text).toBe(PLAIN);
  });
});
