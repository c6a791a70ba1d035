import type { ServiceName } from '../services.ts';
import { accountOperations } from './accounts.ts';
import { announcementOperations } from './announcements.ts';
import { catalogOperations } from './catalog.ts';
import { claimOperations } from './claims.ts';
import { personalDataOperations } from './common.ts';
import { consignmentOperations } from './consignments.ts';
import { contentOperations } from './content.ts';
import { definitionOperations } from './definitions.ts';
import { notificationOperations } from './notifications.ts';
import type { Operation } from './operation.ts';
import { orderWriteOperations } from './order-writes.ts';
import { orderOperations } from './orders.ts';
import { paymentOperations } from './payments.ts';
import { pickupOperations } from './pickup.ts';
import { problemOperations } from './problems.ts';
import { reportOperations } from './report.ts';
import { savedOrderOperations } from './saved-orders.ts';
import { signInOperations } from './sign-in.ts';
import { signInLinkOperations } from './sign-in-links.ts';
import { socialSignInOperations } from './social-sign-in.ts';
import { teamOperations } from './team.ts';
import { twoFactorOperations } from './two-factor.ts';
import { whatsappOperations } from './whatsapp.ts';

const auth = {
  ...signInOperations,
  ...socialSignInOperations,
  ...twoFactorOperations,
  ...signInLinkOperations,
  ...accountOperations,
  ...teamOperations,
};
const orders = {
  ...orderOperations,
  ...orderWriteOperations,
  ...savedOrderOperations,
  ...announcementOperations,
  ...consignmentOperations,
  ...definitionOperations,
  ...pickupOperations,
  ...paymentOperations,
  ...problemOperations,
  ...reportOperations,
  ...claimOperations,
};
const notify = { ...notificationOperations, ...whatsappOperations };

export const OPERATIONS = {
  auth,
  orders: { ...orders, ...personalDataOperations },
  notify: { ...notify, ...personalDataOperations },
  catalog: catalogOperations,
  content: { ...contentOperations, ...personalDataOperations },
} satisfies Record<ServiceName, Record<string, Operation>>;

export type ApiOperations = typeof auth &
  typeof orders &
  typeof notify &
  typeof catalogOperations &
  typeof contentOperations;
