import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Whether an If-None-Match header matches an entity tag (weak comparison, RFC 9110, section 13.1.2). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  const known = ifNoneMatch?.split(',').map(opaque) ?? [];
  return known.includes(opaque(etag)) || known.includes('*');
}

/**
 * `onSend` hook of a GET route: browsers store the response and revalidate it on each use. The tag is weak, because a
 * proxy may compress the response.
 */
export async function revalidate({ raw }: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (reply.statusCode !== 200 || typeof payload !== 'string') return payload;
  const etag = `W/"${hash('sha256', payload, 'base64url').slice(0, 22)}"`;
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache');
  reply.header('etag', etag);
  if (!matchesEtag(raw.headers['if-none-match'], etag)) return payload;
  reply.statusCode = 304;
  reply.removeHeader('content-type');
  reply.removeHeader('content-length');
  // For HEAD Fastify runs another hook, which fails on null.
  return raw.method === 'HEAD' ? '' : null;
}

/**
 * Marks a response to an anonymous caller as shareable: the gateway caches it, and serves it stale while the service is
 * unavailable (docs/decisions/0016).
 */
async function share(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  const isShared = reply.statusCode === 200 && request.identity.kind === 'anonymous' && hasDeclaredQuery(request);
  if (isShared) reply.header('cache-control', 'public, no-cache');
  return payload;
}

/** Whether a query names only parameters of its route: others would fill caches with copies of one response. */
function hasDeclaredQuery({ url, routeOptions }: FastifyRequest): boolean {
  const start = url.indexOf('?');
  if (start === -1) return true;
  const schema = routeOptions.schema?.querystring as { shape?: object } | undefined;
  const declared = Object.keys(schema?.shape ?? {});
  return url
    .slice(start + 1)
    .split('&')
    .every((pair) => declared.includes(pair.split('=', 1)[0] ?? ''));
}

/** Like `revalidate`, for responses that depend on the caller: browsers do not store those. */
const revalidateAnonymous = async (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> =>
  request.identity.kind === 'anonymous' ? revalidate(request, reply, payload) : payload;

export const SHARED_HOOKS = { everyone: [share, revalidate], visitors: [share, revalidateAnonymous] };
