import { randomUUID } from 'node:crypto';
import type { Order } from '@fasocolis/contracts/orders';
import { type Ledger, PAYMENT_METHODS, type Payment } from '@fasocolis/contracts/payments';
import type { Identity } from '@fasocolis/service-kit/auth/identity';
import { asAdmin, asAgent, asUser, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventHandlers } from '../src/event-handlers.ts';
import { type Orders, startOrders } from './helpers.ts';
import { ledgerCalls, newPayment } from './ledger-helpers.ts';

let orders: Orders;
let calls: ReturnType<typeof ledgerCalls>;
beforeAll(async () => {
  orders = await startOrders();
  calls = ledgerCalls(orders);
});
afterAll(() => orders.close());

/** An order of user 2 that costs an amount. */
async function chargedOrder(amount: number, body: object = {}): Promise<Order> {
  const order = await orders.createOrder({ userId: 2, recipientName: 'Awa Ouédraogo', ...body });
  await calls.charge(order, { kind: 'freight', amount });
  return order;
}
/** Ten at a time: a service has ten connections. */
async function chargedOrders(count: number, amount: number): Promise<Order[]> {
  const created: Order[] = [];
  while (created.length < count) {
    const some = Array.from({ length: Math.min(10, count - created.length) }, () => chargedOrder(amount));
    created.push(...(await Promise.all(some)));
  }
  return created;
}
/** As devices do: sends it again until it has an outcome. */
async function payAtLast(body: object) {
  for (;;) {
    const response = await calls.pay(body);
    if (response.statusCode !== 503) return response;
  }
}
const balanceOf = async (order: Order) => {
  const { due, paid } = await calls.ledgerOf(order);
  return { due, paid };
};
const statusesOf = (responses: { statusCode: number }[]) =>
  responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);

describe('a charge', () => {
  it('of every kind adds to what is due; a discount, by the administrator alone, takes off [PAY-003]', async () => {
    const order = await chargedOrder(10_000);
    for (const kind of ['customs', 'storage', 'packing', 'other'] as const) {
      expect((await calls.charge(order, { kind, amount: '1 000' })).statusCode).toBe(201);
    }
    expect((await calls.charge(order, { kind: 'discount', amount: 4000 })).statusCode).toBe(403);
    const { charges, rest } = (await calls.charge(order, { kind: 'discount', amount: 4000 }, asAdmin())).json();
    expect(rest).toBe(10_000);
    expect(charges.map(({ label, amount }: { label: string; amount: number }) => [label, amount])).toEqual([
      ...[
        ['Fret', 10_000],
        ['Douane', 1000],
        ['Magasinage', 1000],
        ['Emballage', 1000],
        ['Autre', 1000],
      ],
      ['Remise', -4000],
    ]);
    const log = await orders.database.change.findMany({ where: { subjectId: String(order.id), action: 'charged' } });
    expect(log).toHaveLength(6);
  });

  it('is cancelled by an agent only if they added it themselves, and is no freight', async () => {
    const order = await chargedOrder(10_000);
    const added = async (kind: 'freight' | 'packing', as: Identity) => {
      const target = kind === 'freight' ? await orders.createOrder() : order;
      const { charges } = (await calls.charge(target, { kind, amount: 1000 }, as)).json<Ledger>();
      return charges.at(-1)?.id ?? 0;
    };
    const statusOf = async (id: number, as: Identity) => (await calls.cancelCharge(id, 'Erreur', as)).statusCode;
    const [own, others, freight] = [
      await added('packing', asAgent(9)),
      await added('packing', asAgent(8)),
      await added('freight', asAgent(9)),
    ];
    expect(await statusOf(own, asAgent(9))).toBe(200);
    expect(await statusOf(others, asAgent(9))).toBe(403);
    expect(await statusOf(freight, asAgent(9))).toBe(403);
    expect(await statusOf(others, asAdmin())).toBe(200);
    expect(await statusOf(freight, asAdmin())).toBe(200);
  });

  it('below the rest is refused for a discount [PAY-003]', async () => {
    const order = await chargedOrder(10_000);
    await calls.pay(newPayment({ amount: 7000, orderIds: [order.id] }));
    const response = await calls.charge(order, { kind: 'discount', amount: 3001 }, asAdmin());
    expect(response.statusCode).toBe(409);
    expect((await calls.charge(order, { kind: 'discount', amount: 3000 }, asAdmin())).json()).toMatchObject({
      rest: 0,
    });
  });

  it('is cancelled with a reason and stays visible to staff, unless it is paid [PAY-003]', async () => {
    const order = await chargedOrder(10_000);
    const { charges } = (await calls.charge(order, { kind: 'packing', amount: 500 })).json();
    const [freight, packing] = charges;
    expect((await calls.cancelCharge(packing.id, ' ')).json().errors).toEqual({ reason: 'Indiquez la raison' });
    const cancelled = { amount: 500, cancelled: { reason: 'Double', byUserId: 9 } };
    expect((await calls.cancelCharge(packing.id, 'Double', asAgent(9))).json()).toMatchObject({
      due: 10_000,
      charges: [{}, cancelled],
    });
    expect((await calls.cancelCharge(packing.id)).statusCode).toBe(409);
    expect((await calls.ledgerOf(order, asUser(2))).charges).toHaveLength(1);
    await calls.pay(newPayment({ amount: 1, orderIds: [order.id] }));
    expect((await calls.cancelCharge(freight.id)).json()).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Annulez d’abord un paiement.'),
    });
    expect((await calls.cancelCharge(0)).statusCode).toBe(404);
  });

  it('by two agents at once never takes off more than the rest, and makes one freight [PAY-003]', async () => {
    const order = await orders.createOrder();
    const freights = Array.from({ length: 8 }, () => calls.charge(order, { kind: 'freight', amount: 10_000 }));
    expect(statusesOf(await Promise.all(freights))).toEqual([201, ...Array(7).fill(409)]);
    const discounts = Array.from({ length: 8 }, () =>
      calls.charge(order, { kind: 'discount', amount: 3000 }, asAdmin()),
    );
    expect(statusesOf(await Promise.all(discounts))).toEqual([201, 201, 201, ...Array(5).fill(409)]);
    expect(await balanceOf(order)).toEqual({ due: 1000, paid: 0 });
  });
});

