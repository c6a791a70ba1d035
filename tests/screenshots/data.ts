import type { Consignment } from '@fasocolis/contracts/consignments';
import type { StaticPage } from '@fasocolis/contracts/content';
import { DEMO_CUSTOMERS } from '@fasocolis/contracts/demo';
import type { Milestone, MilestoneDefinition } from '@fasocolis/contracts/milestones';
import type { Order } from '@fasocolis/contracts/orders';
import { generateReference } from '@fasocolis/contracts/reading/reference';
import type { TwoFactorSetup } from '@fasocolis/contracts/two-factor';
import type { APIRequestContext, APIResponse } from '@playwright/test';
import { codeAt } from '../../services/auth/test/authenticator-app.ts';
import type { TemporaryStack } from '../stack/temporary-stack.ts';

const DAY_MS = 24 * 3600 * 1000;
const [CUSTOMER] = DEMO_CUSTOMERS;

/** The parcels that travel together; the first is the demo customer's. */
const TRAVELLERS = [
  { recipientName: 'Awa Ouédraogo', pieces: 2, weightGrams: 6400, userId: CUSTOMER.id },
  { recipientName: 'Mariam Sawadogo', pieces: 1, weightGrams: 1850 },
  { recipientName: 'Boukaré Zongo', pieces: 3, weightGrams: 14_200 },
  { recipientName: 'Fatimata Traoré', pieces: 1, weightGrams: 900 },
  { recipientName: 'Salif Compaoré', pieces: 4, weightGrams: 22_500 },
  { recipientName: 'Aïcha Nikiéma', pieces: 1, weightGrams: 3100 },
];

/** What arrives at the warehouse while the scanner is photographed. */
const ARRIVALS = [
  { recipientName: 'Adama Ilboudo', pieces: 1, weightGrams: 2300 },
  { recipientName: 'Rasmata Kaboré', pieces: 1, weightGrams: 5600 },
  { recipientName: 'Issouf Kaboré', pieces: 1, weightGrams: 1200 },
  { recipientName: 'Mariam Sawadogo', pieces: 1, weightGrams: 750 },
];

/** What the consignment has passed: label and days ago. */
const PASSED = [
  ["Reçu à l'entrepôt", 8],
  ['Parti de Chine', 4],
  ['En transit', 2],
] as const;

export interface PictureData {
  /** A parcel on its way, of the demo customer. */
  parcel: Order;
  consignment: Consignment;
  /** Parcels to scan. */
  arrivals: Order[];
}

/** Adds to the demo data what a business has after some weeks of use. */
export async function createData(stack: TemporaryStack, admin: APIRequestContext): Promise<PictureData> {
  await finishFirstSteps(admin);
  await defineStatus(admin);
  const travellers = await createOrders(admin, TRAVELLERS, 51);
  await ageOrders(stack, travellers, 10);
  const consignment = await createConsignment(admin, travellers);
  for (const [label, daysAgo] of PASSED) await passMilestone(admin, consignment, label, daysAgo);
  const [parcel] = travellers as [Order];
  await read(
    admin.post('/api/orders/tell', {
      data: { orderIds: [parcel.id], text: 'L’avion repart ce soir pour Ouagadougou.' },
    }),
  );
  await ageMessages(stack);
  return { parcel, consignment, arrivals: await createOrders(admin, ARRIVALS, 61) };
}

/** @throws Error when the request was refused */
async function read<T>(sent: Promise<APIResponse>): Promise<T> {
  const response = await sent;
  if (!response.ok()) throw new Error(`${response.url()}: ${response.status()} ${await response.text()}`);
  return response.json();
}

/** Without them the dashboard begins with what is left to do. */
async function finishFirstSteps(admin: APIRequestContext): Promise<void> {
  await read(admin.post('/api/app-settings/whatsapp_number', { data: { value: '+22670123400' } }));
  const { title, content } = await read<StaticPage>(admin.get('/api/static-pages/about'));
  const edited = `${content}<p>Nos bureaux vous accueillent à Ouagadougou et à Guangzhou.</p>`;
  await read(admin.patch('/api/static-pages/about', { data: { title, content: edited } }));
  const { secret } = await read<TwoFactorSetup>(admin.post('/api/user/two-factor/setup', { data: {} }));
  await read(admin.post('/api/user/two-factor/confirm', { data: { code: codeAt(secret) } }));
}

