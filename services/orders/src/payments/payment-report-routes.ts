import { paymentOperations } from '@fasocolis/contracts/operations/payments';
import { callerOf } from '@fasocolis/service-kit/auth/access';
import { actorOf } from '@fasocolis/service-kit/data/change-log';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import type { PaymentReportService } from './payment-report-service.ts';

export const paymentReportRoutes: FastifyPluginAsync<{ reports: PaymentReportService }> = async (app, { reports }) => {
  handle(app, paymentOperations.findPaymentReports, async (request) =>
    reports.find(request.params.orderId, callerOf(request)),
  );

  handle(app, paymentOperations.reportPayment, async (request) =>
    reports.report(request.params.orderId, request.body, callerOf(request)),
  );

  handle(app, paymentOperations.confirmPaymentReport, async (request) =>
    reports.confirm(request.params.id, actorOf(request)),
  );

  handle(app, paymentOperations.refusePaymentReport, async (request) =>
    reports.refuse(request.params.id, request.body.reason, actorOf(request)),
  );
};