describe('a payment', () => {
  it.each(PAYMENT_METHODS)('by %s is taken once, with its transaction [PAY-004]', async (method) => {
    const [order, other] = [await chargedOrder(10_000), await chargedOrder(10_000)];
    const missing = await calls.pay(newPayment({ method, amount: 4000, orderIds: [order.id] }));
    const required = { transactionReference: 'Indiquez la référence de la transaction' };
    expect(missing.json().errors).toEqual(method === 'cash' ? undefined : required);
    const body = newPayment({ method, transactionReference: 'pp 2611.0001', amount: 4000, orderIds: [order.id] });
    const response = await calls.pay(body);
    expect(response.statusCode).toBe(201);
    const transactionReference = method === 'cash' ? null : 'PP2611.0001';
    expect(response.json()).toMatchObject({ id: body.id, method, transactionReference, amount: 4000, byUserId: 9 });
    const again = await calls.pay({ ...body, id: randomUUID(), orderIds: [other.id] });
    expect(again.statusCode).toBe(method === 'cash' ? 201 : 409);
  });

  it('that is repeated has the first result; another one under its id is refused [PAY-004]', async () => {
    const order = await chargedOrder(10_000);
    const transaction = { method: 'wave', transactionReference: 'REPEATED-1' } as const;
    const body = newPayment({ ...transaction, amount: 4000, orderIds: [order.id] });
    const first = (await calls.pay(body)).json<Payment>();
    expect((await calls.pay(body)).json()).toEqual(first);
    const others = [
      { amount: 5000 },
      { method: 'moov-money' },
      { transactionReference: 'REPEATED-2' },
      { orderIds: [(await chargedOrder(10_000)).id] },
    ];
    for (const other of others) {
      expect((await calls.pay({ ...body, ...other })).statusCode, JSON.stringify(other)).toBe(409);
    }
    expect(await balanceOf(order)).toEqual({ due: 10_000, paid: 4000 });
  });

  it('that is sent 20 times at once leaves one [PAY-004]', async () => {
    const order = await chargedOrder(100_000);
    const body = newPayment({ amount: 4000, orderIds: [order.id] });
    const responses = await Promise.all(Array.from({ length: 20 }, () => payAtLast(body)));
    expect(statusesOf(responses)).toEqual(Array(20).fill(201));
    expect(new Set(responses.map((response) => response.body)).size).toBe(1);
    expect(await balanceOf(order)).toEqual({ due: 100_000, paid: 4000 });
  });

  it('with one transaction, as people copy it from a message, is taken once [PAY-004]', async () => {
    const { id } = await chargedOrder(10_000);
    const spellings = [
      'T2611.1523',
      't2611.1523.',
      ' T 2611.1523 ',
      '"T2611.1523"',
      'Trans ID : T2611.1523',
      'Ｔ２６１１.１５２３',
    ];
    const statuses: number[] = [];
    for (const transactionReference of spellings) {
      const body = newPayment({ method: 'moov-money', transactionReference, amount: 100, orderIds: [id] });
      statuses.push((await calls.pay(body)).statusCode);
    }
    expect(statuses).toEqual([201, 409, 409, 409, 409, 409]);
    const nothing = newPayment({ method: 'moov-money', transactionReference: '—', amount: 100, orderIds: [id] });
    expect((await calls.pay(nothing)).statusCode).toBe(400);
  });

  it('with one transaction, sent 20 times at once under other ids, leaves one [PAY-004]', async () => {
    const transaction = { method: 'orange-money', transactionReference: randomUUID() } as const;
    const bodies = (await chargedOrders(20, 1000)).map(({ id }) =>
      newPayment({ ...transaction, amount: 100, orderIds: [id] }),
    );
    expect(statusesOf(await Promise.all(bodies.map(payAtLast)))).toEqual([201, ...Array(19).fill(409)]);
  });

  it('covers several orders of a client, all or nothing, and never more than the rest [PAY-004]', async () => {
    const [first, second] = [await chargedOrder(10_000), await chargedOrder(5000)];
    const orderIds = [first.id, second.id];
    const tooMuch = await calls.pay(newPayment({ amount: 15_001, orderIds }));
    expect(tooMuch.statusCode).toBe(409);
    expect(tooMuch.json().message).toBe('Le montant dépasse le reste à payer (15\u202f000\u00a0FCFA)');
    const payment = (await calls.pay(newPayment({ amount: 12_000, orderIds }))).json<Payment>();
    expect(payment.shares.map(({ orderId, amount }) => [orderId, amount])).toEqual([
      [first.id, 10_000],
      [second.id, 2000],
    ]);
    expect([await balanceOf(first), await balanceOf(second)]).toEqual([
      { due: 10_000, paid: 10_000 },
      { due: 5000, paid: 2000 },
    ]);
    const unknown = await calls.pay(newPayment({ amount: 1, orderIds: [second.id, 2_147_483_000] }));
    expect(unknown.statusCode).toBe(404);
    const stranger = await chargedOrder(1000, { userId: 3 });
    expect((await calls.pay(newPayment({ amount: 1, orderIds: [second.id, stranger.id] }))).statusCode).toBe(409);
    expect(await balanceOf(second)).toEqual({ due: 5000, paid: 2000 });
  });

  it('covers 50 orders at most [PAY-004]', async () => {
    const ids = Array.from({ length: 51 }, (_, index) => index + 1);
    const response = await calls.pay(newPayment({ amount: 1, orderIds: ids }));
    expect(response.json().errors).toEqual({ orderIds: 'Choisissez de 1 à 50 colis' });
    const created = await chargedOrders(50, 10);
    const all = await calls.pay(newPayment({ amount: 500, orderIds: created.map(({ id }) => id) }));
    expect(all.json<Payment>().shares).toHaveLength(50);
  });

  it('concurrent with others never takes more than the rest [PAY-004]', async () => {
    const [first, second] = [await chargedOrder(10_000), await chargedOrder(10_000)];
    const pay = (orderIds: number[]) => payAtLast(newPayment({ amount: 3000, orderIds }));
    const tries = Array.from({ length: 20 }, (_, index) =>
      pay([[first.id, second.id], [second.id, first.id], [first.id]][index % 3] ?? []),
    );
    const taken = (await Promise.all(tries)).filter(({ statusCode }) => statusCode === 201).length;
    const [{ paid: one }, { paid: two }] = [await balanceOf(first), await balanceOf(second)];
    expect(one + two).toBe(taken * 3000);
    expect(one <= 10_000 && two <= 10_000 && one + two > 17_000).toBe(true);
  });

  it('is cancelled by the administrator with a reason, and its transaction may be recorded again [PAY-004]', async () => {
    const order = await chargedOrder(10_000);
    const body = newPayment({ method: 'wave', transactionReference: 'W1', amount: 4000, orderIds: [order.id] });
    const payment = (await calls.pay(body)).json<Payment>();
    expect((await calls.cancelPayment(payment, 'Erreur', asAgent(9))).statusCode).toBe(403);
    expect((await calls.cancelPayment(payment, '')).statusCode).toBe(400);
    const cancelled = (await calls.cancelPayment(payment, 'Mauvais colis')).json();
    expect(cancelled).toMatchObject({ cancelled: { reason: 'Mauvais colis', byUserId: 1 } });
    expect(await balanceOf(order)).toEqual({ due: 10_000, paid: 0 });
    expect((await calls.cancelPayment(payment)).statusCode).toBe(409);
    expect((await calls.cancelPayment({ id: 'no-uuid' })).statusCode).toBe(404);
    expect((await calls.pay({ ...body, id: randomUUID() })).statusCode).toBe(201);
  });

  it('is in the file of its order and in the list, and not for others [PAY-004]', async () => {
    const order = await chargedOrder(10_000);
    const payment = (await calls.pay(newPayment({ amount: 4000, orderIds: [order.id] }))).json<Payment>();
    const { byUserId: _, ...forOwner } = payment;
    expect((await calls.ledgerOf(order)).payments).toEqual([payment]);
    expect((await calls.ledgerOf(order, asUser(2))).payments).toEqual([forOwner]);
    for (const as of [asUser(3), asUser(9)]) {
      expect((await call(orders.app, { url: `/api/ledgers/${order.id}` }, as)).statusCode).toBe(404);
    }
    const listed = (filter: object, as = asAgent(8)) =>
      call(orders.app, { url: '/api/payments', query: { filter: JSON.stringify(filter) } }, as);
    expect((await listed({ q: payment.receipt })).json()).toEqual([payment]);
    expect((await listed({ q: order.reference })).json()).toEqual([payment]);
    expect((await listed({ id: payment.id, method: 'wave' })).json()).toEqual([]);
    expect((await listed({}, asUser(2))).statusCode).toBe(403);
    const log = await orders.database.change.findMany({ where: { subjectId: String(order.id), action: 'paid' } });
    expect(log).toMatchObject([{ userId: 9, after: { amount: 4000, receipt: payment.receipt } }]);
  });
});

