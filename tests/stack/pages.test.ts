import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { Product } from '@fasocolis/contracts/catalog';
import type { Order } from '@fasocolis/contracts/orders';
import type { TransitTime } from '@fasocolis/contracts/transit-times';
import { loadSharp } from '@fasocolis/image-kit/sharp';
import { reportUnknownReferences } from '@fasocolis/service-kit/http/unknown-references';
import Fastify from 'fastify';
import { JSDOM } from 'jsdom';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { emptyRedis, openSession, startGateway } from '../../gateway/test/helpers.ts';
import { buildSites } from '../../infra/local/builds.ts';
import { ROOT } from '../../infra/local/root.ts';
import { Supervisor } from '../../infra/local/supervisor.ts';

const PUBLIC_URL = 'https://colis.example';
const HASH = 'a'.repeat(43);
const REFERENCE = 'FC 2026/7';
const LINK = '/c/FC%202026%2F7';

const lamp: Product = {
  id: 5,
  name: 'Lampe solaire',
  description: 'Une journée de soleil,\nune nuit de lumière.',
  price: '12 500 FCFA',
  imageUrl: `${PUBLIC_URL}/api/product-images/${HASH}-640.webp`,
  imageUrls: [],
  hasFreeshipping: true,
  features: ['Étanche'],
  specifications: { Poids: '1 kg' },
};
const parcel: Order = {
  id: 7,
  reference: REFERENCE,
  status: 'IN_TRANSIT',
  statusLabel: 'En Transit',
  statusKind: 'step',
  statusSentence: null,
  situation: { kind: 'expected', label: 'Livraison estimée', text: '24 décembre 2026', next: null, town: null },
  furthestStep: 'IN_TRANSIT',
  estimatedDelivery: '2026-12-24',
  expectedArrival: null,
  mode: null,
  pieces: null,
  weightGrams: null,
  recipientName: null,
  latestUpdate: 'Chez Awa Ouédraogo, secteur 15',
  latestUpdateTime: '2026-11-20T10:00:00.000Z',
  createdAt: '2026-11-10T10:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
};
const CONTACT = `https://wa.me/22670123456?text=${encodeURIComponent(`Bonjour, je vous écris au sujet du colis ${REFERENCE}.`)}`;
const event = {
  id: 1,
  status: 'ORDER_CONFIRMED',
  label: 'Commande Confirmée',
  kind: 'step',
  note: 'Reçu',
  occurredAt: parcel.createdAt,
};

interface Stock {
  products?: Product[];
  orders?: Order[];
  /** References of archived orders. */
  archived?: string[];
  times?: TransitTime[];
  /** Delays all requests. */
  isFrozen?: boolean;
}

beforeAll(async () => {
  const logs = mkdtempSync(join(tmpdir(), 'fasocolis-'));
  const supervisor = new Supervisor(logs);
  await buildSites(supervisor, () => {});
  rmSync(logs, { recursive: true });
  // What the first test would have to load.
  await Promise.all([import(join(ROOT, 'web-customer/dist/.server/render.js')), loadSharp()]);
}, 120_000);
beforeEach(emptyRedis);

// One for all pages: making a window takes longer than parsing a page.
const parser = new new JSDOM('').window.DOMParser();

