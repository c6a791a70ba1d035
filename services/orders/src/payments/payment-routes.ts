import { paymentOperations } from '@fasocolis/contracts/operations/payments';
import { actorOf } from '@fasocolis/service-kit/data/change-log';
import { AppError } from '@fasocolis/service-kit/http/errors';
import { handleList, parseListQuery } from '@fasocolis/service-kit/http/lists';
import { handle } from '@fasocolis/service-kit/http/operations';
import { namesOfStaff, type StaffReader } from '@fasocolis/workbook-kit/staff-names';
import { sendWorkbook } from '@fasocolis/workbook-kit/stream-workbook';
import type { FastifyPluginAsync } from 'fastify';
import { presentPayment } from './ledger-presenter.ts';
import { type PaymentService, paymentListSpec } from './payment-service.ts';
import { NO_RECEIPT, RECEIPT_HEADERS, receiptPage } from './receipt-page.ts';

interface Dependencies {
  payments: PaymentService;
  staff: StaffReader;
}

export const paymentRoutes: FastifyPluginAsync<Dependencies> = async (app, { payments, staff }) => {
  handleList(
    app,
    paymentOperations.listPayments,
    paymentListSpec,
    (list) => payments.list(list),
    (payment) => presentPayment(payment, true),
  );

  handle(app, paymentOperations.sumPayments, async (request) => ({
    amount: await payments.sum(parseListQuery(request.query, paymentListSpec)),
  }));

  handle(app, paymentOperations.exportPayments, async (request, reply) => {
    const list = parseListQuery(request.query, paymentListSpec);
    const workbook = await payments.export(list, await namesOfStaff(staff, request.id));
    return sendWorkbook(reply, 'encaissements.xlsx', workbook);
  });

  handle(app, paymentOperations.getMoneySummary, () => payments.summary());

  handle(app, paymentOperations.recordPayment, async (request) =>
    presentPayment(await payments.record(request.body, actorOf(request)), true),
  );

  handle(app, paymentOperations.cancelPayment, async (request) =>
    presentPayment(await payments.cancel(request.params.id, request.body.reason, actorOf(request)), true),
  );

  handle(app, paymentOperations.updatePayment, async (request) =>
    presentPayment(await payments.update(request.params.id, request.body, actorOf(request)), true),
  );

  handle(app, paymentOperations.getReceipt, async (request, reply) => {
    reply.headers(RECEIPT_HEADERS).type('text/html; charset=utf-8');
    try {
      return receiptPage(await payments.findByToken(request.params.token), request.query.format === '80');
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'not-found') throw error;
      return reply.code(404).send(NO_RECEIPT);
    }
  });
};
