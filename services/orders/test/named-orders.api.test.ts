import { generateReference, shortLinkPath } from '@fasocolis/contracts/reading/reference';
import { asAdmin, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readStoredTexts } from '../src/seed/read-stored-texts.ts';
import { type Orders, startOrders } from './helpers.ts';

let orders: Orders;
beforeAll(async () => {
  orders = await startOrders();
});
afterAll(() => orders.close());

const get = (text: string, part = '') => call(orders.app, { url: `/api/orders/${encodeURIComponent(text)}${part}` });
const matches = async (text: string) => {
  const response = await get(text, '/matches');
  const { orders: found, ...others } = response.json<{
    orders: { reference: string }[];
    missing: string[];
    suggestion: string | null;
  }>();
  return {
    ...others,
    found: found.map(({ reference }) => reference),
    unknown: response.headers['x-unknown-references'],
  };
};
const hashes = (header: unknown) => (typeof header === 'string' ? header : '').split(',').filter(Boolean);

describe('a text that names one parcel', () => {
  it.each([
    ['in a sentence', (reference: string) => `Bonjour, où est mon colis ${reference} svp ?`],
    ['in a link of the product', (reference: string) => `https://colis.example${shortLinkPath(reference)}?w=x`],
    ['in a message of the product', (reference: string) => `Colis *${reference}* : En Transit.\nRépondez STOP.`],
    ['at the end of a long message', (reference: string) => `${'你好 '.repeat(1300)}${reference}`],
    ['between invisible characters', (reference: string) => `\u202a${reference}\u202c`],
  ])('finds it %s, with its history [READ-001, READ-003]', async (_, textWith) => {
    const { reference } = await orders.createOrder({ reference: generateReference() });
    const text = textWith(reference);
    expect((await get(text)).json()).toMatchObject({ reference });
    expect((await get(text, '/events')).json()).toHaveLength(1);
    expect(await matches(text)).toMatchObject({ found: [reference], suggestion: null });
  });

  it('finds it by a former reference', async () => {
    const { id, reference } = await orders.createOrder({ reference: generateReference() });
    const payload = { reference: generateReference() };
    await call(orders.app, { method: 'PATCH', url: `/api/orders/${id}`, payload }, asAdmin());
    expect((await get(`SUIVI ${reference} merci`)).json()).toMatchObject(payload);
  });

  it('is a reference with spaces, not the parcel whose reference is a part of it', async () => {
    await orders.createOrder({ reference: '73310003' });
    const { reference } = await orders.createOrder({ reference: 'LOT 73310003' });
    expect((await get('mon LOT 73310003 svp')).json()).toMatchObject({ reference });
  });

  it('is gone when it is archived', async () => {
    const { id, reference } = await orders.createOrder({ reference: generateReference() });
    await orders.database.order.update({ where: { id }, data: { archivedAt: new Date() } });
    expect((await get(`SUIVI ${reference}`)).statusCode).toBe(410);
    expect(await matches(`SUIVI ${reference}`)).toMatchObject({ found: [], suggestion: null });
  });
});

describe('a text that names several parcels', () => {
  it('is no reference, and matches each of them, in its order [READ-003]', async () => {
    const [first, second] = [await orders.createOrder(), await orders.createOrder()];
    const text = `${second.reference}, ${first.reference}\nmerci`;
    expect((await get(text)).statusCode).toBe(404);
    expect((await matches(text)).found).toEqual([second.reference, first.reference]);
  });

  it.each(['found', 'archived'])(
    'gets matches that name the missing references when another one is %s',
    async (state) => {
      const [open, other] = [await orders.createOrder(), await orders.createOrder()];
      const archivedAt = state === 'archived' ? new Date() : null;
      await orders.database.order.update({ where: { id: other.id }, data: { archivedAt } });
      const unknown = generateReference();
      const text = `mes colis ${open.reference} et ${other.reference}, puis ${unknown} svp`;
      expect((await get(text)).statusCode).toBe(404);
      expect(await matches(text)).toMatchObject(
        state === 'archived'
          ? { found: [open.reference], missing: [other.reference, unknown] }
          : { found: [open.reference, other.reference], missing: [unknown] },
      );
    },
  );

  it('finds no single order when only one of the references exists, and the matches name the missing one', async () => {
    const { reference } = await orders.createOrder();
    const unknown = generateReference();
    const text = `${reference} ${unknown}`;
    expect((await get(text)).statusCode).toBe(404);
    expect((await get(text, '/events')).statusCode).toBe(404);
    expect(await matches(text)).toMatchObject({ found: [reference], missing: [unknown], suggestion: null });
    expect((await get(`${reference}, tél. 70 12 34 56, le 27/11/2026`)).json()).toMatchObject({ reference });
  });

  it('reports each reference in it that is unknown, as each could be a guess [SEC-025]', async () => {
    const { reference } = await orders.createOrder();
    const guesses = Array.from({ length: 3 }, generateReference);
    const header = (await get([reference, ...guesses].join(' '))).headers['x-unknown-references'];
    expect(hashes(header)).toHaveLength(3);
    expect(hashes((await matches([reference, ...guesses].join(' '))).unknown)).toHaveLength(3);
  });
});

