import { createHash, timingSafeEqual } from 'node:crypto';
import { boundedText } from '@fasocolis/contracts/common';
import { ErrorSchema } from '@fasocolis/contracts/errors';
import { WHATSAPP_QUEUE } from '@fasocolis/contracts/queues';
import { WhatsappStateSchema } from '@fasocolis/contracts/whatsapp-state';
import { openQueue } from '@fasocolis/service-kit/events/outbox';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { WebhookSettings } from '../config.ts';
import { isSigned } from './webhook-payload.ts';

interface Options {
  /** Null without the Cloud API. */
  settings: WebhookSettings | null;
  redisUrl: string;
}

export const whatsappRoutes: FastifyPluginAsyncZod<Options> = async (app, { settings, redisUrl }) => {
  app.get(
    '/api/whatsapp',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'getWhatsappState',
        summary: "Si l'installation est reliée à WhatsApp",
        tags: ['whatsapp'],
        response: { 200: WhatsappStateSchema },
      },
    },
    async () => ({ isEnabled: settings !== null }),
  );
  if (settings) await app.register(webhookRoutes, { settings, redisUrl });
};

const VerificationSchema = z.object({
  'hub.mode': z.literal('subscribe'),
  'hub.verify_token': boundedText(200),
  'hub.challenge': boundedText(200),
});

/** For WhatsApp alone, so not in the documentation of the API. In a scope of their own: signatures are of the raw body. */
const webhookRoutes: FastifyPluginAsyncZod<{ settings: WebhookSettings; redisUrl: string }> = async (
  app,
  { settings, redisUrl },
) => {
  const queue = openQueue(WHATSAPP_QUEUE, redisUrl);
  app.addHook('onClose', () => queue.close());
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  const config = { access: 'public' } as const;

  app.get(
    '/api/whatsapp/webhook',
    {
      config,
      schema: { hide: true, querystring: VerificationSchema, response: { 400: ErrorSchema, 403: ErrorSchema } },
    },
    async ({ query }, reply) => {
      if (!isSame(query['hub.verify_token'], settings.verifyToken)) throw new AppError('forbidden');
      return reply.type('text/plain').send(query['hub.challenge'] as never);
    },
  );

  app.post('/api/whatsapp/webhook', { config, schema: { hide: true } }, async ({ body, headers, id }, reply) => {
    const raw = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    if (!isSigned(raw, headers['x-hub-signature-256'], settings.appSecret)) throw new AppError('forbidden');
    const payload = parseJson(raw);
    if (payload === undefined) throw new AppError('bad-request');
    // Handled in the background, so that WhatsApp has its response in time; without one it sends the same again.
    const jobId = createHash('sha256').update(raw).digest('hex');
    await queue
      .add('webhook', { payload, requestId: id }, { jobId, removeOnComplete: true })
      .catch((cause: unknown) => {
        throw new AppError('unavailable', undefined, { cause });
      });
    return reply.code(200).send();
  });
};

function parseJson(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString());
  } catch {
    return undefined;
  }
}

/** In constant time: of hashes, which have one length. */
function isSame(a: string, b: string): boolean {
  const [hashOfA, hashOfB] = [a, b].map((text) => createHash('sha256').update(text).digest());
  return hashOfA !== undefined && hashOfB !== undefined && timingSafeEqual(hashOfA, hashOfB);
}
