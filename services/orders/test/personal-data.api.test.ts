import { personalDataOperations } from '@fasocolis/contracts/operations/common';
import type { Ledger } from '@fasocolis/contracts/payments';
import { asAdmin, asUser, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Orders, startOrders } from './helpers.ts';
import { ledgerCalls, newPayment } from './ledger-helpers.ts';

let orders: Orders;
beforeAll(async () => {
  orders = await startOrders();
});
afterAll(() => orders.close());

const read = (userId: number, as = { kind: 'service', name: 'auth' } as Parameters<typeof call>[2]) =>
  call(
    orders.app,
    { method: 'POST', url: personalDataOperations.readPersonalData.path, payload: { userId, verifiedEmail: null } },
    as,
  );

it('returns the orders of a user with history and changes, saved orders, and entries made as staff [SEC-014]', async () => {
  const goods = { goodsKind: 'liquid', declaredValue: 45_000 };
  const recipient = {
    ...goods,
    recipientName: 'Awa Sanou',
    recipientPhone: '+226 70 12 34 56',
    mode: 'SEA',
    pieces: 2,
  };
  const own = await orders.createOrder({ reference: 'MINE-1', userId: 2, ...recipient });
  const admin = (method: 'PATCH' | 'POST', url: string, payload: object) =>
    call(orders.app, { method, url, payload }, asAdmin());
  await admin('PATCH', `/api/orders/${own.id}`, { status: 'IN_TRANSIT', latestUpdate: 'En mer' });
  const [told] = (await admin('POST', '/api/orders/tell', { orderIds: [own.id], text: 'À Tema' })).json();
  await admin('POST', `/api/orders/${own.id}/events/${told.eventId}/withdraw`, { reason: 'Mauvais bateau' });
  const other = await orders.createOrder({ reference: 'OTHER-1', userId: 3, recipientName: 'Issa Kaboré' });
  await orders.database.savedOrder.create({ data: { userId: 2, orderId: other.id } });

  const response = await read(2);
  expect(response.statusCode).toBe(200);
  const date = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
  expect(response.json()).toEqual({
    'Vos colis': [
      {
        'Numéro de suivi': 'MINE-1',
        Statut: 'En Transit',
        'Livraison estimée': null,
        'Dernière nouvelle': 'En mer',
        'Dernière nouvelle le': date,
        'Nom du destinataire': 'Awa Sanou',
        'Téléphone du destinataire': '+22670123456',
        'Accepte les messages WhatsApp': false,
        Transport: 'Bateau',
        'Nombre de pièces': 2,
        Poids: null,
        Volume: null,
        Contenu: null,
        Nature: 'Liquide',
        'Valeur en FCFA': 45_000,
        'Enregistré le': date,
        'Modifié le': date,
        'Archivé le': null,
        'À payer en FCFA': 0,
        'Payé en FCFA': 0,
        'Code de retrait': null,
        'Anciens numéros de suivi': [],
        'Numéros de transporteur': [],
        Expéditions: [],
        Frais: [],
        Paiements: [],
        'Paiements signalés': [],
        Historique: [
          { Date: date, Statut: 'Commande Confirmée', Note: null },
          { Date: date, Statut: 'En Transit', Note: 'En mer' },
          {
            Date: date,
            Statut: 'En Transit',
            Note: 'À Tema',
            'Retirée le': date,
            'Motif du retrait': 'Mauvais bateau',
          },
        ],
        'Journal des modifications': expect.arrayContaining([
          expect.objectContaining({
            Date: date,
            Action: 'Création',
            Après: expect.objectContaining({
              ...{ Statut: 'Commande Confirmée', 'Nom du destinataire': 'Awa Sanou' },
              ...{ Transport: 'Bateau', Nature: 'Liquide' },
            }),
          }),
          expect.objectContaining({
            Action: "Annulation d'un événement",
            Après: expect.objectContaining({ 'Numéro de l’événement': told.eventId, Raison: 'Mauvais bateau' }),
          }),
        ]),
      },
    ],
    'Colis sauvegardés': [{ 'Numéro de suivi': 'OTHER-1', 'Sauvegardé le': date }],
    'Demandes de colis sans nom': [],
    'Remise à crédit': [],
    'Entrées faites par vous dans des dossiers': [],
    'Modifications faites par vous dans les colis': [],
    'Votre travail dans les expéditions': [],
  });
  // The owner of an order that the user merely saved.
  expect(response.body).not.toContain('Issa');

  const staff = await read(1);
  expect(staff.json()['Entrées faites par vous dans des dossiers']).toContainEqual({
    Date: date,
    'Numéro de suivi': 'MINE-1',
    Action: 'saisie',
  });
  expect(staff.json()['Modifications faites par vous dans les colis']).toContainEqual({
    Date: date,
    Objet: 'OTHER-1',
    Action: 'Création',
  });
  expect(staff.body).not.toContain('Issa');
});

it('has the payments and charges of a parcel that count, without those that were cancelled', async () => {
  const order = await orders.createOrder({ userId: 3, recipientName: 'Issa Kaboré' });
  const calls = ledgerCalls(orders);
  await calls.charge(order, { kind: 'freight', amount: 10_000 });
  const { charges } = (await calls.charge(order, { kind: 'packing', amount: 500 })).json<Ledger>();
  await calls.cancelCharge(charges[1]?.id ?? 0);
  const [kept, cancelled] = [4000, 1000].map((amount) => newPayment({ amount, orderIds: [order.id] }));
  for (const payment of [kept, cancelled]) await calls.pay(payment ?? {});
  await calls.cancelPayment({ id: cancelled?.id ?? '' });
  const own = (await read(3)).json()['Vos colis'].find((each: object) => Object.values(each).includes(order.reference));
  expect(own.Frais).toMatchObject([{ FCFA: 10_000 }]);
  expect(own.Paiements).toMatchObject([{ FCFA: 4000, 'Payé par': 'Issa Kaboré' }]);
});

it('responds to auth alone', async () => {
  const callers = [asAdmin(), asUser(2), { kind: 'service', name: 'notify' } as const, undefined];
  for (const caller of callers.slice(0, 3)) expect((await read(2, caller)).statusCode).toBe(403);
  const visitor = await call(orders.app, {
    method: 'POST',
    url: personalDataOperations.readPersonalData.path,
    payload: {},
  });
  expect(visitor.statusCode).toBe(403);
});