/** A gateway with the built customer site, and a server in place of the services. */
async function startShop(stock: Stock = {}, env = {}) {
  const { products = [lamp], orders = [parcel], archived = [], times = [] } = stock;
  let { isFrozen = false } = stock;
  const requests: string[] = [];
  const service = Fastify({ forceCloseConnections: true });
  service.addHook('onRequest', async (request, reply) => {
    requests.push(request.url);
    if (isFrozen) await new Promise(() => {});
    reply.header('cache-control', 'public, max-age=0');
  });
  const absent = { message: 'Non trouvé', code: 'not-found' };
  const gone = { message: "Ce colis n'est plus suivi.", code: 'gone' };
  service.get<{ Params: { id: string } }>('/api/products/:id', async ({ params }, reply) => {
    return products.find(({ id }) => String(id) === params.id) ?? reply.code(404).send(absent);
  });
  service.get<{ Querystring: { range: string } }>('/api/products', async ({ query }) => {
    const [first, last]: [number, number] = JSON.parse(query.range);
    return products.slice(first, last + 1);
  });
  for (const path of ['/api/orders/:reference', '/api/orders/:reference/events']) {
    service.get<{ Params: { reference: string } }>(path, async ({ params, url }, reply) => {
      const order = orders.find(({ reference }) => reference === params.reference);
      if (archived.includes(params.reference)) return reply.code(410).send(gone);
      if (!order) {
        reportUnknownReferences(reply, [params.reference]);
        return reply.code(404).send(absent);
      }
      return url.endsWith('/events') ? [event] : order;
    });
  }
  service.get('/api/transit-times', async () => times);
  service.get('/api/whatsapp-choice', async () => ({ isStopped: false, canResume: false }));
  service.get('/api/whatsapp-number', async () => ({ whatsappNumber: '+22670123456' }));
  service.get('/api/app-settings/product_detail_paragraph', async (_request, reply) => reply.code(404).send(absent));
  service.get('/api/static-pages/about', async () => ({
    id: 1,
    slug: 'about',
    title: 'À propos',
    content: '<p>Nous transportons vos colis.</p>',
    lastUpdated: parcel.createdAt,
  }));
  const url = await service.listen({ host: '127.0.0.1', port: 0 });
  const stop = () => service.close();
  onTestFinished(stop);
  const folders = { WEB_CUSTOMER_FOLDER: join(ROOT, 'web-customer/dist') };
  const upstreams = { CATALOG_URL: url, ORDERS_URL: url, CONTENT_URL: url, NOTIFY_URL: url };
  const gateway = await startGateway({ ...upstreams, ...folders, PUBLIC_URL, ...env });
  const open = async (path: string) => {
    const response = await gateway.call(path, { headers: { accept: 'text/html' } });
    const document = parser.parseFromString(response.text, 'text/html');
    return { ...response, document, root: document.querySelector('#root') };
  };
  const freeze = async () => {
    isFrozen = true;
  };
  return { ...gateway, open, requests, stop, freeze };
}

/** The tags of a page that messengers read. */
function previewIn(document: Document): Record<string, string> {
  const tags = [...document.head.querySelectorAll('meta[property^="og:"], meta[name="twitter:card"]')];
  return Object.fromEntries(
    tags.map((tag) => [tag.getAttribute('property') ?? 'twitter:card', tag.getAttribute('content') ?? '']),
  );
}

const summaryOf = ({ head }: Document) => ({
  title: head.querySelector('title')?.textContent,
  descriptions: [...head.querySelectorAll('meta[name="description"]')].map((tag) => tag.getAttribute('content')),
});

describe('the preview of a link in a messenger', () => {
  it.each(['/', LINK, '/products', '/product/5', '/nos-delais', '/about'])(
    'has title, text and a picture of 1200x630 below 100 kB at %s [OLD-007]',
    async (path) => {
      const shop = await startShop({ products: [{ ...lamp, imageUrl: null }] });
      const preview = previewIn((await shop.open(path)).document);
      expect(preview['og:title']).not.toBe('');
      expect(preview['og:description']?.length).toBeGreaterThan(20);
      const image = new URL(preview['og:image'] ?? '');
      const response = await fetch(new URL(image.pathname, shop.url));
      const bytes = Buffer.from(await response.arrayBuffer());
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      expect(bytes.length).toBeLessThan(100_000);
      const sharp = await loadSharp();
      expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 630 });
    },
  );

  it.each([
    ['ORDER_CONFIRMED', null, 'ORDER_CONFIRMED'],
    ['PROCESSING', null, 'PROCESSING'],
    ['ARRIVED', null, 'ARRIVED'],
    ['DELIVERED', null, 'DELIVERED'],
    ['CUSTOMS_HOLD', 'waiting', 'waiting'],
    ['LOST', 'problem', 'problem'],
    ['UNKNOWN', null, 'site'],
  ] as const)(
    'shows the status %s of a parcel in its picture, and no reference [OLD-007]',
    async (status, kind, name) => {
      const shop = await startShop({ orders: [{ ...parcel, status, statusLabel: status, statusKind: kind }] });
      expect(previewIn((await shop.open(LINK)).document)['og:image']).toBe(`${PUBLIC_URL}/previews/${name}.jpg`);
    },
  );
});

