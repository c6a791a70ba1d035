import type { Consignment } from '@fasocolis/contracts/consignments';
import type { StaffOrder } from '@fasocolis/contracts/orders';
import { asAdmin, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedDemoConsignments } from '../src/seed/demo-consignments.ts';
import { seedDemoOrders } from '../src/seed/demo-orders.ts';
import { seedDemoParcels } from '../src/seed/demo-parcels.ts';
import { seedOrderStatuses } from '../src/seed/order-statuses.ts';
import { type Orders, startOrders } from './helpers.ts';

let orders: Orders;
beforeAll(async () => {
  orders = await startOrders();
  await seedOrderStatuses(orders.database);
});
afterAll(() => orders.close());

const get = async (url: string) => (await call(orders.app, { url }, asAdmin())).json();

describe('the seed of orders', () => {
  it('defines the five statuses, all active [SEED-003]', async () => {
    const rows = [
      [1, 'ORDER_CONFIRMED', 'Commande Confirmée', 'step'],
      [2, 'PROCESSING', 'En Traitement', 'step'],
      [3, 'IN_TRANSIT', 'En Transit', 'step'],
      [4, 'ARRIVED', 'Arrivée au Burkina', 'step'],
      [5, 'DELIVERED', 'Livrée', 'end'],
    ].map(([id, code, label, kind]) => ({
      ...{ id, code, label, displayOrder: id, isActive: true, kind, sentence: null },
    }));
    expect((await get('/api/order-statuses')).slice(0, 5)).toEqual(rows);
  });

  it('defines statuses of exceptions, of which only the one for customs is active [DOSS-007]', async () => {
    const definitions = await get('/api/order-statuses');
    expect(definitions.slice(5)).toMatchObject([
      { code: 'CUSTOMS', label: 'En douane', kind: 'waiting', isActive: true },
      { code: 'ON_HOLD', label: 'En attente', kind: 'waiting', isActive: false },
      { code: 'RETURNED', label: 'Retourné', kind: 'end', isActive: false },
      { code: 'LOST', label: 'Perdu', kind: 'problem', isActive: false },
      { code: 'MISSING', label: 'Manquant', kind: 'problem', isActive: true },
      { code: 'DAMAGED', label: 'Abîmé', kind: 'problem', isActive: true },
    ]);
  });

  it('keeps a definition of an exception that the administrator created before', async () => {
    await orders.database.orderStatusDefinition.updateMany({ where: { code: 'LOST' }, data: { label: 'Introuvable' } });
    await orders.database.seed.deleteMany({ where: { name: 'order-statuses-exceptions' } });
    await seedOrderStatuses(orders.database);
    const { label } = await orders.database.orderStatusDefinition.findFirstOrThrow({ where: { code: 'LOST' } });
    expect(label).toBe('Introuvable');
  });

  it('creates no order in a fresh installation', async () => {
    expect(await get('/api/orders')).toEqual([]);
  });

  it('does not restore what an administrator deleted', async () => {
    await orders.database.orderStatusDefinition.delete({ where: { code: 'ARRIVED', id: 4 } });
    await seedOrderStatuses(orders.database);
    expect(await orders.database.orderStatusDefinition.count()).toBe(10);
  });

  it('creates six orders in demo mode, once [SEED-010]', async () => {
    const now = new Date('2026-11-20T12:00:00Z');
    await seedDemoOrders(orders.database, now);
    await seedDemoOrders(orders.database, now);
    const demo = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => get(`/api/orders/DEMO000${n}`)));
    expect(demo.map(({ status }) => status)).toEqual([
      'ORDER_CONFIRMED',
      'PROCESSING',
      'IN_TRANSIT',
      'ARRIVED',
      'DELIVERED',
      'ON_HOLD_NOW',
    ]);
    expect(demo[0]).toMatchObject({ estimatedDelivery: null, latestUpdate: null, latestUpdateTime: null });
    for (const order of demo.slice(1)) {
      expect(order.estimatedDelivery).toMatch(/^2026-1[12]-\d\d$/);
      expect(order.latestUpdate.length).toBeGreaterThan(10);
      expect(Date.parse(order.createdAt)).toBeLessThan(Date.parse(order.latestUpdateTime));
    }
    expect(demo.map(({ userId }) => userId)).toEqual([null, null, 2, null, null, null]);
    expect(await orders.database.order.count()).toBe(6);
  });

  it('creates forty orders that show transit times, expected arrivals and silence in demo mode, once', async () => {
    await seedDemoParcels(orders.database);
    await seedDemoParcels(orders.database);
    expect(await orders.database.order.count({ where: { reference: { startsWith: 'DEMO1' } } })).toBe(40);
    await orders.transitTimes.refresh();
    expect(orders.transitTimes.all()).toContainEqual(expect.objectContaining({ mode: 'AIR', step: 'IN_TRANSIT' }));
    const parcels = await get('/api/orders?range=[0,99]');
    expect(parcels.filter((parcel: StaffOrder) => parcel.expectedArrival).length).toBeGreaterThan(0);
    expect(parcels.filter((parcel: StaffOrder) => parcel.isSilent).length).toBeGreaterThan(0);
    expect(new Set(parcels.map((parcel: StaffOrder) => parcel.status))).toContain('CUSTOMS');
  });

  it('puts demo parcels into three consignments, once', async () => {
    await orders.seedMilestoneDefinitions();
    await seedDemoConsignments(orders.database);
    await seedDemoConsignments(orders.database);
    const consignments = await get('/api/consignments?sort=["id","ASC"]');
    expect(consignments.map(({ state }: Consignment) => state)).toEqual(['departed', 'departed', 'preparing']);
    for (const { orders: members } of consignments) expect(members).toBeGreaterThan(0);
    const event = await orders.database.orderEvent.findFirst({ where: { milestoneId: { not: null } } });
    expect(event).toMatchObject({ milestoneLabel: 'Parti de Chine', status: 'IN_TRANSIT' });
  });
});
