import { paymentOperations } from '@fasocolis/contracts/operations/payments';
import { actorOf } from '@fasocolis/service-kit/data/change-log';
import { AppError } from '@fasocolis/service-kit/http/errors';
import { handleList, parseListQuery } from '@fasocolis/service-kit/http/lists';
import { handle } from '@fasocolis/service-kit/http/operations';
import { namesOfStaff } from '@fasocolis/workbook-kit/staff-names';
import { sendWorkbook } from '@fasocolis/workbook-kit/stream-workbook';
import type { FastifyPluginAsync } from 'fastify';
import type { Dependencies } from '../shared/dependencies.ts';
import { presentPayment } from './ledger-presenter.ts';
import {
  cancelRecordedPayment,
  exportListedPayments,
  findPaymentByToken,
  listPayments,
  paymentListSpec,
  readMoneySummary,
  recordPayment,
  sumPayments,
  updatePayment,
} from './payment-service.ts';
import { NO_RECEIPT, RECEIPT_HEADERS, receiptPage } from './receipt-page.ts';

export const paymentRoutes: FastifyPluginAsync<Dependencies> = async (app, { database, staff }) => {
  handleList(
    app,
    paymentOperations.listPayments,
    paymentListSpec,
    (list) => listPayments(database, list),
    (payment) => presentPayment(payment, true),
  );

  handle(app, paymentOperations.sumPayments, async (request) => ({
    amount: await sumPayments(database, parseListQuery(request.query, paymentListSpec)),
  }));

  handle(app, paymentOperations.exportPayments, async (request, reply) => {
    const list = parseListQuery(request.query, paymentListSpec);
    const workbook = await exportListedPayments(database, list, await namesOfStaff(staff, request.id));
    return sendWorkbook(reply, 'encaissements.xlsx', workbook);
  });

  handle(app, paymentOperations.getMoneySummary, () => readMoneySummary(database));

  handle(app, paymentOperations.recordPayment, async (request) =>
    presentPayment(await recordPayment(database, request.body, actorOf(request)), true),
  );

  handle(app, paymentOperations.cancelPayment, async (request) =>
    presentPayment(
      await cancelRecordedPayment(database, request.params.id, request.body.reason, actorOf(request)),
      true,
    ),
  );

  handle(app, paymentOperations.updatePayment, async (request) =>
    presentPayment(await updatePayment(database, request.params.id, request.body, actorOf(request)), true),
  );

  handle(app, paymentOperations.getReceipt, async (request, reply) => {
    reply.headers(RECEIPT_HEADERS).type('text/html; charset=utf-8');
    try {
      return receiptPage(await findPaymentByToken(database, request.params.token), request.query.format === '80');
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'not-found') throw error;
      return reply.code(404).send(NO_RECEIPT);
    }
  });
};
