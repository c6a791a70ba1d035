import { pickupOperations } from '@fasocolis/contracts/operations/pickup';
import { callerOf } from '@fasocolis/service-kit/auth/access';
import { AppError } from '@fasocolis/service-kit/http/errors';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import type { Database } from '../database.ts';
import { maySeePhotosOf, sendPhoto } from '../shared/photo.ts';

export const receptionPhotoRoutes: FastifyPluginAsync<{ database: Database }> = async (app, { database }) => {
  handle(app, pickupOperations.getReceptionPhoto, async (request, reply) => {
    const viewer = callerOf(request);
    const found = await database.receptionPhoto.findUnique({
      where: { id: request.params.id },
      include: { order: { select: { userId: true } } },
    });
    if (!found || !maySeePhotosOf(found.order, viewer)) throw new AppError('not-found', 'Photo non trouvée');
    return sendPhoto(reply, found.photo);
  });
};
