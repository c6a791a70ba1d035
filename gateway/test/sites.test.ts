import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { keepAssets } from '../src/former-assets.ts';
import { startGateway } from './helpers.ts';

const SCRIPT = 'console.log("colis");'.repeat(50);

/** A built site: pages, hashed assets and their compressed copies, as Vite leaves them. */
function buildSite(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'fasocolis-site-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = {
    'index.html': `<!doctype html><title>${name}</title>`,
    'assets/app-1a2b3c.js': SCRIPT,
    'assets/app-1a2b3c.css': 'body{}',
    'logo.svg': '<svg/>',
    'service-worker.js': 'addEventListener("fetch", () => {})',
    'manifest.webmanifest': '{"name":"FasoColis"}',
  };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
    writeFileSync(join(folder, `${path}.br`), brotliCompressSync(content));
    writeFileSync(join(folder, `${path}.gz`), gzipSync(content));
  }
  return folder;
}

const startSites = (env: Record<string, string> = {}) =>
  startGateway({ WEB_CUSTOMER_FOLDER: buildSite('client'), WEB_ADMIN_FOLDER: buildSite('admin'), ...env });

const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

it.each(['FC-2026.07.01', 'REF.', 'AWA%282%29'])(
  'opens the page of /c/%s for a program that asks for no HTML [READ-002]',
  async (part) => {
    const gateway = await startSites();
    const page = await gateway.call(`/c/${part}`, { headers: { accept: '*/*' } });
    expect(String(page.headers['content-type'])).toContain('text/html');
  },
);

it.each([
  ['//c/FC-1', '/c/FC-1'],
  ['/c//FC-1', '/c/FC-1'],
  ['/c/FC-1%', '/c/FC-1'],
  ['/c/FC-1%2', '/c/FC-1'],
  ['/c/FC-1%C3?w=x', '/c/FC-1?w=x'],
  ['/c/FC-1%E2%80', '/c/FC-1'],
  ['/c/%00FC-1', '/c/FC-1'],
  ['/products/1%', '/products/1'],
  ['//evil.example/c/FC-1', '/evil.example/c/FC-1'],
  ['/%09/evil.example', '/evil.example'],
  ['/%/evil.example', '/evil.example'],
  ['/%C3/%C3/evil.example?w=x', '/evil.example?w=x'],
  ['/%09\\evil.example', '/evil.example'],
  ['/\\%09/evil.example', '/evil.example'],
])('leads from the broken link %s to the page %s [READ-003]', async (link, page) => {
  const gateway = await startSites();
  const { status, headers } = await gateway.call(link, { headers: asBrowser });
  expect([status, headers.location]).toEqual([302, page]);
});

it.each(['/c/FC-1%5C', '/c/FC-1\\_', `/${'a'.repeat(300)}`, `/admin/orders/${'a'.repeat(300)}`])(
  'responds with a page to %s, which cannot be the path of a file',
  async (path) => {
    const gateway = await startSites();
    const { status, headers } = await gateway.call(path, { headers: asBrowser });
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  },
);

