import {
  AppSettingSchema,
  SetProductParagraphSchema,
  SetWhatsappNumberSchema,
  WhatsappNumberSchema,
} from '@fasocolis/contracts/content';
import { ErrorSchema } from '@fasocolis/contracts/errors';
import { actorOf } from '@fasocolis/service-kit/data/change-log';
import { revalidate, shareWithAnonymous } from '@fasocolis/service-kit/http/http-cache';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { AppSettingService } from './app-setting-service.ts';

const tags = ['app-settings'];
const written = { 200: AppSettingSchema, 400: ErrorSchema, 401: ErrorSchema, 403: ErrorSchema };

export const appSettingRoutes: FastifyPluginAsyncZod<{ settings: AppSettingService }> = async (app, { settings }) => {
  app.get(
    '/api/app-settings/:key',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'getAppSetting',
        summary: 'Un paramètre du site',
        tags,
        params: z.object({ key: z.string() }),
        response: { 200: AppSettingSchema, 404: ErrorSchema },
      },
      onSend: revalidate,
    },
    async (request, reply) => {
      const setting = await settings.find(request.params.key);
      shareWithAnonymous(request, reply);
      return setting;
    },
  );

  app.get(
    '/api/whatsapp-number',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'getWhatsappNumber',
        summary: 'Le numéro WhatsApp du service client',
        tags,
        response: { 200: WhatsappNumberSchema, 404: ErrorSchema },
      },
      onSend: revalidate,
    },
    async (request, reply) => {
      const { value } = await settings.find('whatsapp_number');
      shareWithAnonymous(request, reply);
      return { whatsappNumber: value };
    },
  );

  app.post(
    '/api/app-settings/whatsapp_number',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'setWhatsappNumber',
        summary: 'Changer le numéro WhatsApp',
        tags,
        body: SetWhatsappNumberSchema,
        response: written,
      },
    },
    async (request) => settings.set('whatsapp_number', request.body, actorOf(request)),
  );

  app.post(
    '/api/app-settings/product_detail_paragraph',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'setProductParagraph',
        summary: 'Changer le paragraphe des pages de produits',
        tags,
        body: SetProductParagraphSchema,
        response: written,
      },
    },
    async (request) => settings.set('product_detail_paragraph', request.body, actorOf(request)),
  );
};