describe('a near miss', () => {
  it.each([
    ['O for 0', 'MISS0O37', 'MISSOO37'],
    ['I for 1', 'TWIN1A44', 'TWINIA44'],
    ['Cyrillic letters', 'CAT-77XK', 'САТ-77ХК'],
  ])('with %s suggests the reference that looks alike [READ-003]', async (_, reference, typed) => {
    await orders.createOrder({ reference });
    expect((await get(typed)).statusCode).toBe(404);
    expect(await matches(`SUIVI ${typed}`)).toMatchObject({ found: [], suggestion: reference });
  });

  it('suggests no archived parcel', async () => {
    const { id } = await orders.createOrder({ reference: 'GONE0O38' });
    await orders.database.order.update({ where: { id }, data: { archivedAt: new Date() } });
    expect((await matches('GONEOO38')).suggestion).toBeNull();
  });

  it('counts as one unknown reference [SEC-025]', async () => {
    expect(hashes((await matches('NEVER0O1I')).unknown)).toHaveLength(1);
  });
});

it('stores a reference without what nobody sees, so that it can be typed [READ-001]', async () => {
  const reference = generateReference();
  const { reference: stored } = await orders.createOrder({ reference: `\u202e${reference}\u200b\u0008` });
  expect(stored).toBe(reference);
  expect((await get(reference)).statusCode).toBe(200);
  const again = { method: 'POST', url: '/api/orders', payload: { reference: `${reference}\u2060` } } as const;
  expect((await call(orders.app, again, asAdmin())).statusCode).toBe(409);
});

/** Each sign that a reference may contain, between letters and at its ends, and letters of other scripts. */
const READABLE = " .-‐‑–—/_#&+()*'".split('').flatMap((sign, index) => [`X${sign}Y${index}ZZ`, `Q${index}Z${sign}A7(`]);

it('opens every reference that it accepts by its path and its short link, and finds it in the list [READ-002]', async () => {
  for (const reference of [...READABLE, 'Zoé-ÉTÉ-9', '包裹-伟-12', 'ﬁn-㎏-7', 'ß-straße-3', 'saved', 'user']) {
    const order = await orders.createOrder({ reference });
    for (const text of [reference, `https://colis.example${shortLinkPath(reference)}`]) {
      expect((await get(text)).json(), text).toMatchObject({ id: order.id });
    }
    const filter = encodeURIComponent(JSON.stringify({ q: reference }));
    const list = await call(orders.app, { url: `/api/orders?filter=${filter}` }, asAdmin());
    expect(
      list.json<{ id: number }[]>().map(({ id }) => id),
      reference,
    ).toContain(order.id);
  }
});

it('reads once what was stored before: references without what nobody sees, each still one order, and numbers [READ-001, READ-006]', async () => {
  const { database } = orders;
  const twin = await orders.createOrder({ reference: 'STORED-77' });
  const store = async (reference: string, key: string, recipientPhone: string | null = null) => {
    const { id } = await orders.createOrder();
    await database.order.update({ where: { id }, data: { reference, referenceKey: key, recipientPhone } });
    return id;
  };
  const ids = [
    await store('STORED-77\u200b', 'STORED77\u200b'),
    await store('\u202eSTORED-88', '\u202eSTORED88', '+22622670123456'),
    await store('Zoé-É9', 'ZOÉÉ9', '+226701234'),
  ];
  await database.formerReference.create({ data: { referenceKey: 'FORMER\u2060', orderId: twin.id } });
  await readStoredTexts(database);
  await readStoredTexts(database);
  const columns = { id: true, reference: true, referenceKey: true, recipientPhone: true };
  expect(
    await database.order.findMany({ where: { id: { in: ids } }, select: columns, orderBy: { id: 'asc' } }),
  ).toEqual([
    { id: ids[0], reference: 'STORED-77-2', referenceKey: 'STORED772', recipientPhone: null },
    { id: ids[1], reference: 'STORED-88', referenceKey: 'STORED88', recipientPhone: '+22670123456' },
    { id: ids[2], reference: 'Zoé-É9', referenceKey: 'ZOÉÉ9', recipientPhone: '+226701234' },
  ]);
  expect((await get('former')).json()).toMatchObject({ id: twin.id });
  expect(await database.change.findMany({ where: { subjectId: String(ids[0]), action: 'changed' } })).toMatchObject([
    { userId: null, before: { reference: 'STORED-77\u200b' }, after: { reference: 'STORED-77-2' } },
  ]);
});