describe("the page of a parcel's link", () => {
  it.each([LINK, '/?tracking=FC%202026%2F7', '/home?tracking=FC+2026%2F7&x=1'])(
    'shows the whole card at %s without a script [LINK-008]',
    async (path) => {
      const shop = await startShop();
      const { status, root } = await shop.open(path);
      expect(status).toBe(200);
      const card = root?.querySelector('[data-testid="result-card"]');
      for (const text of [
        REFERENCE,
        'En Transit',
        'Votre colis est en route',
        '24 décembre 2026',
        'Chez Awa Ouédraogo, secteur 15',
        '20 novembre 2026',
        'Commande Confirmée',
        'Reçu',
      ]) {
        expect(card?.textContent).toContain(text);
      }
      expect(card?.querySelectorAll('.fc-tracker-step')).toHaveLength(5);
      expect(card?.querySelector(`a[href="${CONTACT}"]`)).not.toBeNull();
      expect(root?.querySelector('form')?.getAttribute('action')).toBe('/');
    },
  );

  it('shows the days between which a parcel is expected, with a link to the transit times', async () => {
    const text = 'entre le 2 décembre 2026 et le 15 décembre 2026';
    const situation = { kind: 'computed', label: 'Arrivée prévue', text, next: null, town: null } as const;
    const shop = await startShop({ orders: [{ ...parcel, situation }] });
    const card = (await shop.open(LINK)).root?.querySelector('[data-testid="result-card"]');
    expect(card?.textContent).toContain('Arrivée prévueentre le 2 décembre 2026 et le 15 décembre 2026');
    expect(card?.querySelector('a[href="/nos-delais"]')).not.toBeNull();
  });

  it('shows the label of a status that the administrator defined', async () => {
    const customs = { status: 'CUSTOMS_HOLD', statusLabel: 'En douane', statusKind: 'waiting' } as const;
    const shop = await startShop({ orders: [{ ...parcel, ...customs }] });
    const { document, root } = await shop.open(LINK);
    expect(summaryOf(document)).toEqual({
      title: 'Colis FC 2026/7\u00a0: En douane - FasoColis',
      descriptions: ['En douane. Suivez-le de la Chine au Burkina Faso.'],
    });
    expect(root?.querySelector('[data-testid="status-badge"]')?.textContent).toBe('En douane');
    const active = root?.querySelector('.fc-tracker-step[data-status="active"]');
    expect(active?.getAttribute('data-kind')).toBe('waiting');
    expect(active?.textContent).toContain('En douane');
  });

  it('shows the recipient as the API gives it, and the mode of transport', async () => {
    const shop = await startShop({ orders: [{ ...parcel, recipientName: 'Awa O.', mode: 'SEA' }] });
    const { root } = await shop.open(LINK);
    expect(root?.textContent).toContain('Destinataire\u00a0: Awa O.');
    expect(root?.textContent).toContain('Bateau');
  });

  it('shows that an archived parcel is no longer tracked, with 410 and noindex', async () => {
    const shop = await startShop({ archived: [REFERENCE] });
    const { status, document, root } = await shop.open(LINK);
    expect(status).toBe(410);
    expect(root?.textContent).toContain("Ce colis n'est plus suivi.");
    expect(root?.querySelector(`a[href="${CONTACT}"]`)).not.toBeNull();
    expect(document.querySelector('meta[name="robots"]')?.getAttribute('content')).toBe('noindex');
  });

  it('lets those who opened it from WhatsApp stop messages, under the same canonical URL', async () => {
    const shop = await startShop();
    const { root, headers } = await shop.open(`${LINK}?w=token`);
    expect(root?.textContent).toContain('Ne plus recevoir de messages WhatsApp');
    expect(headers.link).toBe(`<${PUBLIC_URL}/home>; rel="canonical"`);
    expect((await shop.open(LINK)).root?.textContent).not.toContain('Ne plus recevoir');
  });

  it('has a preview with the reference and the status, under the short link', async () => {
    const shop = await startShop();
    expect(previewIn((await shop.open('/?tracking=FC%202026%2F7')).document)).toEqual({
      'og:site_name': 'FasoColis',
      'og:locale': 'fr_FR',
      'og:type': 'website',
      'og:title': 'Colis FC 2026/7\u00a0: En Transit',
      'og:description': 'Votre colis est en route. Suivez-le de la Chine au Burkina Faso.',
      'og:url': `${PUBLIC_URL}${LINK}`,
      'og:image': `${PUBLIC_URL}/previews/IN_TRANSIT.jpg`,
      'og:image:width': '1200',
      'og:image:height': '630',
      'twitter:card': 'summary_large_image',
    });
  });

  it('is indexed by no search engine under its own URL', async () => {
    const shop = await startShop();
    expect((await shop.open(LINK)).headers.link).toBe(`<${PUBLIC_URL}/home>; rel="canonical"`);
  });

  it('shows odd characters as text', async () => {
    const reference = `"><img src=x onerror=alert(1)> $& </script>`;
    const shop = await startShop({
      orders: [{ ...parcel, reference, status: '<i>SUR_MER', statusLabel: '<i>SUR MER', statusKind: null }],
    });
    const { root, document } = await shop.open(`/?tracking=${encodeURIComponent(reference)}`);
    expect(root?.querySelector('h2')?.textContent).toBe(reference);
    expect(root?.querySelector('[data-testid="status-badge"]')?.textContent).toBe('<i>SUR MER');
    expect(root?.querySelector('[onerror], i')).toBeNull();
    expect(document.querySelector('#state')?.textContent).toContain('alert(1)');
  });

  it('responds with 404 to an unknown reference [LINK-007]', async () => {
    const shop = await startShop();
    const { status, root } = await shop.open('/c/INCONNU');
    expect(status).toBe(404);
    expect(root?.textContent).toContain('Aucun colis ne porte le numéro «\u00a0INCONNU\u00a0»');
  });

  it('responds with 503 and Retry-After while the service is unavailable [LINK-007]', async () => {
    const shop = await startShop();
    await shop.stop();
    const { status, headers, root } = await shop.open(LINK);
    expect([status, headers['retry-after']]).toEqual([503, '30']);
    expect(root?.textContent).toContain("La recherche n'a pas abouti");
  });

  it.each(['has ended', 'does not respond'])(
    'shows the last known card with its date when the service %s [LINK-007]',
    async (fault) => {
      const shop = await startShop();
      await shop.open(LINK);
      await (fault === 'has ended' ? shop.stop() : shop.freeze());
      const dated = await vi.waitFor(
        async () => {
          const { status, root } = await shop.open(LINK);
          expect(root?.textContent).toContain('Dernière information du');
          return { status, card: root?.querySelector('[data-testid="result-card"]')?.textContent };
        },
        { timeout: 10_000 },
      );
      expect(dated).toEqual({ status: 200, card: expect.stringContaining(REFERENCE) });
    },
  );

  it('responds with 503 while the service does not respond', async () => {
    const shop = await startShop({ isFrozen: true });
    expect((await shop.open(LINK)).status).toBe(503);
  });

  it('has the status 429, with the time to wait, when its address has reached the limit of lookups [D-64]', async () => {
    const shop = await startShop({}, { RATE_LIMITS: 'on', RATE_LIMIT_LOOKUPS: '1' });
    expect((await shop.open(LINK)).status).toBe(200);
    const { status, headers, root } = await shop.open(LINK);
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(root?.textContent).toContain('Trop de tentatives. Veuillez réessayer plus tard. Réessayez dans 1 minute.');
  });

  it('counts as a lookup of the API, and a lookup of the API counts as a page [D-64]', async () => {
    const shop = await startShop({}, { RATE_LIMITS: 'on', RATE_LIMIT_LOOKUPS: '2' });
    expect((await shop.open(LINK)).status).toBe(200);
    expect((await shop.call('/api/orders/A')).status).toBe(404);
    expect([(await shop.open(LINK)).status, (await shop.call('/api/orders/A')).status]).toEqual([429, 429]);
  });

  it.each(['/?tracking=A', '/?%74racking=A', '/home?track%69ng=A', '/c/A', '/C/A', '/%63/A', '/%43/%41', '/c/A?x=1'])(
    'counts as a miss of the API at %s when the reference is unknown, once in all spellings [SEC-025]',
    async (path) => {
      const shop = await startShop({}, { RATE_LIMITS: 'on', RATE_LIMIT_MISSES: '2' });
      for (const spelling of [path, '/c/A', '/?tracking=A']) expect((await shop.open(spelling)).status).toBe(404);
      expect((await shop.call('/api/orders/A')).status).toBe(404);
      expect((await shop.call(`/api/orders/${encodeURIComponent(REFERENCE)}`)).status).toBe(200);
      expect((await shop.call('/api/orders/B')).status).toBe(404);
      const { status, headers, root } = await shop.open(path);
      expect(status).toBe(429);
      expect(Number(headers['retry-after'])).toBeGreaterThan(590);
      expect(root?.textContent).toContain(
        'Trop de numéros inconnus. Réessayez dans 10 minutes, ou écrivez-nous sur WhatsApp.',
      );
      expect(root?.querySelector('a[href^="https://wa.me/"]')).not.toBeNull();
    },
  );

  it('counts for the user of its session [SEC-025]', async () => {
    const shop = await startShop({}, { RATE_LIMITS: 'on', RATE_LIMIT_MISSES: '1' });
    const { cookie } = await openSession({ userId: 7, isAdmin: false });
    const asUser = (path: string) => shop.call(path, { headers: { accept: 'text/html', cookie: `__Host-${cookie}` } });
    for (const reference of ['A', 'B', 'C']) expect((await asUser(`/c/${reference}`)).status).toBe(404);
    expect([(await shop.open('/c/A')).status, (await shop.open(LINK)).status]).toEqual([404, 429]);
    expect((await asUser(LINK)).status).toBe(200);
  });
});

