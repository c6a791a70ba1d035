import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import { MINIMUM_BROWSERS } from '@fasocolis/contracts/browsers';
import { AppError } from '@fasocolis/service-kit/http/errors';
import fastifyStatic from '@fastify/static';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { registerCompression } from './compression.ts';
import type { GatewayConfig } from './config.ts';
import { keepAssetsDaily } from './former-assets.ts';
import { isBelowMinimum } from './older-browsers.ts';
import { rawPath } from './origin.ts';
import { type PageOptions, Pages } from './pages.ts';
import { nameCanonical, registerSearchEngines } from './search-engines.ts';
import { registerPageHeaders } from './security-headers.ts';

const INDEX = 'index.html';

/** Never pages: unknown paths here lead to JSON errors. */
const NOT_PAGES = /^\/(?:api|ws|health|internal|metrics)(?:\/|$)/;

const UNAVAILABLE_PAGE = `<!doctype html><html lang="fr"><meta charset="utf-8"><title>${PRODUCT_NAME}</title>
<p>Site temporairement indisponible. Veuillez réessayer dans quelques minutes.</p></html>`;

/** For pages that consist of scripts alone. Texts about parcels and the shop are rendered pages. */
const OLDER_BROWSER_PAGE = `<!doctype html><html lang="fr"><meta charset="utf-8"><title>${PRODUCT_NAME}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<h1>Votre navigateur est trop ancien pour cette page</h1>
<p>Mettez à jour votre navigateur, ou ouvrez cette adresse dans Chrome ou Firefox ${MINIMUM_BROWSERS.chrome} ou plus récent.</p>
<p>Vous pouvez <a href="/">suivre un colis</a> dès maintenant.</p></html>`;

/** Files that determine the version of a site: revalidated each time. */
const REVALIDATED = /[\\/](?:index\.html|service-worker\.js|manifest\.webmanifest)(?:\.br|\.gz)?$/;

/** Files in assets/ have a content hash in their names; index.html names the current ones. */
function cacheControl(path: string): string {
  if (/[\\/]assets[\\/]/.test(path)) return 'public, max-age=31536000, immutable';
  return REVALIDATED.test(path) ? 'no-cache' : 'public, max-age=3600';
}

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD';

