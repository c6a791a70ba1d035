import { orderOperations } from '@fasocolis/contracts/operations/orders';
import { registerChangeLog } from '@fasocolis/service-kit/data/change-log';
import { registerPersonalData } from '@fasocolis/service-kit/http/personal-data';
import { type AppOptions, createService } from '@fasocolis/service-kit/http/service';
import type { ServiceClient } from '@fasocolis/service-kit/http/service-client';
import { registerChangeExport } from '@fasocolis/workbook-kit/change-workbook';
import { staffFrom } from '@fasocolis/workbook-kit/staff-names';
import { announcementRoutes } from './announcements/announcement-routes.ts';
import { claimRoutes } from './claims/claim-routes.ts';
import { ClaimService } from './claims/claim-service.ts';
import { consignmentRoutes } from './consignments/consignment-routes.ts';
import { ConsignmentService } from './consignments/consignment-service.ts';
import { countRoutes } from './consignments/count-routes.ts';
import { memberRoutes } from './consignments/member-routes.ts';
import { addMembers, Members } from './consignments/members.ts';
import type { Database } from './database.ts';
import type { Milestone } from './generated/prisma/client.ts';
import { milestoneDefinitionRoutes } from './milestone-definitions/milestone-definition-routes.ts';
import { MilestoneDefinitionService } from './milestone-definitions/milestone-definition-service.ts';
import { milestoneRoutes } from './milestones/milestone-routes.ts';
import { MilestoneService } from './milestones/milestone-service.ts';
import { orderStatusRoutes } from './order-statuses/order-status-routes.ts';
import { OrderStatusService } from './order-statuses/order-status-service.ts';
import { OrderEditor } from './orders/order-editor.ts';
import { OrderImport } from './orders/order-import.ts';
import { orderRoutes } from './orders/order-routes.ts';
import { OrderService } from './orders/order-service.ts';
import { OrderTelling } from './orders/order-telling.ts';
import { orderWriteRoutes } from './orders/order-write-routes.ts';
import { ledgerRoutes } from './payments/ledger-routes.ts';
import { LedgerService } from './payments/ledger-service.ts';
import { paymentReportRoutes } from './payments/payment-report-routes.ts';
import { PaymentReportService } from './payments/payment-report-service.ts';
import { paymentRoutes } from './payments/payment-routes.ts';
import { PaymentService } from './payments/payment-service.ts';
import { paymentSettingRoutes } from './payments/payment-settings.ts';
import { tariffRoutes } from './payments/tariff-routes.ts';
import { TariffService } from './payments/tariff-service.ts';
import { readOrderData } from './personal-data/order-data.ts';
import { pickupRoutes } from './pickup/pickup-routes.ts';
import { handOver, PickupService } from './pickup/pickup-service.ts';
import { problemRoutes } from './problems/problem-routes.ts';
import { ProblemService } from './problems/problem-service.ts';
import { receptionPhotoRoutes } from './reception-photos/reception-photo-routes.ts';
import { reportRoutes } from './report/report-routes.ts';
import { savedOrderRoutes } from './saved-orders/saved-order-routes.ts';
import { scanActions } from './scans/scan-actions.ts';
import { scanRoutes } from './scans/scan-routes.ts';
import { ScanService } from './scans/scan-service.ts';
import type { KnownStatuses } from './shared/known-statuses.ts';
import { OrderPresenter } from './shared/order-presenter.ts';
import type { SilenceDays } from './shared/silence.ts';
import type { TransitTimes } from './shared/transit-times.ts';

interface Dependencies {
  database: Database;
  statuses: KnownStatuses;
  auth: ServiceClient;
  transitTimes: TransitTimes;
  silenceDays: SilenceDays;
  onCounted: (consignmentIds: number[]) => void;
  milestones: {
    undoMs: number;
    schedule: (milestone: Milestone) => Promise<unknown>;
  };
}

export async function buildApp(
  { database, statuses, auth, transitTimes, silenceDays, onCounted, milestones }: Dependencies,
  options: AppOptions,
) {
  const app = await createService({
    ...options,
    name: 'orders',
    readiness: { database: () => database.$queryRaw`SELECT 1` },
  });
  const staff = staffFrom(auth);
  const presenter = new OrderPresenter({ database, statuses, transitTimes, silenceDays });
  const orders = new OrderService({ database, statuses, auth, silenceDays });
  await app.register(orderRoutes, { orders, presenter, transitTimes });
  await app.register(orderWriteRoutes, {
    orders,
    presenter,
    editor: new OrderEditor({ database, statuses, orders }),
    imports: new OrderImport({
      database,
      auth,
      addMembers: (transaction, id, lines, actor) => addMembers(transaction, id, { lines, dryRun: false }, actor),
    }),
    telling: new OrderTelling({ database, statuses, auth }),
  });
  await app.register(announcementRoutes, { database });
  await app.register(savedOrderRoutes, { database, presenter });
  await app.register(orderStatusRoutes, { statuses: new OrderStatusService(database) });
  await app.register(consignmentRoutes, { consignments: new ConsignmentService(database) });
  await app.register(memberRoutes, { members: new Members(database), database, presenter });
  await app.register(countRoutes, { database, statuses, presenter });
  await app.register(milestoneDefinitionRoutes, {
    definitions: new MilestoneDefinitionService({ database, statuses }),
  });
  await app.register(milestoneRoutes, {
    milestones: new MilestoneService({ database, statuses, auth, ...milestones }),
  });
  await app.register(pickupRoutes, { pickup: new PickupService(database), database, statuses, presenter });
  await app.register(problemRoutes, { problems: new ProblemService({ database, statuses }) });
  await app.register(tariffRoutes, { tariffs: new TariffService(database) });
  await app.register(ledgerRoutes, { ledgers: new LedgerService(database) });
  await app.register(paymentRoutes, { payments: new PaymentService(database), staff });
  await app.register(paymentReportRoutes, { reports: new PaymentReportService(database) });
  await app.register(paymentSettingRoutes, { database, auth });
  await app.register(reportRoutes, { database, staff });
  const actions = scanActions({ addMembers, handOver, statuses });
  await app.register(scanRoutes, {
    scans: new ScanService({ database, auth, onCounted, actions }),
    database,
    presenter,
  });
  await app.register(receptionPhotoRoutes, { database });
  await app.register(claimRoutes, { claims: new ClaimService({ database, statuses }) });
  registerChangeLog(app, orderOperations.listOrderChanges, database, ['cost']);
  registerChangeExport(app, orderOperations.exportOrderChanges, {
    ...{ database, staff },
    statusNames: () => statuses.labels(),
  });
  registerPersonalData(app, (subject) => readOrderData({ database, statuses }, subject));
  return app;
}
