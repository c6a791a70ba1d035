import { IMPORT_CELL_MAX, type ImportLine, type ImportOutcome } from '@fasocolis/contracts/order-import';
import { generateReference } from '@fasocolis/contracts/reading/reference';
import type { Identity } from '@fasocolis/service-kit/auth/identity';
import { asAdmin, asUser, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLAIMED_ADDRESS, type Orders, startOrders } from './helpers.ts';

const SEVERAL_NUMBERS = 'Plusieurs numéros dans une cellule\u00a0: mettez chacun sur une ligne';

const MORE_THAN_NUMBER = 'Cette cellule contient plus qu’un numéro\u00a0: laissez-y le numéro seul';
const UNLIKELY_DAY = 'Date peu probable\u00a0: vérifiez l’année';

let orders: Orders;
beforeAll(async () => {
  orders = await startOrders();
});
afterAll(() => orders.close());

const post = (payload: unknown, as: Identity = asAdmin(), app = orders.app) =>
  call(
    app,
    {
      method: 'POST',
      url: '/api/orders/import',
      headers: { 'content-type': 'application/json' },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    },
    as,
  );
const send = async (lines: Partial<ImportLine>[], dryRun = false): Promise<ImportOutcome[]> => {
  const response = await post({ lines: lines.map((line, index) => ({ line: index + 2, ...line })), dryRun });
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
};
const messageOf = async (line: Partial<ImportLine>) => {
  const [outcome] = await send([{ reference: generateReference(), ...line }], true);
  return outcome?.message;
};

