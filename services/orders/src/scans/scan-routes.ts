import { pickupOperations } from '@fasocolis/contracts/operations/pickup';
import type { PieceStep } from '@fasocolis/contracts/pieces';
import type { ScanOutcome } from '@fasocolis/contracts/scans';
import { callerOf } from '@fasocolis/service-kit/auth/access';
import { actorOf } from '@fasocolis/service-kit/data/change-log';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import { applyScans, type ScanDependencies } from './scan-service.ts';
import { announcedNumbers } from './scanned.ts';

export const scanRoutes: FastifyPluginAsync<ScanDependencies> = async (app, dependencies) => {
  const { database, presenter } = dependencies;
  handle(app, pickupOperations.listAnnouncedNumbers, () => announcedNumbers(database));

  handle(app, pickupOperations.listPieceSteps, async ({ params: { orderId } }) => {
    const rows = await database.pieceStep.findMany({
      where: { orderId },
      orderBy: [{ piece: 'asc' }, { occurredAt: 'asc' }],
    });
    return rows.map(({ piece, step, occurredAt, userId, weightGrams }) => ({
      ...{ piece, step: step as PieceStep, at: occurredAt.toISOString(), byUserId: userId, weightGrams },
    }));
  });

  handle(app, pickupOperations.sendScans, async (request): Promise<ScanOutcome[]> => {
    const { userId } = callerOf(request);
    const actor = { ...actorOf(request), userId };
    const applied = await presenter.presentResults(await applyScans(dependencies, request.body, actor));
    return applied.map(({ id, outcome, message, order }) => ({
      id,
      outcome: outcome as ScanOutcome['outcome'],
      ...(message !== null && { message }),
      ...(order && { orderId: order.id, order }),
    }));
  });
};
