import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { auditListSpec } from '../services/auth/src/audit/audit-routes.ts';
import { teamListSpec } from '../services/auth/src/team/team-service.ts';
import { userListSpec } from '../services/auth/src/users/user-service.ts';
import { productListSpec } from '../services/catalog/src/products/product-service.ts';
import { contactMessageListSpec } from '../services/content/src/messages/contact-message-service.ts';
import { staticPageListSpec } from '../services/content/src/pages/static-page-service.ts';
import { deliveryListSpec } from '../services/notify/src/deliveries/delivery-service.ts';
import { notificationListSpec } from '../services/notify/src/notifications/notification-list.ts';
import { popupListSpec } from '../services/notify/src/popups/popup-service.ts';
import { toTellListSpec } from '../services/notify/src/to-tell/to-tell-service.ts';
import { claimListSpec } from '../services/orders/src/claims/claim-service.ts';
import { consignmentListSpec } from '../services/orders/src/consignments/consignment-list.ts';
import { milestoneDefinitionListSpec } from '../services/orders/src/milestone-definitions/milestone-definition-service.ts';
import { milestoneListSpec } from '../services/orders/src/milestones/milestone-service.ts';
import { orderStatusListSpec } from '../services/orders/src/order-statuses/order-status-service.ts';
import { orderListSpec } from '../services/orders/src/orders/order-list.ts';
import { paymentListSpec } from '../services/orders/src/payments/payment-service.ts';
import { tariffListSpec } from '../services/orders/src/payments/tariff-service.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

function declarationOf(service: string, model: string): string {
  const schema = read(`services/${service}/prisma/schema.prisma`);
  return new RegExp(`^model ${model} \\{$([\\s\\S]*?)^\\}$`, 'm').exec(schema)?.[1] ?? '';
}

const nullableFields = (service: string, model: string): Set<string> =>
  new Set(Array.from(declarationOf(service, model).matchAll(/^ {2}(\w+) +\w+\?/gm), ([, field = '']) => field));

/** The fields of a model that an index begins with. */
function indexedFields(service: string, model: string): Set<string> {
  const body = declarationOf(service, model);
  const ofOne = body.matchAll(/^ {2}(\w+) .*@(?:id|unique)\b/gm);
  const ofSeveral = body.matchAll(/@@(?:index|unique|id)\(\[(\w+)[\],]/g);
  return new Set([...ofOne, ...ofSeveral].map(([, field = '']) => field));
}

/** Lists that grow with parcels and users. */
const GROWING = [
  [userListSpec, 'auth', 'User'],
  [auditListSpec, 'auth', 'AuditEvent'],
  [productListSpec, 'catalog', 'Product'],
  [deliveryListSpec, 'notify', 'Delivery'],
  [toTellListSpec, 'notify', 'PersonToTell'],
  [milestoneListSpec, 'orders', 'Milestone'],
  [claimListSpec, 'orders', 'Claim'],
  [orderListSpec, 'orders', 'Order'],
] as const;

it.each(GROWING)(
  'a list that grows with parcels and users has an index for each sort field: %o',
  (spec, service, model) => {
    const indexed = indexedFields(service, model);
    expect(spec.sortable.filter((field) => !indexed.has(field))).toEqual([]);
  },
);

it.each([
  ...GROWING,
  [teamListSpec, 'auth', 'User'],
  [consignmentListSpec, 'orders', 'Consignment'],
  [paymentListSpec, 'orders', 'Payment'],
  [tariffListSpec, 'orders', 'Tariff'],
  [milestoneDefinitionListSpec, 'orders', 'MilestoneDefinition'],
  [orderStatusListSpec, 'orders', 'OrderStatusDefinition'],
  [notificationListSpec, 'notify', 'Notification'],
  [popupListSpec, 'notify', 'Popup'],
  [contactMessageListSpec, 'content', 'ContactMessage'],
  [staticPageListSpec, 'content', 'StaticPage'],
] as const)('a list names the sort fields that rows may lack: %o', (spec, service, model) => {
  const nullable = nullableFields(service, model);
  expect(spec.sortable.filter((field) => nullable.has(field)).toSorted()).toEqual(spec.optional?.toSorted() ?? []);
});

/** A pattern of Prisma or SQL with a value that is not escaped on the same line. */
const UNESCAPED = /(?:(?:contains|startsWith|endsWith)(?::| =) |LIKE \$\{)(?!.*escapeLike\()(?!string)/;

/** Patterns whose values come from the program, not from a request. */
const OWN_VALUES = ["startsWith: 'DEMO1'", 'startsWith: sealed.currentPrefix', 'WHERE code LIKE'];

it('"%" and "_" in a search are plain text, because every pattern escapes them', () => {
  const files = globSync('{services,packages}/*/src/**/*.ts', {
    cwd: ROOT,
    exclude: (path) => path.includes('generated'),
  });
  const lines = files.flatMap((file) => read(file).split('\n'));
  const patterns = lines.filter((line) => /escapeLike\(|contains:|LIKE/.test(line));
  expect(patterns.length).toBeGreaterThan(8);
  const unescaped = lines.filter((line) => UNESCAPED.test(line) && !OWN_VALUES.some((value) => line.includes(value)));
  expect(unescaped).toEqual([]);
});
