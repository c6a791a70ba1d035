import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Certificate } from './certificates.ts';

/** A message as a push service accepts it, and as the browser decrypts it. */
export interface ReceivedPush {
  message: unknown;
  headers: IncomingHttpHeaders;
}

export interface TestPhone {
  /** As `PushSubscription.toJSON()`. */
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  /** Everything that was accepted for it. */
  received: ReceivedPush[];
}

type Reply = { status: number; headers?: Record<string, string> };

/**
 * A push service (RFC 8030) at https://localhost with the given certificate. It verifies the sender (RFC 8292), decrypts
 * messages (RFC 8291) as the browser would, and rejects what real ones reject.
 */
export async function startPushService({ cert, key }: Certificate) {
  const phones = new Map<string, TestPhone & { decrypt: (body: Buffer) => unknown }>();
  const service = {
    url: '',
    /** Requests, also those that it refused. */
    requests: 0,
    /** Awaited before a message is accepted; 201 accepts it. */
    respond: async (_phone: TestPhone): Promise<Reply> => ({ status: 201 }),
    /** A browser that has subscribed. */
    addPhone(): TestPhone {
      const pair = createECDH('prime256v1');
      const p256dh = pair.generateKeys('base64url');
      const auth = randomBytes(16);
      const id = randomBytes(12).toString('base64url');
      const subscription = { endpoint: `${service.url}/${id}`, keys: { p256dh, auth: auth.toString('base64url') } };
      const phone = { subscription, received: [], decrypt: (body: Buffer) => decrypt(body, pair, auth) };
      phones.set(`/${id}`, phone);
      return phone;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    service.requests += 1;
    const body = await buffer(request);
    const phone = phones.get(request.url ?? '');
    const { headers } = request;
    const refusal = phone ? refusalOf(headers, service.url) : 404;
    const { status, headers: own = {} } = refusal || !phone ? { status: refusal || 404 } : await service.respond(phone);
    if (status === 201 && phone) phone.received.push({ message: phone.decrypt(body), headers });
    response.writeHead(status, own).end();
  };
  const server = createServer({ cert: readFileSync(cert), key: readFileSync(key) }, (request, response) => {
    void handle(request, response);
  });
  await once(server.listen(0, 'localhost'), 'listening');
  service.url = `https://localhost:${(server.address() as AddressInfo).port}`;
  return service;
}

export type TestPushService = Awaited<ReturnType<typeof startPushService>>;

/** The status with which a message is refused; 0 for none. */
function refusalOf({ authorization = '', ttl, topic = '', ...headers }: IncomingHttpHeaders, audience: string): number {
  if (headers['content-encoding'] !== 'aes128gcm' || !/^\d+$/.test(String(ttl))) return 400;
  if (!/^[\w-]{0,32}$/.test(String(topic))) return 400;
  return isSigned(authorization, audience) ? 0 : 403;
}

function isSigned(authorization: string, audience: string): boolean {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' });
  const data = Buffer.from(`${head}.${claims}`);
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const isCurrent = exp > Date.now() / 1000 && exp <= Date.now() / 1000 + 24 * 3600;
  return (
    verify('sha256', data, { key: publicKey, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url')) &&
    aud === audience &&
    isCurrent &&
    /^(?:mailto:|https:)/.test(sub)
  );
}

/** RFC 8291, section 3.4, and RFC 8188 with one record. */
function decrypt(body: Buffer, receiver: ReturnType<typeof createECDH>, auth: Buffer): unknown {
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + idLength);
  const record = body.subarray(21 + idLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync('sha256', receiver.computeSecret(sender), auth, info, 32));
  const derive = (what: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${what}\0`, length));
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(record.subarray(-16));
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  // Padding follows the delimiter of the last record.
  return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString());
}
