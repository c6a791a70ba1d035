import { notificationOperations } from '@fasocolis/contracts/operations/notifications';
import { registerImages } from '@fasocolis/image-kit/image-routes';
import { callerOf } from '@fasocolis/service-kit/auth/access';
import { actorOf } from '@fasocolis/service-kit/data/change-log';
import { AppError } from '@fasocolis/service-kit/http/errors';
import { defineList, handleList } from '@fasocolis/service-kit/http/lists';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import type { PopupDependencies } from './popup-images.ts';
import { type PopupRow, presentPopup } from './popup-presenter.ts';
import {
  createPopup,
  listPopups,
  listUnseenPopups,
  markPopupSeen,
  popupListSpec,
  removePopup,
  updatePopup,
} from './popup-service.ts';

const unseenListSpec = defineList({ resource: popupListSpec.resource, sortable: ['id'], filters: {} });

export const popupRoutes: FastifyPluginAsync<PopupDependencies> = async (app, dependencies) => {
  const { database, urls } = dependencies;
  const present = (row: PopupRow) => presentPopup(row, urls);
  registerImages(app, notificationOperations.getPopupImage, async (hash, width) => {
    const variant = await database.imageVariant.findUnique({ where: { hash_width: { hash, width } } });
    return variant?.bytes ?? null;
  });

  handleList(
    app,
    notificationOperations.listUnseenPopups,
    unseenListSpec,
    (list, { params }) => listUnseenPopups(database, params.userId, list),
    present,
  );

  handle(app, notificationOperations.markPopupSeen, async (request) => {
    const caller = callerOf(request);
    const { userId = caller.userId } = request.body;
    if (userId !== caller.userId && !caller.isAdmin) throw new AppError('forbidden');
    await markPopupSeen(database, request.params.popupId, userId);
    return { message: 'Notification popup marquée comme vue' };
  });

  handleList(app, notificationOperations.listPopups, popupListSpec, (list) => listPopups(database, list), present);

  handle(app, notificationOperations.createPopup, async (request) =>
    present(await createPopup(dependencies, request.body, actorOf(request))),
  );

  handle(app, notificationOperations.updatePopup, async (request) =>
    present(await updatePopup(dependencies, request.params.id, request.body, actorOf(request))),
  );

  handle(app, notificationOperations.deletePopup, async (request) => {
    await removePopup(database, request.params.id, actorOf(request));
    return { message: 'Notification popup supprimée' };
  });
};