/** A demo parcel has a status without a definition. */
async function defineStatus(admin: APIRequestContext): Promise<void> {
  const { id, latestUpdate } = await read<Order>(admin.get('/api/orders/DEMO0006'));
  await read(admin.patch(`/api/orders/${id}`, { data: { status: 'CUSTOMS', latestUpdate, notifyCustomer: false } }));
}

async function createOrders(admin: APIRequestContext, recipients: object[], firstNumber: number): Promise<Order[]> {
  const orders: Order[] = [];
  for (const [index, recipient] of recipients.entries()) {
    const recipientPhone = `+226 70 12 34 ${firstNumber + index}`;
    const data = { reference: generateReference(), mode: 'AIR', recipientPhone, recipientConsent: true, ...recipient };
    orders.push(await read<Order>(admin.post('/api/orders', { data })));
  }
  return orders;
}

/** Moves the confirmation of orders into the past, which no request can. */
async function ageOrders(stack: TemporaryStack, orders: Order[], days: number): Promise<void> {
  const database = await stack.connect(stack.databases.orders);
  const values = [orders.map(({ id }) => id), `${days} days`];
  await database.query(
    'UPDATE order_events SET occurred_at = occurred_at - $2::interval WHERE order_id = ANY($1)',
    values,
  );
  await database.query(
    `UPDATE orders SET created_at = created_at - $2::interval, last_event_at = last_event_at - $2::interval,
     furthest_step_at = furthest_step_at - $2::interval WHERE id = ANY($1)`,
    values,
  );
}

/** Moves the customer's messages of milestones to when they would have been sent. */
async function ageMessages(stack: TemporaryStack): Promise<void> {
  const database = await stack.connect(stack.databases.notify);
  for (const [label, daysAgo] of PASSED) {
    await database.query(
      "UPDATE notifications SET sent_at = now() - $3::interval WHERE target_user_id = $1 AND title LIKE $2 || '%'",
      [CUSTOMER.id, label, `${daysAgo} days`],
    );
  }
}

async function createConsignment(admin: APIRequestContext, orders: Order[]): Promise<Consignment> {
  const day = (offset: number) => new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10);
  const facts = { mode: 'AIR', departureCity: 'Guangzhou', carrierNumber: '071-48213906' };
  const data = { ...facts, departureDate: day(-4), expectedArrival: day(3) };
  const consignment = await read<Consignment>(admin.post('/api/consignments', { data }));
  const lines = orders.map(({ id }, index) => ({ line: index + 1, orderId: id }));
  await read(admin.post(`/api/consignments/${consignment.id}/orders`, { data: { lines, dryRun: false } }));
  return consignment;
}

/** Records a milestone and waits until all orders have it. */
async function passMilestone(admin: APIRequestContext, { id, mode }: Consignment, label: string, daysAgo: number) {
  const definitions = await read<MilestoneDefinition[]>(admin.get('/api/milestone-definitions'));
  const definition = definitions.find((each) => each.mode === mode && each.label === label);
  const occurredAt = new Date(Date.now() - daysAgo * DAY_MS).toISOString();
  const data = { definitionId: definition?.id, place: definition?.defaultPlace ?? 'Addis-Abeba', occurredAt };
  await read(admin.post(`/api/consignments/${id}/milestones`, { data }));
  const params = { filter: JSON.stringify({ consignmentId: id }) };
  for (;;) {
    const milestones = await read<Milestone[]>(admin.get('/api/milestones', { params }));
    if (milestones.length > 0 && milestones.every(({ state }) => state === 'done')) return;
    await new Promise((wait) => setTimeout(wait, 500));
  }
}
