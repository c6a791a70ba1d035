import { AppError } from '@fasocolis/service-kit/http/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

export function rawPath({ url }: Pick<FastifyRequest, 'url'>): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

export function registerHostCheck(app: FastifyInstance, publicUrl: string): void {
  const hosts = new Set([new URL(publicUrl).hostname, 'localhost', '127.0.0.1', '[::1]']);
  app.addHook('onRequest', (request, _reply, done) => {
    const isOwn = hosts.has(request.hostname.toLowerCase());
    // Load balancers check by address.
    const isAllowed = isOwn || request.routeOptions.url?.startsWith('/health/');
    done(isAllowed ? undefined : new AppError('misdirected'));
  });
}

/** Rejects unsafe requests with a foreign Origin and WebSocket upgrades without our own (D-83). */
export function registerOriginCheck(app: FastifyInstance, publicUrl: string): void {
  const publicOrigin = new URL(publicUrl).origin;
  const isOwn = (request: FastifyRequest, origin: string | undefined) =>
    origin === publicOrigin || origin === `${request.protocol}://${request.host}`;

  app.addHook('onRequest', (request, _reply, done) => {
    const { origin, upgrade } = request.headers;
    if (upgrade?.toLowerCase() === 'websocket' && !isOwn(request, origin)) return done(new AppError('forbidden'));
    if (SAFE_METHODS.has(request.method) || request.routeOptions.config.operation?.isCrossSite) return done();
    const isForeign =
      request.headers['sec-fetch-site'] === 'cross-site' || (origin !== undefined && !isOwn(request, origin));
    done(isForeign ? new AppError('forbidden') : undefined);
  });
}
