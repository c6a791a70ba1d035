import * as z from 'zod/mini';
import {
  AppSettingSchema,
  SetClientCodePrefixSchema,
  SetProductParagraphSchema,
  SetWhatsappNumberSchema,
  SetWhatsappTemplateSchema,
} from '../app-settings.ts';
import { ChangesSchema } from '../changes.ts';
import { ChinaAddressesSchema, SetChinaAddressesSchema } from '../china-addresses.ts';
import { MessageSchema, PathNameSchema } from '../common.ts';
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
import { ListQuerySchema } from '../lists.ts';
import { PickupPointsSchema, SetPickupPointsSchema } from '../pickup-points.ts';
import { SetTellTextSchema } from '../tell-text.ts';
import { byId, defineOperations, WORKBOOK_TYPE } from './operation.ts';

/** As written in D-38; a page is at most 200,000 characters long. */
const PAGE_BODY_LIMIT = 5 * 1024 * 1024;

const bySlug = z.object({ slug: PathNameSchema });

const settingChange = {
  method: 'POST',
  access: 'admin',
  responses: { 200: AppSettingSchema },
} as const;

export const contentOperations = defineOperations({
  sendContactMessage: {
    method: 'POST',
    path: '/api/contact-messages',
    access: 'public',
    summary: 'Écrire au service client',
    body: CreateContactMessageSchema,
    responses: { 201: ContactReceiptSchema },
  },
  getContactMessage: {
    method: 'GET',
    path: '/internal/contact-messages/:id',
    access: 'service',
    callers: ['notify'],
    params: byId,
    responses: { 200: ContactMessageSchema },
    refusals: [404],
  },
  listContactMessages: {
    method: 'GET',
    path: '/api/contact-messages',
    access: 'admin',
    summary: 'Les messages reçus, par pages',
    query: ListQuerySchema,
    responses: { 200: ContactMessagesSchema },
  },
  listUnreadContactMessages: {
    method: 'GET',
    path: '/api/contact-messages/unread',
    access: 'admin',
    summary: 'Les messages non lus, par pages',
    query: ListQuerySchema,
    responses: { 200: ContactMessagesSchema },
  },
  markContactMessageRead: {
    method: 'PATCH',
    path: '/api/contact-messages/:id/read',
    access: 'admin',
    summary: 'Marquer un message comme lu',
    params: byId,
    responses: { 200: ContactMessageSchema },
    refusals: [404],
  },
  setContactMessageAnswered: {
    method: 'PATCH',
    path: '/api/contact-messages/:id/answered',
    access: 'admin',
    summary: 'Noter qu’un message a reçu une réponse, ou pas encore',
    params: byId,
    body: AnsweredSchema,
    responses: { 200: ContactMessageSchema },
    refusals: [404],
  },
  deleteContactMessage: {
    method: 'DELETE',
    path: '/api/contact-messages/:id',
    access: 'admin',
    summary: 'Supprimer un message',
    params: byId,
    responses: { 200: MessageSchema },
    refusals: [404],
  },
  listStaticPages: {
    method: 'GET',
    path: '/api/static-pages',
    access: 'admin',
    summary: 'Les pages, sans leur contenu',
    query: ListQuerySchema,
    responses: { 200: z.array(StaticPageSummarySchema) },
  },
  getStaticPage: {
    method: 'GET',
    path: '/api/static-pages/:slug',
    access: 'public',
    shared: 'everyone',
    summary: 'Une page',
    params: bySlug,
    responses: { 200: StaticPageSchema },
    refusals: [404],
  },
  updateStaticPage: {
    method: 'PATCH',
    path: '/api/static-pages/:slug',
    access: 'admin',
    bodyLimit: PAGE_BODY_LIMIT,
    summary: 'Modifier une page',
    params: bySlug,
    body: UpdateStaticPageSchema,
    responses: { 200: StaticPageSchema },
    refusals: [404, 409],
  },
  getAppSetting: {
    method: 'GET',
    path: '/api/app-settings/:key',
    access: 'public',
    shared: 'everyone',
    summary: 'Un paramètre du site',
    params: z.object({ key: PathNameSchema }),
    responses: { 200: AppSettingSchema },
    refusals: [404],
  },
  getWhatsappNumber: {
    method: 'GET',
    path: '/api/whatsapp-number',
    access: 'public',
    shared: 'everyone',
    summary: 'Le numéro WhatsApp du service client',
    responses: { 200: WhatsappNumberSchema },
    refusals: [404],
  },
  setWhatsappNumber: {
    ...settingChange,
    path: '/api/app-settings/whatsapp_number',
    summary: 'Changer le numéro WhatsApp',
    body: SetWhatsappNumberSchema,
  },
  setProductParagraph: {
    ...settingChange,
    path: '/api/app-settings/product_detail_paragraph',
    summary: 'Changer le paragraphe des pages de produits',
    body: SetProductParagraphSchema,
  },
  setTellText: {
    ...settingChange,
    path: '/api/app-settings/tell_text',
    summary: 'Changer le message WhatsApp',
    body: SetTellTextSchema,
  },
  setWhatsappTemplate: {
    ...settingChange,
    path: '/api/app-settings/whatsapp_template',
    summary: 'Changer le modèle de message WhatsApp',
    body: SetWhatsappTemplateSchema,
  },
  setClientCodePrefix: {
    ...settingChange,
    path: '/api/app-settings/client_code_prefix',
    summary: 'Changer le préfixe des codes client',
    body: SetClientCodePrefixSchema,
  },
  getPickupPoints: {
    method: 'GET',
    path: '/api/pickup-points',
    access: 'public',
    shared: 'everyone',
    summary: 'Les lieux de retrait, un par ville',
    responses: { 200: PickupPointsSchema },
  },
  setPickupPoints: {
    ...settingChange,
    path: '/api/pickup-points',
    summary: 'Changer les lieux de retrait',
    body: SetPickupPointsSchema,
    responses: { 200: PickupPointsSchema },
  },
  getChinaAddresses: {
    method: 'GET',
    path: '/api/china-addresses',
    access: 'user',
    summary: 'Les adresses des entrepôts en Chine',
    responses: { 200: ChinaAddressesSchema },
  },
  setChinaAddresses: {
    ...settingChange,
    path: '/api/china-addresses',
    summary: 'Changer les adresses des entrepôts en Chine',
    body: SetChinaAddressesSchema,
    responses: { 200: ChinaAddressesSchema },
  },
  listSettingChanges: {
    method: 'GET',
    path: '/api/setting-changes',
    access: 'admin',
    summary: "Qui a changé quel paramètre, le plus récent d'abord",
    query: ListQuerySchema,
    responses: { 200: ChangesSchema },
  },
  exportSettingChanges: {
    method: 'GET',
    path: '/api/setting-changes/export/excel',
    access: 'admin',
    summary: 'Exporter en Excel les changements des paramètres et pages',
    audit: 'export',
    hasHead: false,
    query: ListQuerySchema,
    produces: WORKBOOK_TYPE,
    responses: {},
  },
});
