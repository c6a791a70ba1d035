import { BUILT_IN_STATUS } from '@fasocolis/contracts/order-status';
import type { OrderStatus } from '@fasocolis/contracts/order-status-definitions';
import type { Order } from '@fasocolis/contracts/orders';
import { asAdmin, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedOrderStatuses } from '../src/seed/order-statuses.ts';
import { type Orders, startOrders } from './helpers.ts';

let orders: Orders;
beforeAll(async () => {
  orders = await startOrders();
  await seedOrderStatuses(orders.database);
});
afterAll(() => orders.close());

const admin = (method: 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
  call(orders.app, { method, url, ...(payload && { payload }) }, asAdmin());
const setStatus = (id: number, status: string) => admin('PATCH', `/api/orders/${id}`, { status });
const publicView = async (reference: string) =>
  (await call(orders.app, { url: `/api/orders/${reference}` })).json<Order>();
const define = async (code: string, body: object) =>
  (
    await admin('POST', '/api/order-statuses', { code, label: 'Au port', displayOrder: 20, ...body })
  ).json<OrderStatus>();
const definitionOf = (code: string) => orders.database.orderStatusDefinition.findFirstOrThrow({ where: { code } });

describe('a status with an active definition', () => {
  it.each(['step', 'waiting', 'problem', 'end'] as const)('has its label and its kind "%s"', async (kind) => {
    const { code } = await define(`KIND_${kind.toUpperCase()}`, { label: `Type ${kind}`, kind });
    const { id, reference } = await orders.createOrder();
    await setStatus(id, code);
    expect(await publicView(reference)).toMatchObject({ statusLabel: `Type ${kind}`, statusKind: kind });
  });

  it('keeps the furthest step that the order has reached [DOSS-006]', async () => {
    const { id, reference } = await orders.createOrder();
    for (const status of ['IN_TRANSIT', 'PROCESSING', 'CUSTOMS']) await setStatus(id, status);
    expect(await publicView(reference)).toMatchObject({ status: 'CUSTOMS', furthestStep: 'IN_TRANSIT' });
  });

  it('has its label and kind in the history', async () => {
    const { id, reference } = await orders.createOrder();
    await setStatus(id, 'CUSTOMS');
    const events = (await call(orders.app, { url: `/api/orders/${reference}/events` })).json();
    expect(events.at(-1)).toMatchObject({ status: 'CUSTOMS', label: 'En douane', kind: 'waiting' });
  });
});

describe('a status without an active definition', () => {
  it.each(['inactive', 'deleted'])('whose definition is %s has no kind and its code as label', async (state) => {
    const code = `GONE_${state.toUpperCase()}_X`;
    const { id: definition } = await define(code, { kind: 'problem' });
    const { id, reference } = await orders.createOrder();
    await setStatus(id, code);
    const url = `/api/order-statuses/${definition}`;
    await (state === 'deleted' ? admin('DELETE', url) : admin('PATCH', url, { isActive: false }));
    expect(await publicView(reference)).toMatchObject({ statusLabel: code.replace('_', ' '), statusKind: null });
  });
});

describe('a built-in status', () => {
  it.each([{ code: 'AUTRE' }, { label: 'En préparation' }, { isActive: false }])(
    'is fixed, and the refusal says why: %j [OFF-007]',
    async (change) => {
      const { id } = await definitionOf('PROCESSING');
      const response = await admin('PATCH', `/api/order-statuses/${id}`, change);
      expect(response.statusCode).toBe(400);
      expect(response.json().errors).toEqual({ [Object.keys(change)[0] ?? '']: BUILT_IN_STATUS });
    },
  );

  it('cannot be deleted [OFF-007]', async () => {
    const { id } = await definitionOf('PROCESSING');
    const response = await admin('DELETE', `/api/order-statuses/${id}`);
    expect(response.statusCode).toBe(409);
    expect(response.json().message).toBe(BUILT_IN_STATUS);
    expect(await definitionOf('PROCESSING')).toMatchObject({ id });
  });

  it('may have another place in the list', async () => {
    const { id, displayOrder } = await definitionOf('PROCESSING');
    const response = await admin('PATCH', `/api/order-statuses/${id}`, { displayOrder: displayOrder + 100 });
    expect(response.statusCode).toBe(200);
  });
});

describe('the kind of a built-in status', () => {
  it('does not change', async () => {
    const { id } = await definitionOf('DELIVERED');
    const response = await admin('PATCH', `/api/order-statuses/${id}`, { kind: 'step' });
    expect(response.statusCode).toBe(400);
    expect(response.json().errors).toEqual({ kind: "Le type d'un statut de base ne change pas" });
  });

  it('is kept when its definition is created again', async () => {
    const { id } = await definitionOf('DELIVERED');
    await orders.database.orderStatusDefinition.delete({ where: { id } });
    expect(await define('DELIVERED', { label: 'Livrée' })).toMatchObject({ kind: 'end' });
  });
});

describe('the sentence of a status', () => {
  const SENTENCE = "Votre colis est au port. Vous n'avez rien à faire.";

  it('is optional, and customers read it beside the label [CARD-009]', async () => {
    expect(await define('SILENT_PORT', {})).toMatchObject({ sentence: null });
    const { id: definition, code } = await define('PORT_A', { sentence: ` ${SENTENCE} `, kind: 'waiting' });
    const { id, reference } = await orders.createOrder();
    await setStatus(id, code);
    expect(await publicView(reference)).toMatchObject({ statusLabel: 'Au port', statusSentence: SENTENCE });
    await admin('PATCH', `/api/order-statuses/${definition}`, { label: 'Au port de Lomé' });
    expect(await publicView(reference)).toMatchObject({ statusSentence: SENTENCE });
    await admin('PATCH', `/api/order-statuses/${definition}`, { sentence: '' });
    expect(await publicView(reference)).toMatchObject({ statusSentence: null });
  });

  it('is refused for a built-in status, which has its own, and when it is too long', async () => {
    const { id } = await definitionOf('ARRIVED');
    const response = await admin('PATCH', `/api/order-statuses/${id}`, { sentence: SENTENCE });
    expect(response.statusCode).toBe(400);
    expect(response.json().errors).toEqual({
      sentence: 'Un statut de base a déjà sa phrase\u00a0: laissez ce champ vide',
    });
    expect((await admin('PATCH', `/api/order-statuses/${id}`, { sentence: '' })).statusCode).toBe(200);
    const body = { code: 'LONG', label: 'Long', displayOrder: 9, sentence: 'x'.repeat(301) };
    expect((await admin('POST', '/api/order-statuses', body)).json().errors).toHaveProperty('sentence');
  });
});

it('an unknown kind is refused at its field', async () => {
  const body = { code: 'STRANGE', label: 'Étrange', displayOrder: 9, kind: 'étape' };
  expect((await admin('POST', '/api/order-statuses', body)).json().errors).toEqual({ kind: 'Choisissez un type' });
});
