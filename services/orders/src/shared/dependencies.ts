import type { ServiceClient } from '@fasocolis/service-kit/http/service-client';
import type { StaffReader } from '@fasocolis/workbook-kit/staff-names';
import type { Database } from '../database.ts';
import type { KnownStatuses } from './known-statuses.ts';
import type { OrderPresenter } from './order-presenter.ts';
import type { SilenceDays } from './silence.ts';
import type { TransitTimes } from './transit-times.ts';

/** What the routes and rules of orders share: the database, other services, and what is kept in memory. */
export interface Dependencies {
  database: Database;
  auth: ServiceClient;
  statuses: KnownStatuses;
  transitTimes: TransitTimes;
  silenceDays: SilenceDays;
  presenter: OrderPresenter;
  staff: StaffReader;
}
