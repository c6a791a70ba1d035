import { randomUUID } from 'node:crypto';
import { personalDataOperations } from '@fasocolis/contracts/operations/common';
import { asAdmin, asUser, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Notify, startNotify } from './helpers.ts';

let notify: Notify;
beforeAll(async () => {
  notify = await startNotify();
});
afterAll(() => notify.close());

const read = (as: Parameters<typeof call>[2] = { kind: 'service', name: 'auth' }) =>
  call(
    notify.app,
    {
      method: 'POST',
      url: personalDataOperations.readPersonalData.path,
      payload: { userId: 7, verifiedEmail: 'awa@example.com' },
    },
    as,
  );

it('returns notifications, read marks, seen popups, emails and phones of a user, and of nobody else [SEC-014]', async () => {
  const { database } = notify;
  const [own, broadcast] = await Promise.all([
    database.notification.create({ data: { title: 'Bonjour Awa', body: 'Bienvenue.', targetUserId: 7 } }),
    database.notification.create({ data: { title: 'À tous', body: 'Fermé lundi.' } }),
    database.notification.create({ data: { title: 'Bonjour Issa', body: 'Non', targetUserId: 8 } }),
  ]);
  await database.readReceipt.createMany({
    data: [
      { notificationId: own.id, userId: 7 },
      { notificationId: broadcast.id, userId: 7 },
      { notificationId: broadcast.id, userId: 8 },
    ],
  });
  const popup = { title: 'Promo', content: 'Fret à petit prix.', showOnce: true };
  const { id: popupId } = (
    await call(notify.app, { method: 'POST', url: '/api/popup-notifications', payload: popup }, asAdmin())
  ).json();
  await database.popupSeen.createMany({ data: [7, 8].map((userId) => ({ popupId, userId })) });
  await notify.recordEmail({
    id: randomUUID(),
    userId: 7,
    recipient: 'awa@example.com',
    state: 'SENT',
    sentAt: new Date(),
  });
  await notify.recordEmail({ kind: 'contact-message', recipient: 'awa@example.com' });
  await notify.recordEmail({ userId: 8, recipient: 'issa@example.com' });
  const change = { eventId: 1, orderId: 1, reference: 'FC-1', title: 'En Transit', occurredAt: new Date() };
  await database.personToTell.create({
    data: {
      ...{ phone: '+22670123456', toldAt: new Date(), toldBy: 7 },
      changes: {
        create: [
          { ...change, name: 'Awa', ownerId: 7 },
          { ...change, eventId: 2, name: 'Issa', userId: 8 },
        ],
      },
    },
  });
  const phoneOf = (userId: number, host: string) => ({ endpoint: `https://${host}/1`, p256dh: '', auth: '', userId });
  await database.pushDevice.createMany({ data: [phoneOf(7, 'push.example.com'), phoneOf(8, 'issa.example.com')] });
  await database.whatsappContact.createMany({
    data: [7, 8].map((stoppedBy) => ({ phone: `+2267012345${stoppedBy}`, stoppedAt: new Date(), stoppedBy })),
  });
  const date = expect.stringMatching(/Z$/);
  const response = await read();
  expect(response.json()).toEqual({
    'Notifications pour vous': [
      { Titre: 'Bonjour Awa', Texte: 'Bienvenue.', 'Numéro de suivi': null, 'Envoyée le': date, 'Lue le': date },
    ],
    'Annonces à tous que vous avez lues': [{ Titre: 'À tous', 'Lue le': date }],
    'Fenêtres que vous avez vues': [{ Titre: 'Promo', 'Vue le': date }],
    'E-mails que nous vous avons envoyés': [
      {
        Sujet: 'Nouveau mot de passe',
        Adresse: 'awa@example.com',
        État: 'envoyé',
        'Dernière erreur': null,
        'Demandé le': date,
        'Envoyé le': date,
      },
      expect.objectContaining({ Sujet: 'Message de contact', État: 'en attente' }),
    ],
    'Messages WhatsApp écrits par notre équipe': [
      {
        ...{ Titre: 'En Transit', Texte: null, 'Numéro de suivi': 'FC-1', Nom: 'Awa' },
        ...{ Téléphone: '+22670123456', 'Envoyé le': date },
      },
    ],
    'Téléphones abonnés à votre compte': [
      { Navigateur: null, 'Service de messages': 'push.example.com', 'Abonné le': date, 'Vu le': date },
    ],
    'Personnes que vous avez prévenues par WhatsApp': [{ Date: date }],
    'Personnes que vous avez notées comme à ne plus prévenir': [{ Date: date }],
  });
  expect(response.body).not.toMatch(/issa/i);
});

it('responds to auth alone', async () => {
  for (const caller of [asAdmin(), asUser(7), { kind: 'service', name: 'orders' } as const]) {
    expect((await read(caller)).statusCode).toBe(403);
  }
});
