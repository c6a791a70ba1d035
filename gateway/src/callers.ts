import { hkdfSync, randomBytes } from 'node:crypto';
import { siteCookie } from '@fasocolis/service-kit/http/site-cookie';
import cookies from '@fastify/cookie';
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from './config.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The client's address for rate limits: for IPv6 the /64 network, which one subscriber has. */
    address: string;
  }
}

/** The party that a limit is about, the most precise one that is known: a user, a device, or the other visitors of an address. */
export interface Caller {
  kind: 'user' | 'device' | 'visitors';
  key: string;
}

const YEAR_SECONDS = 31_536_000;
/** A younger device counts with the other visitors of its address: a new cookie costs nothing. */
const DEVICE_AGE_MS = 600_000;

/** The key that signs the cookies of devices, the same for all gateways. A rotation of theirs makes every device a new one. */
export const deviceSecret = (identityKey: string): Buffer =>
  Buffer.from(hkdfSync('sha256', identityKey, '', 'devices', 32));

export async function registerCallers(app: FastifyInstance, config: GatewayConfig): Promise<void> {
  // Its hook would parse cookies of all requests, and most have none of ours.
  await app.register(cookies, { hook: false, secret: deviceSecret(config.IDENTITY_KEY) });
  app.decorateRequest('address', '');
  app.addHook('onRequest', (request, _reply, done) => {
    request.address = normalizeIP(request.ip ?? '');
    done();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    // A cache in between must not send the cookie of one browser to others.
    const isShared = reply.hasHeader('set-cookie') && reply.getHeader('cache-control') !== 'no-store';
    if (isShared) reply.header('cache-control', 'private, no-cache');
    done(null, payload);
  });
}

/** Devices are recognized by a signed cookie with a random id and the time of its issue. */
export class Devices {
  readonly #cookie: ReturnType<typeof siteCookie>;

  constructor(publicUrl: string) {
    this.#cookie = siteCookie(publicUrl, 'fasocolis-browser', { maxAge: YEAR_SECONDS });
  }

  introduce({ server, headers }: FastifyRequest, reply: FastifyReply): void {
    if (headers.cookie?.includes(this.#cookie.name)) return;
    const value = server.signCookie(`${randomBytes(12).toString('base64url')}:${Date.now().toString(36)}`);
    reply.header('set-cookie', server.serializeCookie(this.#cookie.name, value, this.#cookie.options));
  }

  callerOf(request: FastifyRequest): Caller {
    if (request.userId !== null) return { kind: 'user', key: `user:${request.userId}` };
    const device = this.#idOf(request);
    if (device !== null) return { kind: 'device', key: `device:${device}` };
    return { kind: 'visitors', key: `visitors:${request.address}` };
  }

  #idOf({ server, headers }: FastifyRequest): string | null {
    if (!headers.cookie?.includes(this.#cookie.name)) return null;
    const { value } = server.unsignCookie(server.parseCookie(headers.cookie)[this.#cookie.name] ?? '');
    const [id, issuedAt = ''] = value?.split(':') ?? [];
    return id !== undefined && Date.now() - Number.parseInt(issuedAt, 36) >= DEVICE_AGE_MS ? id : null;
  }
}
