import { pickupOperations } from '@fasocolis/contracts/operations/pickup';
import { callerOf } from '@fasocolis/service-kit/auth/access';
import { actorOf } from '@fasocolis/service-kit/data/change-log';
import { AppError } from '@fasocolis/service-kit/http/errors';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import type { Dependencies } from '../shared/dependencies.ts';
import { maySeePhotosOf, sendPhoto } from '../shared/photo.ts';
import { photoOf, proofOf } from './handover-proof.ts';
import { parcelsOfPerson } from './person-parcels.ts';
import { handOverOrder } from './pickup-service.ts';

export const pickupRoutes: FastifyPluginAsync<Dependencies> = async (app, { database, statuses, presenter }) => {
  handle(app, pickupOperations.handOverOrder, async (request) => {
    const order = await handOverOrder(database, request.params.orderId, request.body, actorOf(request));
    return presenter.presentToStaff(order);
  });

  handle(app, pickupOperations.listPersonParcels, async (request) =>
    presenter.presentAllToStaff(await parcelsOfPerson(database, request.params.orderId, await statuses.ended())),
  );

  handle(app, pickupOperations.findHandover, async (request) =>
    proofOf(database, request.params.orderId, callerOf(request)),
  );

  handle(app, pickupOperations.getHandoverPhoto, async (request, reply) =>
    sendPhoto(reply, await photoOf(database, request.params.orderId, callerOf(request))),
  );

  handle(app, pickupOperations.getReceptionPhoto, async (request, reply) => {
    const found = await database.receptionPhoto.findUnique({
      where: { id: request.params.id },
      include: { order: { select: { userId: true } } },
    });
    if (!found || !maySeePhotosOf(found.order, callerOf(request))) throw new AppError('not-found', 'Photo non trouvée');
    return sendPhoto(reply, found.photo);
  });
};
