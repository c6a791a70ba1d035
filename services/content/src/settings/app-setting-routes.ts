import { contentOperations } from '@fasocolis/contracts/operations/content';
import { actorOf } from '@fasocolis/service-kit/data/change-log';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import type { AppSettingService } from './app-setting-service.ts';

const CHANGES = {
  whatsapp_number: contentOperations.setWhatsappNumber,
  product_detail_paragraph: contentOperations.setProductParagraph,
  tell_one_order: contentOperations.setTextOfOneOrder,
  tell_several_orders: contentOperations.setTextOfSeveralOrders,
  whatsapp_template: contentOperations.setWhatsappTemplate,
} as const;

export const appSettingRoutes: FastifyPluginAsync<{ settings: AppSettingService }> = async (app, { settings }) => {
  handle(app, contentOperations.getAppSetting, (request) => settings.find(request.params.key));

  handle(app, contentOperations.getWhatsappNumber, async () => {
    const { value } = await settings.find('whatsapp_number');
    return { whatsappNumber: value };
  });

  for (const key of Object.keys(CHANGES) as (keyof typeof CHANGES)[]) {
    handle(app, CHANGES[key], (request) => settings.set(key, request.body, actorOf(request)));
  }
};
