import { paymentOperations } from '@fasocolis/contracts/operations/payments';
import { callerOf } from '@fasocolis/service-kit/auth/access';
import { actorOf } from '@fasocolis/service-kit/data/change-log';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import type { Database } from '../database.ts';
import {
  confirmPaymentReport,
  findPaymentReports,
  refusePaymentReport,
  reportPayment,
} from './payment-report-service.ts';

export const paymentReportRoutes: FastifyPluginAsync<{ database: Database }> = async (app, { database }) => {
  handle(app, paymentOperations.findPaymentReports, async (request) =>
    findPaymentReports(database, request.params.orderId, callerOf(request)),
  );

  handle(app, paymentOperations.reportPayment, async (request) =>
    reportPayment(database, request.params.orderId, request.body, callerOf(request)),
  );

  handle(app, paymentOperations.confirmPaymentReport, async (request) =>
    confirmPaymentReport(database, request.params.id, actorOf(request)),
  );

  handle(app, paymentOperations.refusePaymentReport, async (request) =>
    refusePaymentReport(database, request.params.id, request.body.reason, actorOf(request)),
  );
};
