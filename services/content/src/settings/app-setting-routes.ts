import { contentOperations } from '@fasocolis/contracts/operations/content';
import { actorOf } from '@fasocolis/service-kit/data/change-log';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import type { Database } from '../database.ts';
import { CHINA_ADDRESSES, findList, findSetting, PICKUP_POINTS, setList, setSetting } from './app-setting-service.ts';

const CHANGES = {
  whatsapp_number: contentOperations.setWhatsappNumber,
  product_detail_paragraph: contentOperations.setProductParagraph,
  tell_text: contentOperations.setTellText,
  whatsapp_template: contentOperations.setWhatsappTemplate,
  client_code_prefix: contentOperations.setClientCodePrefix,
} as const;

export const appSettingRoutes: FastifyPluginAsync<{ database: Database }> = async (app, { database }) => {
  handle(app, contentOperations.getAppSetting, (request) => findSetting(database, request.params.key));

  handle(app, contentOperations.getWhatsappNumber, async () => {
    const { value } = await findSetting(database, 'whatsapp_number');
    return { whatsappNumber: value };
  });

  handle(app, contentOperations.getPickupPoints, () => findList(database, PICKUP_POINTS));
  handle(app, contentOperations.setPickupPoints, (request) =>
    setList(database, PICKUP_POINTS, request.body.value, actorOf(request)),
  );

  handle(app, contentOperations.getChinaAddresses, () => findList(database, CHINA_ADDRESSES));
  handle(app, contentOperations.setChinaAddresses, (request) =>
    setList(database, CHINA_ADDRESSES, request.body.value, actorOf(request)),
  );

  for (const key of Object.keys(CHANGES) as (keyof typeof CHANGES)[]) {
    handle(app, CHANGES[key], (request) => setSetting(database, key, request.body, actorOf(request)));
  }
};
