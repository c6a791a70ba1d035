import * as z from 'zod/mini';
import { AlertsSchema } from '../alerts.ts';
import { ChangesSchema } from '../changes.ts';
import { MessageSchema, uuid } from '../common.ts';
import { DeliverySchema, RetriedSchema } from '../deliveries.ts';
import {
  NotificationSchema,
  NotificationsSchema,
  SendNotificationSchema,
  SentNotificationSchema,
} from '../notifications.ts';
import { OrderMessagesSchema } from '../order-messages.ts';
import { PageFailureSchema } from '../page-failures.ts';
import { CreatePopupSchema, PopupSchema, PopupSeenSchema, PopupsSchema, UpdatePopupSchema } from '../popups.ts';
import {
  PushDevicesSchema,
  PushKeySchema,
  PushSummarySchema,
  ReplacePushDeviceSchema,
  SavedPushDeviceSchema,
  SavePushDeviceSchema,
} from '../push.ts';
import { defineOperations, listOf, listWorkbook, operation } from './operation.ts';

/** An image of two megabytes in base64, and the texts. */
const POPUP_BODY_LIMIT = 5 * 1024 * 1024;

export const notificationOperations = defineOperations({
  listNotifications: operation('GET /api/notifications/user/:userId', 'owner-or-admin', {
    summary: "Les notifications d'une personne, celles pour tous comprises, la plus récente d'abord",
    ...listOf(NotificationsSchema),
  }),
  sendNotification: operation('POST /api/notifications', 'admin', {
    summary: 'Envoyer une notification à tous ou à une personne',
    body: SendNotificationSchema,
    responses: { 201: NotificationSchema },
    refusals: [404],
  }),
  listSentNotifications: operation('GET /api/sent-notifications', 'admin', {
    summary: 'Les notifications envoyées par l’équipe',
    ...listOf(z.array(SentNotificationSchema)),
  }),
  markNotificationRead: operation('PATCH /api/notifications/:id/read', 'user', {
    summary: 'Marquer une notification comme lue, pour soi',
    responses: { 200: NotificationSchema },
    refusals: [403, 404],
  }),
  markNotificationsRead: operation('POST /api/notifications/read', 'user', {
    summary: 'Tout marquer comme lu',
    responses: { 200: MessageSchema },
  }),
  listOrderMessages: operation('GET /api/order-messages', 'staff', {
    summary: 'Les messages envoyés au sujet des commandes, le plus récent d’abord',
    ...listOf(OrderMessagesSchema),
  }),
  reportPageFailure: operation('POST /api/page-failures', 'public', {
    summary: 'Signaler une page que le navigateur n’a pas pu animer',
    body: PageFailureSchema,
    responses: { 200: MessageSchema },
  }),
  getPopupImage: operation('GET /api/popup-notifications/images/:file', 'public', {
    summary: 'Une image, dans une de ses largeurs',
    produces: 'image/webp',
    responses: {},
    refusals: [404],
  }),
  listUnseenPopups: operation('GET /api/popup-notifications/unseen/user/:userId', 'owner-or-admin', {
    summary: "Les popups à montrer aujourd'hui à une personne, le plus ancien d'abord",
    ...listOf(PopupsSchema),
  }),
  markPopupSeen: operation('POST /api/popup-notifications/:popupId/seen', 'user', {
    summary: 'Noter que ce popup a été vu',
    body: PopupSeenSchema,
    responses: { 200: MessageSchema },
    refusals: [403, 404],
  }),
  listPopups: operation('GET /api/popup-notifications', 'admin', {
    summary: 'Tous les popups, actifs et inactifs',
    ...listOf(PopupsSchema),
  }),
  createPopup: operation('POST /api/popup-notifications', 'admin', {
    bodyLimit: POPUP_BODY_LIMIT,
    summary: 'Créer un popup; ce qui manque prend sa valeur par défaut',
    body: CreatePopupSchema,
    responses: { 201: PopupSchema },
  }),
  updatePopup: operation('PATCH /api/popup-notifications/:id', 'admin', {
    bodyLimit: POPUP_BODY_LIMIT,
    summary: 'Modifier un popup; ce qui manque reste comme il est',
    body: UpdatePopupSchema,
    responses: { 200: PopupSchema },
    refusals: [404],
  }),
  deletePopup: operation('DELETE /api/popup-notifications/:id', 'admin', {
    summary: "Supprimer un popup, et la mémoire de qui l'a vu",
    responses: { 200: MessageSchema },
    refusals: [404],
  }),
  getPushKey: operation('GET /api/push/key', 'public', {
    summary: 'La clé publique avec laquelle un navigateur s’abonne (VAPID)',
    responses: { 200: PushKeySchema },
  }),
  savePushDevice: operation('POST /api/push/devices', 'public', {
    limit: 'lookup',
    summary: 'Ce dont un téléphone est averti : des colis, son compte, ou plus rien',
    body: SavePushDeviceSchema,
    responses: { 200: SavedPushDeviceSchema },
    refusals: [401, 409],
  }),
  replacePushDevice: operation('PATCH /api/push/devices', 'public', {
    summary: 'Le nouvel abonnement d’un navigateur à la place de l’ancien',
    body: ReplacePushDeviceSchema,
    responses: { 200: MessageSchema },
  }),
  getPushSummary: operation('GET /api/push/summary', 'admin', {
    summary: 'Le nombre de téléphones abonnés à un compte',
    responses: { 200: PushSummarySchema },
  }),
  listPushDevices: operation('GET /api/push/devices', 'user', {
    summary: 'Les téléphones qui reçoivent les nouvelles de votre compte, le plus récent d’abord',
    responses: { 200: PushDevicesSchema },
  }),
  removePushDevice: operation('DELETE /api/push/devices/:id', 'user', {
    summary: 'Ne plus envoyer les nouvelles de votre compte à un téléphone',
    responses: { 200: MessageSchema },
  }),
  listDeliveries: operation('GET /api/email-deliveries', 'admin', {
    summary: 'Les e-mails en route, envoyés et en échec, par pages',
    ...listOf(z.array(DeliverySchema)),
  }),
  retryFailedDeliveries: operation('POST /api/email-deliveries/retry-failed', 'admin', {
    summary: 'Renvoyer tous les e-mails en échec',
    responses: { 200: RetriedSchema },
  }),
  retryDelivery: operation('POST /api/email-deliveries/:id/retry', 'admin', {
    summary: 'Renvoyer un e-mail en échec',
    params: z.object({ id: uuid() }),
    responses: { 200: DeliverySchema },
    refusals: [404, 409],
  }),
  listAlerts: operation('GET /api/alerts', 'admin', {
    summary: 'Ce qui ne va pas sur le serveur',
    responses: { 200: AlertsSchema },
  }),
  listMessageChanges: operation('GET /api/message-changes', 'admin', {
    summary: "Qui a envoyé ou changé un message, le plus récent d'abord",
    ...listOf(ChangesSchema),
  }),
  exportMessageChanges: operation('GET /api/message-changes/export/excel', 'admin', {
    ...listWorkbook,
    summary: 'Exporter en Excel les changements des messages',
  }),
});
