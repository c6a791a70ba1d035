import * as z from 'zod/mini';
import { boundedText, MessageSchema } from '../common.ts';
import { ListQuerySchema } from '../lists.ts';
import { PersonalParcelQuerySchema, PersonalParcelSchema } from '../personal-parcel.ts';
import {
  ResumeNumberSchema,
  SetWhatsappChoiceSchema,
  StoppedNumbersSchema,
  WhatsappChoiceQuerySchema,
  WhatsappChoiceSchema,
} from '../stopped-numbers.ts';
import { PeopleToTellSchema, PersonToTellSchema, TellSchema } from '../to-tell.ts';
import { WhatsappStateSchema } from '../whatsapp-state.ts';
import { byId, defineOperations } from './operation.ts';

const WebhookVerificationSchema = z.object({
  'hub.mode': z.literal('subscribe'),
  'hub.verify_token': boundedText(200),
  'hub.challenge': boundedText(200),
});

export const whatsappOperations = defineOperations({
  listPeopleToTell: {
    method: 'GET',
    path: '/api/to-tell',
    access: 'staff',
    summary: 'Les personnes à prévenir par WhatsApp, et celles qui le sont',
    query: ListQuerySchema,
    responses: { 200: PeopleToTellSchema },
  },
  tellPerson: {
    method: 'POST',
    path: '/api/to-tell/:id/tell',
    access: 'staff',
    summary: 'Noter qu’une personne est prévenue',
    params: byId,
    body: TellSchema,
    responses: { 200: PersonToTellSchema },
    refusals: [404, 409],
  },
  undoTellPerson: {
    method: 'POST',
    path: '/api/to-tell/:id/undo',
    access: 'staff',
    summary: 'Annuler qu’une personne est prévenue',
    params: byId,
    responses: { 200: PersonToTellSchema },
    refusals: [404, 409],
  },
  stopTellingPerson: {
    method: 'POST',
    path: '/api/to-tell/:id/stop',
    access: 'staff',
    summary: 'Ne plus prévenir une personne, à sa demande',
    params: byId,
    responses: { 200: MessageSchema },
    refusals: [404],
  },
  listStoppedNumbers: {
    method: 'GET',
    path: '/api/stopped-numbers',
    access: 'staff',
    summary: 'Les numéros à ne plus prévenir par WhatsApp',
    query: ListQuerySchema,
    responses: { 200: StoppedNumbersSchema },
  },
  resumeTellingNumber: {
    method: 'POST',
    path: '/api/stopped-numbers/resume',
    access: 'staff',
    summary: 'Prévenir de nouveau un numéro',
    // The path would be logged.
    body: ResumeNumberSchema,
    responses: { 200: MessageSchema },
    refusals: [404],
  },
  getWhatsappChoice: {
    method: 'GET',
    path: '/api/whatsapp-choice',
    access: 'public',
    shared: 'visitors',
    summary: 'Si la personne d’un lien ne veut plus de messages WhatsApp',
    query: WhatsappChoiceQuerySchema,
    responses: { 200: WhatsappChoiceSchema },
  },
  setWhatsappChoice: {
    method: 'POST',
    path: '/api/whatsapp-choice',
    access: 'public',
    summary: 'Ne plus recevoir de messages WhatsApp, ou en recevoir de nouveau',
    body: SetWhatsappChoiceSchema,
    responses: { 200: WhatsappChoiceSchema },
    refusals: [409],
  },
  // A POST, so that the token is in no log.
  readPersonalParcel: {
    method: 'POST',
    path: '/api/personal-parcel',
    access: 'public',
    limit: 'lookup',
    summary: 'Le code de retrait, pour la personne d’un lien',
    body: PersonalParcelQuerySchema,
    responses: { 200: PersonalParcelSchema },
  },
  getWhatsappState: {
    method: 'GET',
    path: '/api/whatsapp',
    access: 'public',
    summary: "Si l'installation est reliée à WhatsApp",
    responses: { 200: WhatsappStateSchema },
  },
  verifyWhatsappWebhook: {
    method: 'GET',
    path: '/api/whatsapp/webhook',
    access: 'public',
    limit: 'webhook',
    query: WebhookVerificationSchema,
    responses: {},
    refusals: [403],
  },
  receiveWhatsappWebhook: {
    method: 'POST',
    path: '/api/whatsapp/webhook',
    access: 'public',
    limit: 'webhook',
    responses: {},
    refusals: [400, 403],
  },
});