describe('receipts', () => {
  it('have numbers without gaps, also for 200 payments at once of which some are refused or sent twice [PAY-004, PAY-008]', async () => {
    const created = await chargedOrders(40, 1000);
    const counted = async () => (await orders.database.receiptCounter.findFirst())?.last ?? 0;
    const before = await counted();
    // For each order: one sent twice, one of a transaction that another order has too, and two of which one is too much.
    const bodies = created.flatMap(({ id }, index) => {
      const repeated = newPayment({ amount: 100, orderIds: [id] });
      const transaction = { method: 'wave', transactionReference: `AT-ONCE-${index % 20}` } as const;
      const tooMuch = [450, 451].map((amount) => newPayment({ amount, orderIds: [id] }));
      return [repeated, repeated, newPayment({ ...transaction, amount: 100, orderIds: [id] }), ...tooMuch];
    });
    const responses = await Promise.all(bodies.map(payAtLast));
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([201, 409]));
    const taken = responses.flatMap((response) => (response.statusCode === 201 ? [response.json<Payment>()] : []));
    const payments = [...new Map(taken.map((payment) => [payment.id, payment])).values()];
    const transactions = payments.flatMap(({ transactionReference }) => transactionReference ?? []);
    expect(transactions.toSorted()).toEqual(Array.from({ length: 20 }, (_, index) => `AT-ONCE-${index}`).toSorted());

    const year = new Date().getUTCFullYear();
    const receipts = [...new Set(taken.map(({ receipt }) => receipt))];
    expect(receipts.toSorted((a, b) => a.localeCompare(b))).toEqual(
      payments.map((_, index) => `REC-${year}-${String(before + index + 1).padStart(6, '0')}`),
    );
    expect(await counted()).toBe(before + payments.length);
    const paid = (orderId: number) =>
      payments.filter(({ shares }) => shares[0]?.orderId === orderId).reduce((sum, { amount }) => sum + amount, 0);
    for (const order of created) expect(await balanceOf(order)).toEqual({ due: 1000, paid: paid(order.id) });
  }, 60_000);

  it('are pages behind tokens of 128 bits, with the amount in words, and "ANNULÉ" once they are cancelled [PAY-008]', async () => {
    const order = await chargedOrder(26_400, { recipientName: '<b>Awa</b> Ouédraogo' });
    const payment = (await calls.pay(newPayment({ amount: 26_400, orderIds: [order.id] }))).json<Payment>();
    expect(Buffer.from(payment.receiptPath.replace('/recu/', ''), 'base64url')).toHaveLength(16);
    const read = async (path = payment.receiptPath) => call(orders.app, { url: path });
    const { body, headers } = await read();
    for (const text of [
      ...[payment.receipt, order.reference, '26\u202f400\u00a0FCFA', 'vingt-six mille quatre cents francs CFA'],
      ...['&lt;b&gt;Awa&lt;/b&gt; Ouédraogo', 'Espèces', 'Ce reçu n&#39;est pas une facture.', '105mm 148mm'],
    ]) {
      expect(body).toContain(text);
    }
    expect(body).not.toContain('ANNULÉ');
    expect(headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' });
    expect((await read(`${payment.receiptPath}?format=80`)).body).toContain('80mm');
    for (const unknown of ['unknown', '%00', 'A'.repeat(22)]) {
      expect((await read(`/recu/${unknown}`)).statusCode).toBe(404);
    }
    await calls.cancelPayment(payment);
    expect((await read()).body).toContain('ANNULÉ');
  });

  it('have a line for each parcel, with its share of the amount', async () => {
    const [first, second] = [await chargedOrder(10_000), await chargedOrder(5000)];
    const body = newPayment({ amount: 12_000, orderIds: [first.id, second.id] });
    const { receiptPath } = (await calls.pay(body)).json<Payment>();
    const receipt = (await call(orders.app, { url: receiptPath })).body;
    const line = ({ reference }: Order, share: string) => `Colis ${reference}</span><span>${share}\u00a0FCFA`;
    expect(receipt).toContain(line(first, '10\u202f000'));
    expect(receipt).toContain(line(second, '2\u202f000'));
  });

  it('show the number of the certified invoice once staff noted it [PAY-008]', async () => {
    const order = await chargedOrder(1000);
    const payment = (await calls.pay(newPayment({ amount: 1000, orderIds: [order.id] }))).json<Payment>();
    const note = (as = asAgent(9)) => {
      const payload = { certifiedInvoice: 'FEC-2026-77' };
      return call(orders.app, { method: 'PATCH', url: `/api/payments/${payment.id}`, payload }, as);
    };
    expect((await note(asUser(2))).statusCode).toBe(403);
    expect((await note()).json()).toEqual({ ...payment, certifiedInvoice: 'FEC-2026-77' });
    const { body } = await call(orders.app, { url: payment.receiptPath });
    expect(body).toContain('FEC-2026-77');
    expect(body).not.toContain('n&#39;est pas une facture');
  });

  it('have every number of a certified invoice in the journal, also when two are noted at once', async () => {
    const order = await chargedOrder(1000);
    const { id } = (await calls.pay(newPayment({ amount: 1000, orderIds: [order.id] }))).json<Payment>();
    const note = (certifiedInvoice: string) =>
      call(orders.app, { method: 'PATCH', url: `/api/payments/${id}`, payload: { certifiedInvoice } }, asAgent(9));
    await Promise.all([note('FEC-A'), note('FEC-B')]);
    const entries = await orders.database.change.findMany({
      where: { subject: 'payment', subjectId: id, action: 'changed' },
      orderBy: { id: 'asc' },
    });
    const [first, second] = entries;
    expect(first?.before).toEqual({ certifiedInvoice: null });
    expect(second?.before).toEqual(first?.after);
  });
});

