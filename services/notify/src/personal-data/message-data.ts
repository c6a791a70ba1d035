import type { DeliveryKind } from '@fasocolis/contracts/deliveries';
import { DELIVERY_KIND_LABELS } from '@fasocolis/contracts/delivery-labels';
import type { PersonalData, PersonalDataSubject } from '@fasocolis/contracts/personal-data';
import { withoutCodes } from '../audience/message-text.ts';
import type { Database } from '../database.ts';
import type { DeliveryState } from '../generated/prisma/client.ts';

const STATES: Record<DeliveryState, string> = {
  PENDING: 'en attente',
  SENT: 'envoyé',
  DROPPED: 'plus nécessaire, non envoyé',
  FAILED: "l'envoi a échoué",
};

export async function readMessageData(
  database: Database,
  { userId, verifiedEmail, hasVerifiedPhone = false, isStaff = false }: PersonalDataSubject,
): Promise<PersonalData> {
  const [notifications, receipts, seen, deliveries, devices, changes, told, stopped] = await Promise.all([
    database.notification.findMany({ where: { targetUserId: userId }, orderBy: { id: 'asc' } }),
    database.readReceipt.findMany({ where: { userId }, orderBy: { readAt: 'asc' }, include: { notification: true } }),
    database.popupSeen.findMany({ where: { userId }, orderBy: { seenAt: 'asc' }, include: { popup: true } }),
    database.delivery.findMany({
      // Those to the administrator carry an address alone.
      where: { OR: [{ userId }, { userId: null, recipient: verifiedEmail ?? '' }] },
      orderBy: { createdAt: 'asc' },
    }),
    database.pushDevice.findMany({ where: { userId }, orderBy: { createdAt: 'asc' } }),
    database.changeToTell.findMany({
      where: { OR: [{ userId }, { ownerId: userId }] },
      orderBy: { id: 'asc' },
      include: { person: true },
    }),
    database.personToTell.findMany({ where: { toldBy: userId }, orderBy: { toldAt: 'asc' } }),
    database.whatsappContact.findMany({ where: { stoppedBy: userId }, orderBy: { stoppedAt: 'asc' } }),
  ]);
  const readAt = new Map(receipts.map((receipt) => [receipt.notificationId, receipt.readAt]));
  return {
    'Notifications pour vous': notifications.map(({ id, title, body, reference, sentAt }) => ({
      Titre: title,
      Texte: (verifiedEmail === null && !hasVerifiedPhone) || isStaff ? withoutCodes(body) : body,
      'Numéro de suivi': reference,
      'Envoyée le': sentAt,
      'Lue le': readAt.get(id) ?? null,
    })),
    'Annonces à tous que vous avez lues': receipts
      .filter(({ notification }) => notification.targetUserId === null)
      .map((receipt) => ({ Titre: receipt.notification.title, 'Lue le': receipt.readAt })),
    'Fenêtres que vous avez vues': seen.map(({ popup, seenAt }) => ({ Titre: popup.title, 'Vue le': seenAt })),
    'E-mails que nous vous avons envoyés': deliveries.map((email) => ({
      Sujet: DELIVERY_KIND_LABELS[email.kind as DeliveryKind],
      Adresse: email.recipient,
      État: STATES[email.state],
      'Dernière erreur': email.lastError,
      'Demandé le': email.createdAt,
      'Envoyé le': email.sentAt,
    })),
    'Téléphones abonnés à votre compte': devices.map(({ endpoint, userAgent, createdAt, seenAt }) => ({
      Navigateur: userAgent,
      'Service de messages': new URL(endpoint).host,
      'Abonné le': createdAt,
      'Vu le': seenAt,
    })),
    'Messages WhatsApp écrits par notre équipe': changes.map(({ title, note, reference, name, person }) => ({
      Titre: title,
      Texte: note,
      'Numéro de suivi': reference,
      Nom: name,
      Téléphone: person.phone,
      'Envoyé le': person.toldAt,
    })),
    // The people themselves are others.
    'Personnes que vous avez prévenues par WhatsApp': told.map(({ toldAt }) => ({ Date: toldAt })),
    'Personnes que vous avez notées comme à ne plus prévenir': stopped.map(({ stoppedAt }) => ({ Date: stoppedAt })),
  };
}
