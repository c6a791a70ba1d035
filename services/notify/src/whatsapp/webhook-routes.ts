import { createHash, timingSafeEqual } from 'node:crypto';
import { whatsappOperations } from '@fasocolis/contracts/operations/whatsapp';
import { WHATSAPP_QUEUE } from '@fasocolis/contracts/queues';
import { openQueue } from '@fasocolis/service-kit/events/outbox';
import { AppError } from '@fasocolis/service-kit/http/errors';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import type { WebhookSettings } from '../config.ts';
import { parseJson } from './graph-client.ts';
import { isSigned } from './webhook-payload.ts';

interface Options {
  /** Null without the Cloud API. */
  settings: WebhookSettings | null;
  redisUrl: string;
}

export const whatsappRoutes: FastifyPluginAsync<Options> = async (app, { settings, redisUrl }) => {
  handle(app, whatsappOperations.getWhatsappState, async () => ({ isEnabled: settings !== null }));
  if (settings) await app.register(webhookRoutes, { settings, redisUrl });
};

/** For WhatsApp alone, so not in the documentation of the API. In a scope of their own: signatures are of the raw body. */
const webhookRoutes: FastifyPluginAsync<{ settings: WebhookSettings; redisUrl: string }> = async (
  app,
  { settings, redisUrl },
) => {
  const queue = openQueue(WHATSAPP_QUEUE, redisUrl);
  app.addHook('onClose', () => queue.close());
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  handle(app, whatsappOperations.verifyWhatsappWebhook, async ({ query }, reply) => {
    if (!isSame(query['hub.verify_token'], settings.verifyToken)) throw new AppError('forbidden');
    return reply.type('text/plain').send(query['hub.challenge'] as never);
  });

  handle(app, whatsappOperations.receiveWhatsappWebhook, async ({ body, headers, id }, reply) => {
    const raw = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    if (!isSigned(raw, headers['x-hub-signature-256'], settings.appSecret)) throw new AppError('forbidden');
    const payload = parseJson(raw.toString());
    if (payload === undefined) throw new AppError('bad-request');
    // A job handles it, so that WhatsApp has its response in time; without one it sends the same again.
    const jobId = createHash('sha256').update(raw).digest('hex');
    await queue
      .add('webhook', { payload, requestId: id }, { jobId, removeOnComplete: true })
      .catch((cause: unknown) => {
        throw new AppError('unavailable', undefined, { cause });
      });
    return reply.code(200).send();
  });
};

/** In constant time: of hashes, which have one length. */
function isSame(a: string, b: string): boolean {
  const [hashOfA, hashOfB] = [a, b].map((text) => createHash('sha256').update(text).digest());
  return hashOfA !== undefined && hashOfB !== undefined && timingSafeEqual(hashOfA, hashOfB);
}