describe('the two sites on one host [D-75]', () => {
  it('respond to every address below them with their own page', async () => {
    const gateway = await startSites();
    const pages = {
      client: ['/', '/products', '/product/5', '/xyz', '/administrator', '/a.b/c', '/apix'],
      admin: ['/admin', '/admin/', '/admin/orders', '/admin/orders/5', '/admin?x=1'],
    };
    for (const [site, paths] of Object.entries(pages)) {
      for (const path of paths) {
        const response = await gateway.call(path, { headers: asBrowser });
        expect([path, response.status, response.text]).toEqual([path, 200, `<!doctype html><title>${site}</title>`]);
        expect(response.headers).toMatchObject({
          'content-type': 'text/html; charset=utf-8',
          // The customer site's pages have a cookie for the device.
          'cache-control': site === 'client' ? 'private, no-cache' : 'no-cache',
        });
      }
    }
  });

  /** A site whose renderer draws every page as the word "drawn". */
  function startRendered(needsScripts: boolean) {
    const folder = buildSite('client');
    mkdirSync(join(folder, '.server'));
    const renderer = `{ script: '', prepare: async () => ({ status: 200, needsScripts: ${needsScripts}, data: '', draw: async () => ({ html: 'drawn', styles: '' }) }) }`;
    writeFileSync(join(folder, '.server/render.js'), `export const createRenderer = () => (${renderer});`);
    writeFileSync(join(folder, '.server/package.json'), '{"type":"module"}');
    return startSites({ WEB_CUSTOMER_FOLDER: folder, LOG_LEVEL: 'warn' });
  }

  it('send a rendered page alone, without opening the file of the plain page', async () => {
    const gateway = await startRendered(false);
    for (const path of ['/', '/c/COLIS-1', '/products']) {
      expect((await gateway.call(path, { headers: asBrowser })).text).toBe('drawn');
    }
    expect(gateway.logged()).toEqual([]);
  });

  it('say to a browser below the minimum that a page which needs scripts needs a newer one [OLD-002]', async () => {
    const gateway = await startRendered(true);
    const textFor = async (userAgent: string) =>
      (await gateway.call('/profile', { headers: { ...asBrowser, 'user-agent': userAgent } })).text;
    expect(await textFor('Mozilla/5.0 (X11; Linux) Chrome/89.0')).toContain('Votre navigateur est trop ancien');
    expect(await textFor('Mozilla/5.0 (X11; Linux) Chrome/90.0')).toBe('drawn');
  });

  it('respond with 404 to missing files', async () => {
    const gateway = await startSites();
    for (const path of ['/assets/gone-9.js', '/admin/assets/gone-9.js', '/gone.png', '/admin/gone.js', '/assets/']) {
      const response = await gateway.call(path, { headers: { accept: '*/*' } });
      expect([path, response.status]).toEqual([path, 404]);
      expect(response.json()).toMatchObject({ message: 'Ressource non trouvée' });
    }
    expect((await gateway.call('/assets/gone-9.js', { headers: asBrowser })).status).toBe(404);
    expect((await gateway.call('/', { method: 'POST' })).status).toBe(404);
  });

  it('serve nothing outside their folders', async () => {
    const gateway = await startSites();
    for (const path of [
      '/../package.json',
      '/assets/..%2f..%2fpackage.json',
      '/%2e%2e/package.json',
      '//etc/passwd',
      '/assets//app-1a2b3c.js',
    ]) {
      const response = await gateway.call(path);
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
    }
    expect((await gateway.call('/%zz')).status).toBe(400);
  });

  it('respond with 503 and a log entry when they are not built, and the API still responds', async () => {
    const gateway = await startGateway({ WEB_CUSTOMER_FOLDER: '/nowhere', WEB_ADMIN_FOLDER: buildSite('admin') });
    const response = await gateway.call('/products', { headers: asBrowser });
    expect(response.status).toBe(503);
    expect(response.text).toContain('Site temporairement indisponible');
    expect((await gateway.call('/admin/orders', { headers: asBrowser })).status).toBe(200);
    expect((await gateway.call('/api/orders/5')).status).toBe(200);
    expect(gateway.logged()).toContainEqual(
      expect.objectContaining({ level: 'error', folder: '/nowhere', msg: 'the customer site has not been built' }),
    );
  });
});

describe('files', () => {
  it('are served as compressed at build time, in the best encoding that the browser accepts', async () => {
    const gateway = await startSites();
    const get = (encodings: string) =>
      gateway.call('/assets/app-1a2b3c.js', { headers: { 'accept-encoding': encodings } });
    const [brotli, gzip, plain] = [await get('gzip, deflate, br'), await get('gzip'), await get('identity')];
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(brotli.raw).toString()).toBe(SCRIPT);
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.raw).toString()).toBe(SCRIPT);
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(plain.text).toBe(SCRIPT);
    for (const { headers } of [brotli, gzip, plain]) {
      expect(headers['content-type']).toContain('javascript');
      expect(headers.vary?.toLowerCase()).toContain('accept-encoding');
    }
  });

  it('with a hash in their name are cached forever, pages are revalidated, others are cached for an hour', async () => {
    const gateway = await startSites();
    const cacheOf = async (path: string) =>
      (await gateway.call(path, { headers: { 'accept-encoding': 'br' } })).headers['cache-control'];
    expect(await cacheOf('/assets/app-1a2b3c.js')).toBe('public, max-age=31536000, immutable');
    expect(await cacheOf('/admin/assets/app-1a2b3c.css')).toBe('public, max-age=31536000, immutable');
    expect(await cacheOf('/')).toBe('private, no-cache');
    expect(await cacheOf('/admin')).toBe('no-cache');
    expect(await cacheOf('/index.html')).toBe('no-cache');
    expect(await cacheOf('/logo.svg')).toBe('public, max-age=3600');
  });

  it('that control an installed site have their own types and are revalidated', async () => {
    const gateway = await startSites();
    for (const encoding of ['br', 'identity']) {
      for (const [path, type] of [
        ['/service-worker.js', /^(?:text|application)\/javascript/],
        ['/manifest.webmanifest', /^application\/manifest\+json/],
      ] as const) {
        const { headers } = await gateway.call(path, { headers: { 'accept-encoding': encoding } });
        expect(headers).toMatchObject({ 'content-type': expect.stringMatching(type), 'cache-control': 'no-cache' });
      }
    }
  });

  it('of the release before and after an update are served by both gateways [OLD-005]', async () => {
    const store = mkdtempSync(join(tmpdir(), 'fasocolis-assets-'));
    onTestFinished(() => rmSync(store, { recursive: true }));
    const [former, next] = [buildSite('client'), buildSite('client')];
    for (const kind of ['', '.br', '.gz']) rmSync(join(former, `assets/app-1a2b3c.js${kind}`));
    writeFileSync(join(former, 'assets/app-former.js'), SCRIPT);
    const gateways = [];
    for (const folder of [former, next]) {
      gateways.push(await startSites({ WEB_CUSTOMER_FOLDER: folder, FORMER_ASSETS_FOLDER: store }));
    }
    for (const gateway of gateways) {
      for (const path of ['/assets/app-former.js', '/assets/app-1a2b3c.js', '/admin/assets/app-1a2b3c.js']) {
        const { status, text, headers } = await gateway.call(path);
        expect([path, status, text]).toEqual([path, 200, SCRIPT]);
        expect(headers['cache-control']).toContain('immutable');
      }
      const compressed = await gateway.call('/assets/app-1a2b3c.js', { headers: { 'accept-encoding': 'br' } });
      expect(compressed.headers['content-encoding']).toBe('br');
      expect((await gateway.call('/assets/gone-9.js')).status).toBe(404);
    }
  });

  it('of a release that no gateway has had for a month are removed', async () => {
    const [build, store] = [buildSite('client'), mkdtempSync(join(tmpdir(), 'fasocolis-assets-'))];
    onTestFinished(() => rmSync(store, { recursive: true }));
    await keepAssets(build, store, Date.now() - 31 * 86_400_000);
    writeFileSync(join(build, 'assets/app-next.js'), SCRIPT);
    rmSync(join(build, 'assets/app-1a2b3c.js'));
    await keepAssets(build, store);
    expect(readdirSync(join(store, 'assets'))).toContain('app-next.js');
    expect(readdirSync(join(store, 'assets'))).not.toContain('app-1a2b3c.js');
  });

  it('that have not changed lead to 304', async () => {
    const gateway = await startSites();
    for (const path of ['/', '/products', '/assets/app-1a2b3c.js']) {
      const { headers } = await gateway.call(path);
      const again = await gateway.call(path, { headers: { 'if-none-match': String(headers.etag) } });
      expect([path, again.status, again.text]).toEqual([path, 304, '']);
    }
  });

  it('have no body in a response to HEAD', async () => {
    const gateway = await startSites();
    for (const path of ['/', '/admin', '/products', '/logo.svg']) {
      const response = await gateway.call(path, { method: 'HEAD' });
      expect([path, response.status, response.text]).toEqual([path, 200, '']);
    }
  });

  it('are not logged at the default level', async () => {
    const gateway = await startSites();
    await gateway.call('/logo.svg');
    expect(gateway.logged().filter(({ msg }) => msg === 'request answered')).toEqual([]);
  });
});