describe('POST /api/orders/import', () => {
  it.each([
    ['FASO1002 Awa', { userId: 2, recipientName: 'Awa', recipientPhone: null }],
    ['FASO1002', { userId: 2, recipientName: null }],
    ['Awa 70 12 34 56', { userId: null, recipientName: 'Awa', recipientPhone: '+22670123456' }],
    ['Awa (70123456)', { recipientName: 'Awa', recipientPhone: '+22670123456' }],
    ['Awa 2', { recipientName: 'Awa 2', recipientPhone: null }],
    ['Awa (mère)', { recipientName: 'Awa (mère)', recipientPhone: null }],
  ])('reads the client and the phone in the cell of the name: %s', async (recipientName, person) => {
    const [outcome] = await send([{ reference: generateReference(), recipientName }]);
    expect(outcome?.order).toMatchObject(person);
  });

  it.each([
    ['70 12 34 56 Awa', 'Awa'],
    ['Awa Ouédraogo : 70123456', 'Awa Ouédraogo'],
    ['70123456 WhatsApp', null],
  ])('reads the name in the cell of the phone: %s', async (recipientPhone, recipientName) => {
    const [outcome] = await send([{ reference: generateReference(), recipientPhone }]);
    expect(outcome?.order).toMatchObject({ recipientName, recipientPhone: '+22670123456' });
  });

  it('names the order that has the number of a courier, where it adds nothing to it', async () => {
    const { id, reference } = await orders.createOrder({ weightGrams: 500 });
    const alias = 'YT7598765432101';
    await call(orders.app, { method: 'POST', url: `/api/orders/${id}/aliases`, payload: { alias } }, asAdmin());
    const expected = `Référence déjà enregistrée\u00a0: c’est le colis ${reference}`;
    for (const written of [alias, `圆通${alias}`, `${alias}(到付)`])
      expect(await messageOf({ reference: written, weight: '12 kg', recipientName: 'Awa' })).toBe(expected);
  });

  it('creates a confirmed order with its first event for every valid line, and reports why the others are refused', async () => {
    const [reference, other] = [generateReference(), generateReference()];
    const outcomes = await send([
      { reference, estimatedDelivery: '31/12/2026', client: 'awa@example.com' },
      { reference: 'abc' },
      { reference: other, estimatedDelivery: '', client: null },
    ]);
    expect(outcomes).toMatchObject([
      { line: 2, outcome: 'created', order: { reference, status: 'ORDER_CONFIRMED', estimatedDelivery: '2026-12-31' } },
      { line: 3, outcome: 'refused', message: 'Le code de référence doit contenir au moins 4 caractères' },
      { line: 4, outcome: 'created', order: { reference: other, estimatedDelivery: null, userId: null } },
    ]);
    expect(outcomes[0]?.order?.userId).toBe(2);
    const order = await orders.database.order.findFirstOrThrow({ where: { reference }, include: { events: true } });
    expect(order).toMatchObject({ latestUpdate: null, latestUpdateTime: null });
    expect(order.events).toMatchObject([{ status: 'ORDER_CONFIRMED', note: null, occurredAt: order.createdAt }]);
    const found = await call(orders.app, { url: `/api/orders/${reference.toLowerCase().replace('-', ' ')}` });
    expect(found.json()).toMatchObject({ id: order.id });
    expect(await orders.database.outboxEvent.count()).toBe(0);
  });

  it('is for the administrator only, before the body is read', async () => {
    expect((await post('{broken', { kind: 'anonymous' })).statusCode).toBe(401);
    expect((await post('{broken', asUser(2))).statusCode).toBe(403);
    expect((await post('{broken')).statusCode).toBe(400);
  });

  it('stores nothing in a dry run, and reports what would happen', async () => {
    const before = await orders.database.order.count();
    const outcomes = await send([{ reference: generateReference() }, { reference: '' }], true);
    expect(outcomes).toEqual([
      { line: 2, outcome: 'ready' },
      { line: 3, outcome: 'refused', message: 'Le code de référence doit contenir au moins 4 caractères' },
    ]);
    expect(await orders.database.order.count()).toBe(before);
    expect(await orders.database.orderEvent.count({ where: { order: { id: { gt: 0 } } } })).toBe(before);
  });

  it.each([
    ['no reference', { reference: null }, 'Le code de référence doit contenir au moins 4 caractères'],
    ['a long reference', { reference: 'A'.repeat(65) }, '«\u00a0Référence\u00a0» ne doit pas dépasser 64 caractères'],
    ['a reference of signs', { reference: '-----' }, 'La référence doit contenir au moins une lettre ou un chiffre'],
    [
      'a sign that cannot be read everywhere',
      { reference: 'ABC%DEF' },
      'Cette référence contient un caractère qui ne peut pas être lu\u00a0: %',
    ],
    ['an unreadable day', { estimatedDelivery: 'demain' }, 'Date illisible\u00a0: écrivez 31/12/2026'],
    ['a day there is not', { estimatedDelivery: '30/02/2026' }, 'Date illisible\u00a0: écrivez 31/12/2026'],
    ['a year far away', { estimatedDelivery: '2206-12-31' }, 'Date illisible\u00a0: écrivez 31/12/2026'],
    ['a date that is two', { estimatedDelivery: '30/06/26' }, 'Date illisible\u00a0: écrivez 31/12/2026'],
    [
      'a number that nobody has',
      { recipientPhone: '70 12' },
      'Ce numéro semble incomplet. Exemple\u00a0: +226 70 12 34 56',
    ],
    [
      'half a carton',
      { pieces: '1,5' },
      'Nombre de pièces illisible\u00a0: écrivez un nombre entier entre 1 et 10\u00a0000',
    ],
    ['no weight', { weight: 'lourd' }, 'Poids illisible\u00a0: écrivez 12,5 kg'],
    ['no volume', { volume: 'grand' }, 'Volume illisible\u00a0: écrivez 0,125 m³ ou 60 x 40 x 50 cm'],
    ['two ways', { mode: 'avion ou bateau' }, 'Transport illisible\u00a0: écrivez Avion ou Bateau'],
    ['an unknown consignment', { consignment: 'MER-1999-001' }, 'Expédition inconnue\u00a0: MER-1999-001'],
    [
      'a stranger',
      { client: 'personne@example.com' },
      'Client inconnu\u00a0: personne@example.com. Écrivez son code client, son identifiant ou son adresse, ou laissez la cellule vide',
    ],
    ['an unverified address [SEC-020]', { client: CLAIMED_ADDRESS }, `Adresse non vérifiée\u00a0: ${CLAIMED_ADDRESS}`],
    ['a name of two', { client: '3' }, 'Plusieurs clients correspondent\u00a0: indiquez une adresse email'],
    ['two numbers in a cell', { reference: 'SF1369874521035\nSF1369874521036' }, SEVERAL_NUMBERS],
    ['two numbers in a cell', { reference: 'FC-1A\nFC-2A' }, SEVERAL_NUMBERS],
    ['two numbers in a cell', { reference: 'SF1369874521035 / YT7512345678901' }, SEVERAL_NUMBERS],
    ['two numbers in a cell', { reference: '773412345678 773412345679' }, SEVERAL_NUMBERS],
    ['two numbers in a cell', { reference: 'YT7512345678901 et YT7512345678902' }, SEVERAL_NUMBERS],
    ['two numbers in a cell', { reference: 'YT7512345678901YT7512345678902' }, SEVERAL_NUMBERS],
    ['two numbers in a cell', { reference: 'AAA-0007 / AAA-0008' }, SEVERAL_NUMBERS],
    ['a series in a cell', { reference: 'YT7512345678903/904' }, MORE_THAN_NUMBER],
    ['a number and a phone', { reference: 'YT7512345678903 70123456' }, MORE_THAN_NUMBER],
    ['a number and a name', { reference: 'YT7512345678903 Awa' }, MORE_THAN_NUMBER],
    ['a number that was read as a day', { estimatedDelivery: '70123' }, UNLIKELY_DAY],
    ['a day of another century', { estimatedDelivery: '26/11/2062' }, UNLIKELY_DAY],
    ['a day long ago', { estimatedDelivery: '26/11/2006' }, UNLIKELY_DAY],
    [
      'a name that lost a letter on its way',
      { recipientName: 'Ou\ufffddraogo' },
      '«\u00a0Destinataire\u00a0» contient un caractère illisible\u00a0: \ufffd',
    ],
    [
      'a name that is too long',
      { recipientName: 'A'.repeat(101) },
      '«\u00a0Destinataire\u00a0» ne doit pas dépasser 100 caractères',
    ],
    [
      'faults in several cells, one of them an unverified address',
      { recipientPhone: '70 12', weight: 'lourd', client: CLAIMED_ADDRESS },
      `Ce numéro semble incomplet. Exemple\u00a0: +226 70 12 34 56. Poids illisible\u00a0: écrivez 12,5 kg. Adresse non vérifiée\u00a0: ${CLAIMED_ADDRESS}`,
    ],
    [
      'two faults',
      { reference: 'x', estimatedDelivery: 'hier' },
      'Le code de référence doit contenir au moins 4 caractères. Date illisible\u00a0: écrivez 31/12/2026',
    ],
  ])('refuses a line with %s, with a message', async (_, line, message) => {
    expect(await messageOf(line)).toBe(message);
  });

  it.each([
    ...[
      '31/12/2026',
      '31.12.2026',
      '31-12-2026',
      ' 2026-12-31 ',
      '2026-12-31T10:00:00Z',
      '2026/12/31',
      '2026年12月31日',
    ],
    ...['31 décembre 2026', '46387', '', null],
  ])('parses the day %s', async (estimatedDelivery) => {
    expect(await messageOf({ estimatedDelivery })).toBeUndefined();
  });

  it('finds customers by id, username and address', async () => {
    for (const client of ['2', 'awa', 'awa@example.com', ' awa ']) {
      const [outcome] = await send([{ reference: generateReference(), client }]);
      expect(outcome?.order?.userId, client).toBe(2);
    }
  });

  it('stores every field of a line, as people write them [READ-008]', async () => {
    const consignment = await orders.database.consignment.create({
      data: { code: 'MER-2026-901', mode: 'SEA', departureCity: 'Guangzhou', searchText: 'mer-2026-901' },
    });
    const [reference, plain] = [generateReference(), generateReference()];
    const outcomes = await send([
      {
        ...{ reference, client: 'awa', recipientName: 'Awa Ouédraogo', recipientPhone: '70 12 34 56', mode: '海运' },
        ...{ pieces: '3 cartons', weight: '12,5 kg', volume: '60 x 40 x 50 cm', contents: 'Chaussures' },
        ...{ estimatedDelivery: '30 juin 2027', consignment: 'mer-2026-901' },
      },
      { reference: plain, consignment: 'MER-2026-901' },
    ]);
    expect(outcomes).toMatchObject([
      {
        outcome: 'created',
        order: {
          ...{ reference, userId: 2, recipientName: 'Awa Ouédraogo', recipientPhone: '+22670123456', mode: 'SEA' },
          ...{ pieces: 3, weightGrams: 12_500, volumeCm3: 120_000, contents: 'Chaussures' },
          ...{ estimatedDelivery: '2027-06-30', consignment: { id: consignment.id, code: 'MER-2026-901' } },
        },
      },
      {
        outcome: 'created',
        order: { reference: plain, mode: 'SEA', recipientPhone: null, consignment: { id: consignment.id } },
      },
    ]);
  });

  it('refuses lines for a consignment that is closed or travels otherwise', async () => {
    const data = { mode: 'AIR', departureCity: 'Guangzhou', searchText: '' } as const;
    await orders.database.consignment.create({ data: { ...data, code: 'AIR-2026-902' } });
    await orders.database.consignment.create({ data: { ...data, code: 'AIR-2026-903', isOpen: false } });
    expect(await messageOf({ mode: 'bateau', consignment: 'AIR-2026-902' })).toBe(
      "L'expédition AIR-2026-902 voyage par avion",
    );
    expect(await messageOf({ consignment: 'AIR-2026-903' })).toBe('Expédition clôturée\u00a0: AIR-2026-903');
  });

  it('treats references that differ by case and separators only as the same, in the file and in the database', async () => {
    await orders.createOrder({ reference: 'IMP-77.a' });
    const outcomes = await send([{ reference: 'imp 77A' }, { reference: 'IMP-88' }, { reference: 'imp.88' }]);
    expect(outcomes).toMatchObject([
      { outcome: 'refused', message: 'Référence déjà enregistrée' },
      { outcome: 'created' },
      { outcome: 'refused', message: 'Référence déjà présente dans le fichier à la ligne 3' },
    ]);
  });

  it('creates no duplicates when it is repeated after a lost response', async () => {
    const lines = Array.from({ length: 5 }, () => ({ reference: generateReference() }));
    await send(lines);
    const again = await send(lines);
    expect(new Set(again.map(({ message }) => message))).toEqual(new Set(['Référence déjà enregistrée']));
    expect(
      await orders.database.order.count({ where: { reference: { in: lines.map((line) => line.reference) } } }),
    ).toBe(5);
  });

  it('creates each reference once in many concurrent imports, in whatever order', async () => {
    const references = Array.from({ length: 100 }, () => generateReference());
    const attempts = Array.from({ length: 4 }, (_, turn) => (turn % 2 ? references : references.toReversed()));
    const responses = await Promise.all(attempts.map((list) => send(list.map((reference) => ({ reference })))));
    const created = responses.flat().flatMap(({ order }) => order?.reference ?? []);
    expect(created.toSorted()).toEqual(references.toSorted());
    const rows = await orders.database.order.findMany({
      where: { reference: { in: references } },
      include: { events: true },
    });
    expect(rows.map(({ events }) => events.length)).toEqual(Array(100).fill(1));
  }, 60_000);

  it('imports 500 lines within seconds, and refuses more', async () => {
    const lines = Array.from({ length: 500 }, () => ({ reference: generateReference() }));
    const start = performance.now();
    const outcomes = await send(lines);
    expect(performance.now() - start).toBeLessThan(10_000);
    expect(outcomes.every(({ outcome }) => outcome === 'created')).toBe(true);

    const more = Array.from({ length: 501 }, (_, index) => ({ line: index + 1, reference: generateReference() }));
    const response = await post({ lines: more, dryRun: true });
    expect(response.statusCode).toBe(400);
    expect(response.json().message).toContain('Un envoi ne doit pas dépasser 500 lignes');
  });

  it('checks and creates 5,000 lines within 30 seconds, each once when they are sent again [READ-009]', async () => {
    const parts = Array.from({ length: 10 }, () =>
      Array.from({ length: 500 }, () => ({
        ...{ reference: generateReference(), recipientName: 'Awa Ouédraogo', recipientPhone: '70123456' },
        ...{ mode: 'Avion', pieces: '2', weight: '12,5 kg', contents: 'Chaussures' },
      })),
    );
    const references = parts.flat().map(({ reference }) => reference);
    const start = performance.now();
    for (const part of parts) await send(part, true);
    for (const part of parts) await send(part);
    expect(performance.now() - start).toBeLessThan(30_000);
    const again = await Promise.all(parts.map((part) => send(part)));
    expect(new Set(again.flat().map(({ message }) => message))).toEqual(new Set(['Référence déjà enregistrée']));
    expect(await orders.database.order.count({ where: { reference: { in: references } } })).toBe(5000);
    const events = { order: { reference: { in: references } } };
    expect(await orders.database.orderEvent.count({ where: events })).toBe(5000);
  }, 60_000);

  it.each([
    'null',
    '[]',
    '{}',
    '"text"',
    '{"lines":[],"dryRun":true}',
    '{"lines":[{}],"dryRun":true}',
    '{"lines":[{"line":1,"reference":7}],"dryRun":true}',
    '{"lines":[{"line":1,"reference":{}}],"dryRun":false}',
    '{"lines":[{"line":0,"reference":"ABCD"}],"dryRun":true}',
    '{"lines":[{"line":1,"reference":"ABCD"},{"line":1,"reference":"EFGH"}],"dryRun":true}',
    '{"lines":[{"line":1,"reference":"ABCD"}],"dryRun":"non"}',
    '{"lines":[{"line":1,"reference":"ABCD"}]}',
    `{"lines":[{"line":1,"reference":"${'A'.repeat(IMPORT_CELL_MAX + 1)}"}],"dryRun":false}`,
  ])('responds with 400 in French to %s', async (body) => {
    const before = await orders.database.order.count();
    const response = await post(body);
    expect(response.statusCode).toBe(400);
    expect(response.json().message).toMatch(/Requête invalide|aucune ligne à importer|Deux lignes|301 caractères/);
    expect(await orders.database.order.count()).toBe(before);
  });

  it('responds with 503 and creates nothing when customers cannot be checked', async () => {
    const other = await startOrders();
    await other.stopAuth();
    const lines = [
      { line: 2, reference: 'UNCHECKED' },
      { line: 3, reference: 'UNCHECKED-2', client: 'awa' },
    ];
    const response = await post({ lines, dryRun: false }, asAdmin(), other.app);
    expect(response.statusCode).toBe(503);
    expect(await other.database.order.count()).toBe(0);
    expect((await post({ lines: lines.slice(0, 1), dryRun: false }, asAdmin(), other.app)).statusCode).toBe(200);
    await other.close();
  });
});