/** Whether a request opens a page, as opposed to a missing file that a page loads. References have dots, too. */
function isNavigation(request: FastifyRequest, path: string): boolean {
  if (!isRead(request) || NOT_PAGES.test(path)) return false;
  if (/^\/(?:admin\/)?assets\//.test(path)) return false;
  if (path.startsWith('/c/')) return true;
  const fileName = path.slice(path.lastIndexOf('/') + 1);
  return acceptsHtml(request) || !fileName.includes('.');
}

const acceptsHtml = ({ headers }: FastifyRequest) => (headers.accept ?? '').includes('text/html');

/**
 * Removes bytes that are not text, as in a link that was cut off, and doubled slashes from a path. Browsers take a path
 * that begins with two slashes, in either direction, for another host: the removed bytes may have stood between them.
 */
const repaired = (path: string): string =>
  path
    .replace(/%(?![\da-f]{2})[\da-f]?/gi, '')
    .replace(/(?:%[\da-f]{2})+/gi, (bytes) => (isText(bytes) ? bytes : ''))
    .replace(/^[/\\]{2,}|\/{2,}/g, '/');

function isText(bytes: string): boolean {
  try {
    return !/\p{Cc}/u.test(decodeURIComponent(bytes));
  } catch {
    return false;
  }
}

/** Sends a browser from a broken link to the page that it means. @returns whether the link is broken */
export function redirectBroken(request: FastifyRequest, reply: FastifyReply): boolean {
  const path = rawPath(request);
  if (!isNavigation(request, path) || !acceptsHtml(request) || repaired(path) === path) return false;
  void reply.redirect(repaired(path) + request.url.slice(path.length));
  return true;
}

export async function registerSites(
  app: FastifyInstance,
  config: GatewayConfig,
  parts: Omit<PageOptions, 'publicUrl'>,
): Promise<void> {
  const sites = [
    { site: 'customer', prefix: '/', folder: config.WEB_CUSTOMER_FOLDER },
    { site: 'admin', prefix: '/admin/', folder: config.WEB_ADMIN_FOLDER },
  ] as const;
  const storeOf = (site: string) => (config.FORMER_ASSETS_FOLDER ? [join(config.FORMER_ASSETS_FOLDER, site)] : []);
  const builds = sites.flatMap(({ site, folder }) => storeOf(site).map((store) => ({ folder, store })));
  const cease = await keepAssetsDaily(builds, (err) => app.log.error({ err }, 'assets not kept for later releases'));
  app.addHook('onClose', async () => cease());

  const options = { ...parts, publicUrl: config.PUBLIC_URL };
  const pages = await Pages.load(config.WEB_CUSTOMER_FOLDER, options);

  function sendIndex(reply: FastifyReply, folder: string): FastifyReply {
    if (isBelowMinimum(reply.request.headers['user-agent'])) {
      return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(OLDER_BROWSER_PAGE);
    }
    if (existsSync(join(folder, INDEX))) return reply.sendFile(INDEX, folder);
    return reply.code(503).header('retry-after', 30).type('text/html; charset=utf-8').send(UNAVAILABLE_PAGE);
  }

  async function sendCustomerPage(request: FastifyRequest, reply: FastifyReply) {
    nameCanonical(reply, config.PUBLIC_URL, rawPath(request));
    parts.devices.introduce(request, reply);
    return (await pages?.send(request, reply)) ? reply : sendIndex(reply, config.WEB_CUSTOMER_FOLDER);
  }

  app.addHook('onRequest', (request, reply, done) => {
    if (!redirectBroken(request, reply)) done();
  });

  for (const { site, prefix, folder } of sites) {
    if (!existsSync(join(folder, INDEX))) app.log.error({ folder }, `the ${site} site has not been built`);
    await app.register(async (scope) => {
      const scriptSources = site === 'customer' && pages ? [pages.scriptSource] : [];
      await registerPageHeaders(scope, { site, publicUrl: config.PUBLIC_URL, scriptSources });
      await scope.register(fastifyStatic, {
        root: [folder, ...storeOf(site)],
        prefix,
        preCompressed: true,
        cacheControl: false,
        dotfiles: 'ignore',
        suppressWarning: true,
        setHeaders: (reply, path) => void reply.header('cache-control', cacheControl(path)),
      });
      // The plugin forbids paths that cannot be those of files: with a backslash, or longer than file systems allow.
      scope.setErrorHandler((error: FastifyError, request, reply) => {
        if (error.code !== 'FST_STATIC_FORBIDDEN_PATH' || !acceptsHtml(request)) throw error;
        reply.callNotFound();
      });
      if (site === 'admin') {
        scope.get('/admin', (_request, reply) => sendIndex(reply, folder));
        return;
      }
      // A path without a file name would get the file name of the plain page.
      for (const path of ['/', '/home']) scope.get(path, sendCustomerPage);
      await scope.register(async (files) => {
        await registerCompression(files, { global: true });
        registerSearchEngines(files, options);
      });
    });
  }

  // A request that would write to an unknown path is refused before its body is read.
  app.addHook('onRequest', (request, _reply, done) => {
    done(request.is404 && !isRead(request) ? new AppError('not-found') : undefined);
  });
  app.setNotFoundHandler((request, reply) => {
    const path = rawPath(request);
    if (!isNavigation(request, path)) throw new AppError('not-found');
    if (path.startsWith('/admin/')) return sendIndex(reply, config.WEB_ADMIN_FOLDER);
    return sendCustomerPage(request, reply);
  });
}
