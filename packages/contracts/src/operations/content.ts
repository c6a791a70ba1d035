import * as z from 'zod/mini';
import {
  AppSettingSchema,
  SetProductParagraphSchema,
  SetWhatsappNumberSchema,
  SetWhatsappTemplateSchema,
} from '../app-settings.ts';
import { ChangesSchema } from '../changes.ts';
import { ChinaAddressesSchema, SetChinaAddressesSchema } from '../china-addresses.ts';
import { NewClientCodePrefixSchema } from '../client-code-prefix.ts';
import { MessageSchema } from '../common.ts';
import {
  AnsweredSchema,
  ContactMessageSchema,
  ContactMessagesSchema,
  ContactReceiptSchema,
  CreateContactMessageSchema,
  StaticPageSchema,
  StaticPageSummarySchema,
  UpdateStaticPageSchema,
  WhatsappNumberSchema,
} from '../content.ts';
import { PickupPointsSchema, SetPickupPointsSchema } from '../pickup-points.ts';
import { SetTellTextSchema } from '../tell-text.ts';
import { defineOperations, listOf, listWorkbook, operation } from './operation.ts';

/** As written in D-38; a page is at most 200,000 characters long. */
const PAGE_BODY_LIMIT = 5 * 1024 * 1024;

export const contentOperations = defineOperations({
  sendContactMessage: operation('POST /api/contact-messages', 'public', {
    summary: 'Écrire au service client',
    body: CreateContactMessageSchema,
    responses: { 201: ContactReceiptSchema },
  }),
  getContactMessage: operation('GET /internal/contact-messages/:id', 'service', {
    callers: ['notify'],
    responses: { 200: ContactMessageSchema },
    refusals: [404],
  }),
  listContactMessages: operation('GET /api/contact-messages', 'admin', {
    summary: 'Les messages reçus, par pages',
    ...listOf(ContactMessagesSchema),
  }),
  listUnreadContactMessages: operation('GET /api/contact-messages/unread', 'admin', {
    summary: 'Les messages non lus, par pages',
    ...listOf(ContactMessagesSchema),
  }),
  markContactMessageRead: operation('PATCH /api/contact-messages/:id/read', 'admin', {
    summary: 'Marquer un message comme lu',
    responses: { 200: ContactMessageSchema },
    refusals: [404],
  }),
  setContactMessageAnswered: operation('PATCH /api/contact-messages/:id/answered', 'admin', {
    summary: 'Noter qu’un message a reçu une réponse, ou pas encore',
    body: AnsweredSchema,
    responses: { 200: ContactMessageSchema },
    refusals: [404],
  }),
  deleteContactMessage: operation('DELETE /api/contact-messages/:id', 'admin', {
    summary: 'Supprimer un message',
    responses: { 200: MessageSchema },
    refusals: [404],
  }),
  listStaticPages: operation('GET /api/static-pages', 'admin', {
    summary: 'Les pages, sans leur contenu',
    ...listOf(z.array(StaticPageSummarySchema)),
  }),
  getStaticPage: operation('GET /api/static-pages/:slug', 'public', {
    shared: 'everyone',
    summary: 'Une page',
    responses: { 200: StaticPageSchema },
    refusals: [404],
  }),
  updateStaticPage: operation('PATCH /api/static-pages/:slug', 'admin', {
    bodyLimit: PAGE_BODY_LIMIT,
    summary: 'Modifier une page',
    body: UpdateStaticPageSchema,
    responses: { 200: StaticPageSchema },
    refusals: [404],
  }),
  getAppSetting: operation('GET /api/app-settings/:key', 'public', {
    shared: 'everyone',
    summary: 'Un paramètre du site',
    responses: { 200: AppSettingSchema },
    refusals: [404],
  }),
  getWhatsappNumber: operation('GET /api/whatsapp-number', 'public', {
    shared: 'everyone',
    summary: 'Le numéro WhatsApp du service client',
    responses: { 200: WhatsappNumberSchema },
    refusals: [404],
  }),
  setWhatsappNumber: operation('POST /api/app-settings/whatsapp_number', 'admin', {
    summary: 'Changer le numéro WhatsApp',
    body: SetWhatsappNumberSchema,
    responses: { 200: AppSettingSchema },
  }),
  setProductParagraph: operation('POST /api/app-settings/product_detail_paragraph', 'admin', {
    summary: 'Changer le paragraphe des pages de produits',
    body: SetProductParagraphSchema,
    responses: { 200: AppSettingSchema },
  }),
  setTellText: operation('POST /api/app-settings/tell_text', 'admin', {
    summary: 'Changer le message WhatsApp',
    body: SetTellTextSchema,
    responses: { 200: AppSettingSchema },
  }),
  setWhatsappTemplate: operation('POST /api/app-settings/whatsapp_template', 'admin', {
    summary: 'Changer le modèle de message WhatsApp',
    body: SetWhatsappTemplateSchema,
    responses: { 200: AppSettingSchema },
  }),
  setClientCodePrefix: operation('POST /api/app-settings/client_code_prefix', 'admin', {
    summary: 'Changer le préfixe des codes client',
    body: NewClientCodePrefixSchema,
    responses: { 200: AppSettingSchema },
  }),
  getPickupPoints: operation('GET /api/pickup-points', 'public', {
    shared: 'everyone',
    summary: 'Les lieux de retrait, un par ville',
    responses: { 200: PickupPointsSchema },
  }),
  setPickupPoints: operation('POST /api/pickup-points', 'admin', {
    summary: 'Changer les lieux de retrait',
    body: SetPickupPointsSchema,
    responses: { 200: PickupPointsSchema },
  }),
  getChinaAddresses: operation('GET /api/china-addresses', 'user', {
    summary: 'Les adresses des entrepôts en Chine',
    responses: { 200: ChinaAddressesSchema },
  }),
  setChinaAddresses: operation('POST /api/china-addresses', 'admin', {
    summary: 'Changer les adresses des entrepôts en Chine',
    body: SetChinaAddressesSchema,
    responses: { 200: ChinaAddressesSchema },
  }),
  listSettingChanges: operation('GET /api/setting-changes', 'admin', {
    summary: "Qui a changé quel paramètre, le plus récent d'abord",
    ...listOf(ChangesSchema),
  }),
  exportSettingChanges: operation('GET /api/setting-changes/export/excel', 'admin', {
    ...listWorkbook,
    summary: 'Exporter en Excel les changements des paramètres et pages',
  }),
});
