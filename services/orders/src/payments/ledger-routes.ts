import { paymentOperations } from '@fasocolis/contracts/operations/payments';
import { callerOf } from '@fasocolis/service-kit/auth/access';
import { actorOf } from '@fasocolis/service-kit/data/change-log';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import type { LedgerService } from './ledger-service.ts';

export const ledgerRoutes: FastifyPluginAsync<{ ledgers: LedgerService }> = async (app, { ledgers }) => {
  handle(app, paymentOperations.findLedger, async (request) => ledgers.find(request.params.orderId, callerOf(request)));

  handle(app, paymentOperations.addCharge, async (request) =>
    ledgers.addCharge(request.params.orderId, request.body, actorOf(request), callerOf(request)),
  );

  handle(app, paymentOperations.chargeFreight, async (request) =>
    ledgers.chargeFreight(request.params.orderId, request.body.tariffId, actorOf(request), callerOf(request)),
  );

  handle(app, paymentOperations.waiveStorage, async (request) =>
    ledgers.waiveStorage(request.params.orderId, request.body.reason, actorOf(request), callerOf(request)),
  );

  handle(app, paymentOperations.cancelCharge, async (request) =>
    ledgers.cancelCharge(request.params.id, request.body.reason, actorOf(request), callerOf(request)),
  );
};
