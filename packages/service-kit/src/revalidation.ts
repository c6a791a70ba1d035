import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What is needed of Fastify's reply, whatever the route answers. */
interface Reply {
  statusCode: number;
  headers(values: Record<string, string>): unknown;
  removeHeader(name: string): unknown;
}

/**
 * `onSend` of a public GET route: browsers keep the answer and ask at every use whether it still holds, which costs a
 * few bytes when it does. The tag is a weak one, because what stands between may compress the answer.
 */
export async function revalidate({ raw }: { raw: IncomingMessage }, reply: Reply, payload: unknown): Promise<unknown> {
  if (reply.statusCode !== 200 || typeof payload !== 'string') return payload;
  const tag = hash('sha256', payload, 'base64url').slice(0, 22);
  reply.headers({ 'cache-control': 'no-cache', etag: `W/"${tag}"` });
  const known = raw.headers['if-none-match']?.split(',').map((each) => each.trim().replace(/^W\//, '')) ?? [];
  if (!known.includes(`"${tag}"`) && !known.includes('*')) return payload;
  reply.statusCode = 304;
  reply.removeHeader('content-type');
  reply.removeHeader('content-length');
  // For HEAD a hook of Fastify's own follows, which fails on null.
  return raw.method === 'HEAD' ? '' : null;
}
