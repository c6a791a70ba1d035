import type { ReportRow } from '@fasocolis/contracts/report';
import { asAdmin, asAgent, call } from '@fasocolis/service-kit/testing/harness';
import excel from 'exceljs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Orders, startOrders } from './helpers.ts';

let orders: Orders;
beforeAll(async () => {
  orders = await startOrders();
});
afterAll(() => orders.close());

const send = (query: Record<string, string>, path = '/api/report', as = asAdmin()) =>
  call(orders.app, { url: `${path}?${new URLSearchParams(query).toString()}` }, as);
const report = async (query: Record<string, string>) => (await send(query)).json<ReportRow[]>();

/** An order with events at these times. */
async function parcel(body: object, events: Record<string, string>, more: { userId?: number; place?: string } = {}) {
  const { id: orderId } = await orders.createOrder(body);
  await orders.database.orderEvent.createMany({
    data: Object.entries(events).map(([status, at]) => ({ orderId, status, occurredAt: new Date(at), ...more })),
  });
  return orderId;
}

const NOTHING = { received: 0, shipped: 0, arrived: 0, handedOver: 0 };

describe('the report', () => {
  it('counts what was received, shipped, arrived and handed over in each month and week, with weight and volume [OFF-009]', async () => {
    const measures = { mode: 'SEA', weightGrams: 2500, volumeCm3: 500_000 };
    await parcel(measures, { PROCESSING: '2021-01-04T00:00:00Z', IN_TRANSIT: '2021-01-12T10:00:00Z' });
    await parcel(
      {},
      { PROCESSING: '2021-01-31T23:59:59Z', ARRIVED: '2021-02-01T00:00:00Z', DELIVERED: '2021-02-03T09:00:00Z' },
    );
    const range = { from: '2021-01-01', to: '2021-02-28' };
    expect(await report({ ...range, unit: 'month' })).toEqual([
      {
        ...{ period: '2021-01-01', group: '', received: 2, shipped: 1, arrived: 0, handedOver: 0 },
        ...{ weightGrams: 2500, withoutWeight: 1, volumeCm3: 500_000, withoutVolume: 1 },
      },
      {
        ...{ period: '2021-02-01', group: '', received: 0, shipped: 0, arrived: 1, handedOver: 1 },
        ...{ weightGrams: 0, withoutWeight: 0, volumeCm3: 0, withoutVolume: 0 },
      },
    ]);
    expect((await report({ ...range, unit: 'week' })).map(({ period, received }) => [period, received])).toEqual([
      ['2021-01-04', 1],
      ['2021-01-11', 0],
      ['2021-01-25', 1],
      ['2021-02-01', 0],
    ]);
  });

  it('counts a parcel where it reached a step first, and no withdrawn event [OFF-009]', async () => {
    const orderId = await parcel({}, { ARRIVED: '2021-03-10T10:00:00Z' });
    const data = { orderId, status: 'ARRIVED', occurredAt: new Date('2021-04-10T10:00:00Z') };
    await orders.database.orderEvent.create({ data });
    const withdrawn = { status: 'DELIVERED', occurredAt: new Date('2021-03-11T10:00:00Z'), withdrawnAt: new Date() };
    await orders.database.orderEvent.create({ data: { orderId, ...withdrawn } });
    expect(await report({ from: '2021-03-01', to: '2021-04-30' })).toMatchObject([
      { ...NOTHING, period: '2021-03-01', arrived: 1 },
    ]);
    expect(await report({ from: '2021-04-01', to: '2021-04-30' })).toEqual([]);
  });

  it('is divided by mode, town or agent [OFF-009]', async () => {
    const at = { PROCESSING: '2021-05-10T10:00:00Z' };
    await parcel({ mode: 'AIR' }, at, { userId: 9, place: 'Guangzhou' });
    await parcel({ mode: 'SEA' }, at, { userId: 8, place: 'Yiwu' });
    await parcel({}, at);
    const groups = async (group: string) =>
      (await report({ from: '2021-05-01', to: '2021-05-31', group })).map((row) => [row.group, row.received]);
    for (const [group, names] of [
      ['mode', ['', 'AIR', 'SEA']],
      ['town', ['', 'Guangzhou', 'Yiwu']],
      ['agent', ['', '8', '9']],
    ] as const) {
      expect(new Map((await groups(group)) as [string, number][])).toEqual(new Map(names.map((name) => [name, 1])));
    }
  });

  it.each([
    [
      'an event withdrawn',
      '2022-01',
      (id: number) =>
        orders.database.orderEvent.updateMany({ where: { orderId: id }, data: { withdrawnAt: new Date() } }),
      [],
    ],
    [
      'an earlier event of the same step recorded',
      '2022-02',
      (orderId: number) =>
        orders.database.orderEvent.create({
          data: { orderId, status: 'PROCESSING', occurredAt: new Date('2021-12-15T10:00:00Z') },
        }),
      [],
    ],
    [
      'a mode and a weight corrected',
      '2022-03',
      (id: number) => orders.database.order.update({ where: { id }, data: { mode: 'SEA', weightGrams: 900 } }),
      [{ group: 'SEA', received: 1, weightGrams: 900, withoutWeight: 0 }],
    ],
    ['an order deleted', '2022-04', (id: number) => orders.database.order.delete({ where: { id } }), []],
  ])('follows %s after it was read [OFF-009]', async (_name, month, change, expected) => {
    const id = await parcel({}, { PROCESSING: `${month}-10T10:00:00Z` });
    const query = { from: `${month}-01`, to: `${month}-28`, group: 'mode' };
    expect(await report(query)).toMatchObject([{ group: '', received: 1, weightGrams: 0, withoutWeight: 1 }]);
    await change(id);
    expect(await report(query)).toMatchObject(expected);
  });

  it('follows the city of departure of the consignment that a parcel joins and leaves [OFF-009]', async () => {
    const orderId = await parcel({}, { PROCESSING: '2022-05-10T10:00:00Z' });
    const towns = async () =>
      (await report({ from: '2022-05-01', to: '2022-05-31', group: 'town' })).map(({ group }) => group);
    expect(await towns()).toEqual(['']);
    const { id: consignmentId } = await orders.database.consignment.create({
      data: { code: 'REPORT-1', mode: 'AIR', departureCity: 'Yiwu', searchText: '' },
    });
    const member = await orders.database.consignmentOrder.create({ data: { consignmentId, orderId } });
    expect(await towns()).toEqual(['Yiwu']);
    await orders.database.consignment.update({ where: { id: consignmentId }, data: { departureCity: 'Shenzhen' } });
    expect(await towns()).toEqual(['Shenzhen']);
    await orders.database.consignmentOrder.deleteMany({ where: member });
    expect(await towns()).toEqual(['']);
  });

  it('counts what is committed after it was read, of a day that changed before, too [OFF-009]', async () => {
    const [first, second] = [await parcel({}, {}), await parcel({}, {})];
    const arrive = (orderId: number) => ({ orderId, status: 'ARRIVED', occurredAt: new Date('2022-06-10T10:00:00Z') });
    const arrived = async () => (await report({ from: '2022-06-01', to: '2022-06-30' })).map((row) => row.arrived);
    await orders.database.$transaction(async (transaction) => {
      await transaction.orderEvent.create({ data: arrive(first) });
      await orders.database.orderEvent.create({ data: arrive(second) });
      expect(await arrived()).toEqual([1]);
    });
    expect(await arrived()).toEqual([2]);
  });

  it('is counted once by requests at the same time [OFF-009]', async () => {
    await parcel({}, { ARRIVED: '2022-07-10T10:00:00Z' });
    const query = { from: '2022-07-01', to: '2022-07-31' };
    await Promise.all(Array.from({ length: 8 }, () => report(query)));
    expect(await report(query)).toMatchObject([{ arrived: 1 }]);
  });

  it('is a workbook with real dates and numbers [OFF-009]', async () => {
    await parcel({ mode: 'AIR', weightGrams: 1500 }, { PROCESSING: '2021-06-10T10:00:00Z' });
    const query = { from: '2021-06-01', to: '2021-06-30', group: 'mode' };
    const response = await send(query, '/api/report/export/excel');
    expect(response.headers['content-disposition']).toBe('attachment; filename="bilan.xlsx"');
    const workbook = new excel.Workbook();
    await workbook.xlsx.load(response.rawPayload.buffer as ArrayBuffer);
    const sheet = workbook.getWorksheet('Bilan');
    expect(sheet?.getSheetValues()[2]).toEqual([undefined, new Date('2021-06-01'), 'Avion', 1, 0, 0, 0, 1.5, 0, 0, 1]);
    expect(sheet?.autoFilter).toBe('A1:J1');
  });

  it('has the names of agents in its workbook, as the screen does', async () => {
    await parcel({}, { PROCESSING: '2021-08-10T10:00:00Z' }, { userId: 9 });
    const response = await send({ from: '2021-08-01', to: '2021-08-31', group: 'agent' }, '/api/report/export/excel');
    const workbook = new excel.Workbook();
    await workbook.xlsx.load(response.rawPayload.buffer as ArrayBuffer);
    const rows = workbook.getWorksheet('Bilan')?.getSheetValues() as unknown[][];
    expect(rows.slice(1).map((row) => row[2])).toEqual(['Agent', 'Issa Kaboré']);
  });

  it.each([
    { from: '2021-02-01', to: '2021-01-01' },
    { from: '2020-01-01', to: '2021-06-01' },
    { from: 'hier', to: '2021-01-01' },
    { from: '2021-01-01', to: '2021-01-31', unit: 'day' },
  ])('refuses %j', async (query) => {
    expect((await send(query as Record<string, string>)).statusCode).toBe(400);
  });

  it('is for the administrator alone', async () => {
    const query = { from: '2021-01-01', to: '2021-01-31' };
    for (const path of ['/api/report', '/api/report/export/excel']) {
      expect((await send(query, path, asAgent(9))).statusCode).toBe(403);
    }
  });
});