describe('a line with the number of a courier', () => {
  it('completes the measures of the parcel that has the number of a courier, and overwrites none', async () => {
    const { id, reference } = await orders.createOrder({ weightGrams: 500 });
    const alias = 'YT7598765432102';
    await call(orders.app, { method: 'POST', url: `/api/orders/${id}/aliases`, payload: { alias } }, asAdmin());
    const line = { reference: alias, weight: '12 kg', volume: '0,06', pieces: '2' };
    const message = `Mesures du colis ${reference}\u00a0: 2 pièces, 0,06\u00a0m³. Le reste de la ligne n’est pas repris`;
    expect(await send([line], true)).toEqual([{ line: 2, outcome: 'ready', message }]);
    const order = { id, reference, pieces: 2, weightGrams: 500, volumeCm3: 60_000 };
    expect(await send([line])).toMatchObject([{ line: 2, outcome: 'completed', message, order }]);
    expect(await send([line])).toMatchObject([{ line: 2, outcome: 'refused' }]);
  });

  it('completes the measures of a parcel once, of two lines that name it', async () => {
    const { id } = await orders.createOrder();
    const aliases = ['YT7598765432103', 'YT7598765432104'];
    for (const alias of aliases)
      await call(orders.app, { method: 'POST', url: `/api/orders/${id}/aliases`, payload: { alias } }, asAdmin());
    const outcomes = await send(aliases.map((reference, index) => ({ reference, weight: `${index + 1} kg` })));
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['completed', 'refused']);
    expect(outcomes[0]?.order).toMatchObject({ weightGrams: 1000 });
  });

  it('leaves the pieces of a parcel that was received, and all measures of one that was delivered', async () => {
    for (const [status, measures] of [
      ['PROCESSING', { pieces: null, weightGrams: 2000 }],
      ['DELIVERED', { pieces: null, weightGrams: null }],
    ] as const) {
      const { id, reference } = await orders.createOrder();
      const alias = `YT75987654${id}99`.padEnd(15, '7');
      await call(orders.app, { method: 'POST', url: `/api/orders/${id}/aliases`, payload: { alias } }, asAdmin());
      await call(orders.app, { method: 'PATCH', url: `/api/orders/${id}`, payload: { status } }, asAdmin());
      await send([{ reference: alias, weight: '2', pieces: '3' }]);
      const found = await call(orders.app, { method: 'GET', url: `/api/orders/${reference}` }, asAdmin());
      expect(found.json()).toMatchObject(measures);
    }
  });
});