describe('a hand-over', () => {
  it('with a rest is refused with its code, and takes the payment in the same step [PAY-005]', async () => {
    const order = await chargedOrder(10_000);
    const refused = await calls.handOver(order);
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ code: 'balance-due', message: 'Il reste 10\u202f000\u00a0FCFA à payer.' });
    const part = await calls.handOver(order, { payment: newPayment({ amount: 9999 }) });
    expect(part.json()).toMatchObject({ code: 'balance-due', message: 'Il reste 1\u00a0FCFA à payer.' });
    expect(await balanceOf(order)).toEqual({ due: 10_000, paid: 0 });
    const done = await calls.handOver(order, { payment: newPayment({ amount: 10_000 }) });
    expect(done.json()).toMatchObject({ status: 'DELIVERED', due: 10_000, paid: 10_000 });
    expect((await calls.ledgerOf(order)).payments).toMatchObject([{ amount: 10_000 }]);
  });

  it.each([
    ['taken before', async () => {}],
    ['cancelled', async (id: string) => void (await calls.cancelPayment({ id }))],
  ])('is not released by a payment that was %s', async (_what, change) => {
    const order = await chargedOrder(10_000);
    const payment = newPayment({ amount: 5000 });
    await calls.pay({ ...payment, orderIds: [order.id] });
    await change(payment.id);
    expect((await calls.handOver(order, { payment })).json()).toMatchObject({ code: 'balance-due' });
    expect((await calls.ledgerOf(order)).payments).toHaveLength(1);
  });

  it('with a rest is not replaced by the status "Livrée", unless the administrator sets it', async () => {
    const order = await chargedOrder(10_000);
    const url = `/api/orders/${order.id}`;
    const payload = { status: 'DELIVERED' };
    const refused = await call(orders.app, { method: 'PATCH', url, payload }, asAgent(9));
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'balance-due']);
    const tell = { method: 'POST', url: '/api/orders/tell', payload: { ...payload, orderIds: [order.id] } } as const;
    expect((await call(orders.app, tell, asAgent(9))).json()).toMatchObject([
      { outcome: 'refused', message: 'Il reste 10\u202f000\u00a0FCFA à payer.' },
    ]);
    const set = await call(orders.app, { method: 'PATCH', url, payload }, asAdmin());
    expect(set.json()).toMatchObject({ status: 'DELIVERED', due: 10_000, paid: 0 });
  });

  it('that is refused for another reason takes no payment [PAY-005]', async () => {
    const order = await chargedOrder(10_000);
    const payment = newPayment({ amount: 10_000 });
    expect((await calls.handOver(order, { code: '111111', reason: undefined, payment })).statusCode).toBe(400);
    expect((await calls.handOver(order, { payment: newPayment({ amount: 10_001 }) })).statusCode).toBe(409);
    expect(await balanceOf(order)).toEqual({ due: 10_000, paid: 0 });
  });

  it('with a rest needs a reason of the administrator, credit, or the setting [PAY-005]', async () => {
    const first = await chargedOrder(10_000);
    expect((await calls.handOver(first, { releaseReason: 'Bon client' })).statusCode).toBe(403);
    expect((await calls.handOver(first, { releaseReason: 'Bon client' }, asAdmin())).statusCode).toBe(200);
    const log = await orders.database.change.findFirst({
      where: { subjectId: String(first.id), action: 'handed-over' },
    });
    expect(log).toMatchObject({ after: { releaseReason: 'Bon client', rest: 10_000 } });

    expect((await calls.giveCredit(2, true, asAgent(9))).statusCode).toBe(403);
    expect((await calls.giveCredit(99, true)).statusCode).toBe(404);
    await calls.giveCredit(2, true);
    expect((await calls.handOver(await chargedOrder(10_000))).statusCode).toBe(200);
    expect((await calls.handOver(await chargedOrder(10_000, { userId: 3 }))).statusCode).toBe(409);
    await calls.giveCredit(2, false);
    expect((await calls.handOver(await chargedOrder(10_000))).statusCode).toBe(409);

    await calls.settings({ releasesWithRest: true });
    expect((await calls.handOver(await chargedOrder(10_000))).statusCode).toBe(200);
    await calls.settings({ releasesWithRest: false });
  });

  it('concurrent with payments happens once and is paid once [PAY-005]', async () => {
    const order = await chargedOrder(10_000);
    const tries = Array.from({ length: 10 }, (_, index) =>
      index % 2 === 0
        ? calls.handOver(order, { payment: newPayment({ amount: 10_000 }) })
        : calls.pay(newPayment({ amount: 10_000, orderIds: [order.id] })),
    );
    const responses = await Promise.all(tries);
    expect(responses.filter(({ statusCode }) => statusCode < 300)).toHaveLength(1);
    expect(responses.every(({ statusCode }) => statusCode === 409 || statusCode < 300)).toBe(true);
    expect(await balanceOf(order)).toEqual({ due: 10_000, paid: 10_000 });
    await calls.handOver(order);
    const where = { orderId: order.id, status: 'DELIVERED' };
    expect(await orders.database.orderEvent.count({ where })).toBe(1);
  });

  it('by a scan, which may have been kept offline, takes its payment, and none when it is refused [PAY-004, PAY-005]', async () => {
    const scan = async (order: Order, body: object) => {
      const common = { id: randomUUID(), mode: 'hand-over', reference: order.reference, at: new Date().toISOString() };
      const person = { reason: 'Pièce d’identité', receiverName: 'Awa', neverArrivedReason: 'Il est là' };
      const payload = { scans: [{ ...common, ...person, ...body }] };
      return (await call(orders.app, { method: 'POST', url: '/api/scans', payload }, asAgent(9))).json();
    };
    const order = await chargedOrder(10_000);
    const transaction = { method: 'wave', transactionReference: 'SCAN-1' } as const;
    expect(await scan(order, { payment: newPayment({ ...transaction, amount: 6000 }) })).toMatchObject([
      { outcome: 'conflict', message: 'Il reste 4\u202f000\u00a0FCFA à payer.' },
    ]);
    expect(await balanceOf(order)).toEqual({ due: 10_000, paid: 0 });
    const payment = newPayment({ ...transaction, amount: 10_000 });
    expect(await scan(order, { payment })).toMatchObject([{ outcome: 'done' }]);
    expect(await balanceOf(order)).toEqual({ due: 10_000, paid: 10_000 });
    const second = await chargedOrder(10_000);
    expect(await scan(second, { payment: { ...payment, id: randomUUID() } })).toMatchObject([{ outcome: 'conflict' }]);
    // Handed over meanwhile by another device: what was paid counts all the same.
    await calls.handOver(second, { releaseReason: 'Accord' }, asAdmin());
    const late = newPayment({ amount: 2000 });
    expect(await scan(second, { payment: late })).toMatchObject([{ outcome: 'already' }]);
    expect(await balanceOf(second)).toEqual({ due: 10_000, paid: 2000 });
  });
});

