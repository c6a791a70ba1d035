import type { AlertKind } from '@fasocolis/contracts/alert-words';
import { notificationOperations } from '@fasocolis/contracts/operations/notifications';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import type { Database } from '../database.ts';
import { CHECK_TIME } from './measurements.ts';

export const alertRoutes: FastifyPluginAsync<{ database: Database }> = async (app, { database }) => {
  handle(app, notificationOperations.listAlerts, async () => {
    const [checked, alerts] = await Promise.all([
      database.watchTime.findUnique({ where: { name: CHECK_TIME } }),
      database.alert.findMany({ where: { endedAt: null }, orderBy: { id: 'desc' } }),
    ]);
    return {
      checkedAt: checked?.at.toISOString() ?? null,
      alerts: alerts.map(({ id, kind, detail, beganAt }) => ({
        id,
        kind: kind as AlertKind,
        detail,
        beganAt: beganAt.toISOString(),
      })),
    };
  });
};
