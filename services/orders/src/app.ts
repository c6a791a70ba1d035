import { orderOperations } from '@fasocolis/contracts/operations/orders';
import { registerChangeLog } from '@fasocolis/service-kit/data/change-log';
import { registerPersonalData } from '@fasocolis/service-kit/http/personal-data';
import { type AppOptions, createService } from '@fasocolis/service-kit/http/service';
import { registerChangeExport } from '@fasocolis/workbook-kit/change-workbook';
import { staffFrom } from '@fasocolis/workbook-kit/staff-names';
import { announcementRoutes } from './announcements/announcement-routes.ts';
import { claimRoutes } from './claims/claim-routes.ts';
import { ClaimService } from './claims/claim-service.ts';
import { consignmentRoutes } from './consignments/consignment-routes.ts';
import { countRoutes } from './consignments/count-routes.ts';
import { addMembers } from './consignments/members.ts';
import { milestoneDefinitionRoutes } from './milestone-definitions/milestone-definition-routes.ts';
import { milestoneRoutes } from './milestones/milestone-routes.ts';
import type { MilestoneDependencies } from './milestones/milestone-service.ts';
import { orderStatusRoutes } from './order-statuses/order-status-routes.ts';
import { orderRoutes } from './orders/order-routes.ts';
import { orderWriteRoutes } from './orders/order-write-routes.ts';
import { ledgerRoutes } from './payments/ledger-routes.ts';
import { paymentReportRoutes } from './payments/payment-report-routes.ts';
import { paymentRoutes } from './payments/payment-routes.ts';
import { paymentSettingRoutes } from './payments/payment-settings.ts';
import { tariffRoutes } from './payments/tariff-routes.ts';
import { readOrderData } from './personal-data/order-data.ts';
import { pickupRoutes } from './pickup/pickup-routes.ts';
import { handOver } from './pickup/pickup-service.ts';
import { problemRoutes } from './problems/problem-routes.ts';
import { reportRoutes } from './report/report-routes.ts';
import { savedOrderRoutes } from './saved-orders/saved-order-routes.ts';
import { scanActions } from './scans/scan-actions.ts';
import { scanRoutes } from './scans/scan-routes.ts';
import type { Dependencies } from './shared/dependencies.ts';
import { OrderPresenter } from './shared/order-presenter.ts';

interface AppDependencies extends Omit<Dependencies, 'presenter' | 'staff'> {
  onCounted: (consignmentIds: number[]) => void;
  milestones: Pick<MilestoneDependencies, 'undoMs' | 'schedule'>;
}

export async function buildApp(
  { database, statuses, auth, transitTimes, silenceDays, onCounted, milestones }: AppDependencies,
  options: AppOptions,
) {
  const app = await createService({
    ...options,
    name: 'orders',
    readiness: { database: () => database.$queryRaw`SELECT 1` },
  });
  const staff = staffFrom(auth);
  const presenter = new OrderPresenter({ database, statuses, transitTimes, silenceDays });
  const shared: Dependencies = { database, statuses, auth, transitTimes, silenceDays, presenter, staff };
  await app.register(orderRoutes, shared);
  await app.register(orderWriteRoutes, {
    ...shared,
    addMembers: (transaction, id, lines, actor) => addMembers(transaction, id, { lines, dryRun: false }, actor),
  });
  await app.register(announcementRoutes, shared);
  await app.register(savedOrderRoutes, shared);
  await app.register(orderStatusRoutes, shared);
  await app.register(consignmentRoutes, shared);
  await app.register(countRoutes, shared);
  await app.register(milestoneDefinitionRoutes, shared);
  await app.register(milestoneRoutes, { ...shared, ...milestones });
  await app.register(pickupRoutes, shared);
  await app.register(problemRoutes, shared);
  await app.register(tariffRoutes, shared);
  await app.register(ledgerRoutes, shared);
  await app.register(paymentRoutes, shared);
  await app.register(paymentReportRoutes, shared);
  await app.register(paymentSettingRoutes, shared);
  await app.register(reportRoutes, shared);
  await app.register(scanRoutes, { ...shared, onCounted, actions: scanActions({ addMembers, handOver, statuses }) });
  await app.register(claimRoutes, { claims: new ClaimService({ database, statuses }) });
  registerChangeLog(app, orderOperations.listOrderChanges, database, ['cost']);
  registerChangeExport(app, orderOperations.exportOrderChanges, { ...shared, statusNames: () => statuses.labels() });
  registerPersonalData(app, (subject) => readOrderData(shared, subject));
  return app;
}