describe('security headers', () => {
  it('forbid pages everything from other sites', async () => {
    const gateway = await startSites({ PUBLIC_URL: 'http://localhost:8080' });
    for (const path of ['/', '/products', '/assets/app-1a2b3c.js', '/api/docs']) {
      const { headers } = await gateway.call(path);
      expect(policyOf(headers['content-security-policy'])).toEqual({
        'default-src': "'self'",
        'script-src': "'self'",
        'style-src': "'self'",
        'img-src': "'self' data: https: http:",
        'connect-src': "'self' ws://localhost:8080",
        'base-uri': "'self'",
        'form-action': "'self'",
        'frame-ancestors': "'none'",
        'object-src': "'none'",
      });
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin-allow-popups',
        'permissions-policy': expect.stringContaining('camera=()'),
      });
      expect(headers).not.toHaveProperty('strict-transport-security');
    }
  });

  it('allow inline styles and WebAssembly in the back office only, and inline scripts nowhere', async () => {
    const gateway = await startSites();
    for (const path of ['/admin', '/admin/orders', '/admin/assets/app-1a2b3c.js']) {
      const policy = policyOf((await gateway.call(path)).headers['content-security-policy']);
      expect(policy).toMatchObject({
        'style-src': "'self' 'unsafe-inline'",
        'script-src': "'self' 'wasm-unsafe-eval'",
      });
    }
  });

  it('allow the camera in the back office only', async () => {
    const gateway = await startSites();
    const { headers } = await gateway.call('/admin/scan');
    expect(headers['permissions-policy']).toContain('camera=(self)');
  });

  it('require https where the site uses it', async () => {
    const gateway = await startSites({ PUBLIC_URL: 'https://colis.example' });
    for (const path of ['/', '/admin', '/api/orders/5', '/api/xyz']) {
      expect((await gateway.call(path)).headers['strict-transport-security']).toMatch(/^max-age=31536000/);
    }
    const policy = policyOf((await gateway.call('/')).headers['content-security-policy']);
    expect(policy['connect-src']).toBe("'self' wss://colis.example");
    expect(policy['img-src']).toBe("'self' data: https:");
  });

  it('prevent that data is opened as a page', async () => {
    const gateway = await startSites();
    for (const path of ['/api/orders/5', '/api/xyz', '/health/live']) {
      const { headers } = await gateway.call(path);
      expect(headers['content-security-policy']).toBe("default-src 'none';frame-ancestors 'none'");
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin' });
    }
  });
});

function policyOf(header: string | string[] | undefined): Record<string, string> {
  const directives = String(header).split(';');
  return Object.fromEntries(directives.map((directive) => directive.split(/ (.*)/s, 2) as [string, string]));
}
