import {
  AppSettingSchema,
  SetProductParagraphSchema,
  SetWhatsappNumberSchema,
  SetWhatsappTemplateSchema,
} from '@fasocolis/contracts/app-settings';
import { PathNameSchema } from '@fasocolis/contracts/common';
import { WhatsappNumberSchema } from '@fasocolis/contracts/content';
import { ErrorSchema } from '@fasocolis/contracts/errors';
import { SetTellTextSchema } from '@fasocolis/contracts/tell-texts';
import { actorOf } from '@fasocolis/service-kit/data/change-log';
import { revalidate, shareWithAnonymous } from '@fasocolis/service-kit/http/http-cache';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { AppSettingService } from './app-setting-service.ts';

const tags = ['app-settings'];
const written = { 200: AppSettingSchema, 400: ErrorSchema, 401: ErrorSchema, 403: ErrorSchema };

const CHANGES = [
  {
    key: 'whatsapp_number',
    operationId: 'setWhatsappNumber',
    summary: 'Changer le numéro WhatsApp',
    body: SetWhatsappNumberSchema,
  },
  {
    key: 'product_detail_paragraph',
    operationId: 'setProductParagraph',
    summary: 'Changer le paragraphe des pages de produits',
    body: SetProductParagraphSchema,
  },
  {
    key: 'tell_one_order',
    operationId: 'setTextOfOneOrder',
    summary: 'Changer le message WhatsApp pour une commande',
    body: SetTellTextSchema,
  },
  {
    key: 'tell_several_orders',
    operationId: 'setTextOfSeveralOrders',
    summary: 'Changer le message WhatsApp pour plusieurs commandes',
    body: SetTellTextSchema,
  },
  {
    key: 'whatsapp_template',
    operationId: 'setWhatsappTemplate',
    summary: 'Changer le modèle de message WhatsApp',
    body: SetWhatsappTemplateSchema,
  },
] as const;

export const appSettingRoutes: FastifyPluginAsyncZod<{ settings: AppSettingService }> = async (app, { settings }) => {
  app.get(
    '/api/app-settings/:key',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'getAppSetting',
        summary: 'Un paramètre du site',
        tags,
        params: z.object({ key: PathNameSchema }),
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

  for (const { key, operationId, summary, body } of CHANGES) {
    app.post(
      `/api/app-settings/${key}`,
      { config: { access: 'admin' }, schema: { operationId, summary, tags, body, response: written } },
      async (request) => settings.set(key, request.body, actorOf(request)),
    );
  }
};
