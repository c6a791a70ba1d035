import * as z from 'zod/mini';
import { boundedText, MessageSchema } from '../common.ts';
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
import { defineOperations, listOf, operation } from './operation.ts';

const WebhookVerificationSchema = z.object({
  'hub.mode': z.literal('subscribe'),
  'hub.verify_token': boundedText(200),
  'hub.challenge': boundedText(200),
});

export const whatsappOperations = defineOperations({
  listPeopleToTell: operation('GET /api/to-tell', 'staff', {
    summary: 'Les personnes à prévenir par WhatsApp, et celles qui le sont',
    ...listOf(PeopleToTellSchema),
  }),
  tellPerson: operation('POST /api/to-tell/:id/tell', 'staff', {
    summary: 'Noter qu’une personne est prévenue',
    body: TellSchema,
    responses: { 200: PersonToTellSchema },
    refusals: [404, 409],
  }),
  undoTellPerson: operation('POST /api/to-tell/:id/undo', 'staff', {
    summary: 'Annuler qu’une personne est prévenue',
    responses: { 200: PersonToTellSchema },
    refusals: [404, 409],
  }),
  stopTellingPerson: operation('POST /api/to-tell/:id/stop', 'staff', {
    summary: 'Ne plus prévenir une personne, à sa demande',
    responses: { 200: MessageSchema },
    refusals: [404],
  }),
  listStoppedNumbers: operation('GET /api/stopped-numbers', 'staff', {
    summary: 'Les numéros à ne plus prévenir par WhatsApp',
    ...listOf(StoppedNumbersSchema),
  }),
  resumeTellingNumber: operation('POST /api/stopped-numbers/resume', 'staff', {
    summary: 'Prévenir de nouveau un numéro',
    // The path would be logged.
    body: ResumeNumberSchema,
    responses: { 200: MessageSchema },
    refusals: [404],
  }),
  getWhatsappChoice: operation('GET /api/whatsapp-choice', 'public', {
    shared: 'visitors',
    summary: 'Si la personne d’un lien ne veut plus de messages WhatsApp',
    query: WhatsappChoiceQuerySchema,
    responses: { 200: WhatsappChoiceSchema },
  }),
  setWhatsappChoice: operation('POST /api/whatsapp-choice', 'public', {
    summary: 'Ne plus recevoir de messages WhatsApp, ou en recevoir de nouveau',
    body: SetWhatsappChoiceSchema,
    responses: { 200: WhatsappChoiceSchema },
    refusals: [409],
  }),
  // A POST, so that the token is in no log.
  readPersonalParcel: operation('POST /api/personal-parcel', 'public', {
    limit: 'lookup',
    summary: 'Le code de retrait, pour la personne d’un lien',
    body: PersonalParcelQuerySchema,
    responses: { 200: PersonalParcelSchema },
  }),
  getWhatsappState: operation('GET /api/whatsapp', 'public', {
    summary: "Si l'installation est reliée à WhatsApp",
    responses: { 200: WhatsappStateSchema },
  }),
  verifyWhatsappWebhook: operation('GET /api/whatsapp/webhook', 'public', {
    limit: 'webhook',
    query: WebhookVerificationSchema,
    responses: {},
    refusals: [403],
  }),
  receiveWhatsappWebhook: operation('POST /api/whatsapp/webhook', 'public', {
    limit: 'webhook',
    responses: {},
    refusals: [400, 403],
  }),
});