describe('an order with payments', () => {
  it('is archived, not deleted, and its payments lose the person with the account [PAY-010]', async () => {
    const order = await orders.createOrder({ userId: 3, recipientName: 'Awa Ouédraogo' });
    expect(order.isDeletable).toBe(true);
    await calls.charge(order, { kind: 'freight', amount: 1000 });
    const payment = (await calls.pay(newPayment({ amount: 1000, orderIds: [order.id] }))).json<Payment>();
    await calls.cancelPayment(payment, 'Awa a payé deux fois');
    const removed = await call(orders.app, { method: 'DELETE', url: `/api/orders/${order.id}` }, asAdmin());
    expect(removed.statusCode).toBe(409);
    const archive = { method: 'PATCH', url: `/api/orders/${order.id}`, payload: { archived: true } } as const;
    expect((await call(orders.app, archive, asAdmin())).statusCode).toBe(200);
    await orders.database.$transaction(async (transaction) => {
      const event = { id: randomUUID(), name: 'user.deleted', data: { userId: 3 }, requestId: 'test' };
      await eventHandlers['user.deleted']?.(transaction, { userId: 3 }, event, () => {});
    });
    const { body } = await call(orders.app, { url: `/api/ledgers/${order.id}` }, asAdmin());
    expect(body).not.toContain('Awa');
    expect(JSON.parse(body)).toMatchObject({ payments: [{ amount: 1000, payerName: 'Client supprimé' }] });
    const receipt = await call(orders.app, { url: payment.receiptPath });
    expect(receipt.body).toContain('Client supprimé');
    expect(receipt.body).not.toContain('Awa');
  });
});