describe('the page of a product', () => {
  it('shows the product and has a preview with its image', async () => {
    const shop = await startShop();
    const { status, document, root } = await shop.open('/product/5');
    expect(status).toBe(200);
    for (const text of ['Lampe solaire', '12 500 FCFA', 'Étanche', '1 kg']) expect(root?.textContent).toContain(text);
    expect(previewIn(document)).toEqual({
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
    expect(summaryOf(document)).toEqual({
      title: 'Lampe solaire - FasoColis',
      descriptions: ['12 500 FCFA · Une journée de soleil, une nuit de lumière.'],
    });
  });

  it('has a preview with the first of several images, unchanged when it is external', async () => {
    const address = 'https://example.com/lampe.jpg?a=1&b=2';
    const shop = await startShop({ products: [{ ...lamp, imageUrls: [address] }] });
    const preview = previewIn((await shop.open('/product/5')).document);
    expect(preview['og:image']).toBe(address);
    expect(preview).not.toHaveProperty('og:image:width');
  });

  it("has a preview with the site's image when the product has none", async () => {
    const shop = await startShop({ products: [{ ...lamp, imageUrl: null }] });
    const preview = previewIn((await shop.open('/product/5')).document);
    expect(preview['og:image']).toBe(`${PUBLIC_URL}/previews/site.jpg`);
  });

  it('shortens a long description in the preview', async () => {
    const shop = await startShop({ products: [{ ...lamp, description: 'mot '.repeat(1000) }] });
    const description = previewIn((await shop.open('/product/5')).document)['og:description'] ?? '';
    expect(description.length).toBeLessThanOrEqual(200);
    expect(description).toMatch(/mot…$/);
  });

  it.each([
    '"><script src="//evil.example"></script>',
    '</title><script>alert(1)</script>',
    '</head><body onload=alert(1)>',
    "$& $1 $` $'",
    '&quot;&lt;script&gt;',
  ])('shows %s as text', async (text) => {
    const shop = await startShop({ products: [{ ...lamp, name: text, price: text, description: text }] });
    const { document, root } = await shop.open('/product/5');
    expect(summaryOf(document)).toEqual({ title: `${text} - FasoColis`, descriptions: [`${text} · ${text}`] });
    expect(root?.querySelector('h1')?.textContent).toBe(text);
    expect([...document.querySelectorAll('script')].map(({ type }) => type)).toEqual(['', 'application/json']);
  });

  it('responds with 404 to an unknown product', async () => {
    const shop = await startShop();
    for (const path of ['/product/6', '/product/abc']) expect((await shop.open(path)).status).toBe(404);
  });

  it('responds with 503 to an invalid response of catalog', async () => {
    const shop = await startShop({ products: [{ ...lamp, name: null } as unknown as Product] });
    expect((await shop.open('/product/5')).status).toBe(503);
  });

  it('counts as a request, and is drawn in the browser over that limit [D-64]', async () => {
    const shop = await startShop({}, { RATE_LIMITS: 'on', RATE_LIMIT_REQUESTS: '1' });
    expect((await shop.open('/product/5')).root?.childElementCount).not.toBe(0);
    expect((await shop.open('/product/5')).root?.childElementCount).toBe(0);
  });
});

describe('the catalogue', () => {
  const products = Array.from({ length: 30 }, (_, index) => ({ ...lamp, id: index + 1, name: `Lampe ${index + 1}` }));
  const namesIn = (root: Element | null) => [...(root?.querySelectorAll('h2') ?? [])].map((each) => each.textContent);

  it('shows 24 products and a form for the next ones', async () => {
    const { root } = await (await startShop({ products })).open('/products');
    expect(namesIn(root)).toEqual(products.slice(0, 24).map(({ name }) => name));
    const form = root?.querySelector('form');
    expect([form?.getAttribute('action'), form?.querySelector('input')?.value]).toEqual(['/products', '2']);
  });

  it('shows the rest on its second page, with a link to the first', async () => {
    const { root } = await (await startShop({ products })).open('/products?page=2');
    expect(namesIn(root)).toEqual(products.slice(24).map(({ name }) => name));
    expect(root?.querySelector('form')).toBeNull();
    expect(root?.querySelector('a[href="/products"].mb-4')?.textContent).toBe('Produits précédents');
  });

  it.each(['0', '-1', 'x', '1e9', ''])('begins with its first page at page=%s', async (page) => {
    const { root } = await (await startShop({ products })).open(`/products?page=${page}`);
    expect(namesIn(root)[0]).toBe('Lampe 1');
  });
});

describe('the page of transit times', () => {
  const times: TransitTime[] = [{ mode: 'AIR', step: 'IN_TRANSIT', medianDays: 6.5, p90Days: 11, orders: 24 }];

  it('shows the chart and its figures', async () => {
    const { status, root, document } = await (await startShop({ times })).open('/nos-delais');
    expect(status).toBe(200);
    expect(root?.querySelector('svg[role="img"] title')?.textContent).toMatch(/^Avion/);
    expect(root?.querySelector('dd')?.textContent?.replaceAll('\u00a0', ' ')).toBe(
      "la moitié des colis en 6,5 jours, neuf sur dix en 11 jours, d'après 24 colis",
    );
    expect(root?.textContent).not.toContain('Bateau');
    expect(summaryOf(document).title).toBe('Nos délais - FasoColis');
  });

  it('shows that there are no figures yet', async () => {
    const { status, root } = await (await startShop()).open('/nos-delais');
    expect(status).toBe(200);
    expect(root?.textContent).toContain('Nous publierons nos délais dès que 20 colis permettront de les mesurer.');
  });
});

describe('a rendered page', () => {
  it.each([
    ['/', 'Suivre Votre Colis'],
    ['/products', 'Lampe solaire'],
    ['/about', 'Nous transportons vos colis.'],
  ])('at %s contains its text', async (path, text) => {
    const shop = await startShop();
    const { status, root } = await shop.open(path);
    expect(status).toBe(200);
    expect(root?.textContent).toContain(text);
  });

  it('at an unknown path has the status 404', async () => {
    const shop = await startShop();
    const { status, root } = await shop.open('/xyz');
    expect(status).toBe(404);
    expect(root?.textContent).toContain("La page que vous recherchez n'existe pas.");
  });

  it('has no style attribute, which its security policy refuses', async () => {
    const times: TransitTime[] = [{ mode: 'SEA', step: 'ARRIVED', medianDays: 1, p90Days: 3, orders: 20 }];
    const shop = await startShop({ times });
    for (const path of ['/', LINK, '/product/5', '/products', '/about', '/nos-delais']) {
      expect((await shop.open(path)).root?.querySelector('[style]')).toBeNull();
    }
  });

  it('allows its own inline script only', async () => {
    const shop = await startShop();
    const { headers, document } = await shop.open(LINK);
    const script = document.querySelector('script')?.textContent ?? '';
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script));
    expect(headers['content-security-policy']).toContain(
      `script-src 'self' 'sha256-${Buffer.from(digest).toString('base64')}';`,
    );
  });

  it('contains its styles, which the policy admits by their hash, and no link to a style sheet', async () => {
    const shop = await startShop();
    const { headers, document } = await shop.open(LINK);
    const styles = document.querySelector('style')?.textContent ?? '';
    expect(styles).toContain('.fc-tracker');
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(styles));
    expect(headers['content-security-policy']).toContain(
      `style-src 'self' 'sha256-${Buffer.from(digest).toString('base64')}';`,
    );
    expect(document.head.querySelector(':scope > link[rel=stylesheet]')).toBeNull();
  });

  it('is the same for signed-in users, and revalidated', async () => {
    const shop = await startShop();
    const page = await shop.open('/product/5');
    expect(page.headers['cache-control']).toBe('private, no-cache');
    const headers = { accept: 'text/html', cookie: 'fasocolis=abc', 'if-none-match': String(page.headers.etag) };
    const again = await shop.call('/product/5', { headers });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('is compressed', async () => {
    const shop = await startShop();
    const plain = await shop.open('/product/5');
    const { headers, raw } = await shop.call('/product/5', {
      headers: { accept: 'text/html', 'accept-encoding': 'br' },
    });
    expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding', etag: plain.headers.etag });
    expect(brotliDecompressSync(raw).toString()).toBe(plain.text);
  });

  it('has no body in a response to HEAD', async () => {
    const shop = await startShop();
    for (const path of ['/product/5', LINK, '/']) {
      const response = await shop.call(path, { method: 'HEAD', headers: { accept: 'text/html' } });
      expect([path, response.status, response.text]).toEqual([path, 200, '']);
    }
  });
});

it('the sign-in page is rendered with its form, which never sends a password in an address [OLD-006]', async () => {
  const shop = await startShop();
  const { status, root } = await shop.open('/auth');
  expect(status).toBe(200);
  expect(root?.querySelector('main h1')?.textContent).toBe('Votre compte');
  expect(root?.querySelector('form:has(input[type=password])')?.getAttribute('method')).toBe('post');
});

it.each(['/auth?login_error=1', '/auth?second_step=true', '/profile', '/reset-password?token=x'])(
  'the page at %s is drawn in the browser',
  async (path) => {
    const shop = await startShop();
    const { status, root } = await shop.open(path);
    expect(status).toBe(200);
    expect(root?.childElementCount).toBe(0);
  },
);
