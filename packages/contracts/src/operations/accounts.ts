import * as z from 'zod/mini';
import { ChangePasswordSchema, RestoreEmailSchema, UpdateProfileSchema, UserSchema } from '../auth.ts';
import { IdSchema, InstantSchema, MessageSchema, uuid } from '../common.ts';
import {
  AdministratorAddressSchema,
  EmailRecipientIdsSchema,
  EmailRecipientSchema,
  EmailRefusalSchema,
  EmailTokenSchema,
  PageOfIdsSchema,
  UnsubscribeQuerySchema,
} from '../email.ts';
import { BroadcastAudienceSchema } from '../notifications.ts';
import { ConfirmationSchema, PersonalDataSchema } from '../personal-data.ts';
import { UserLookupResultSchema, UserLookupSchema, UserPhonesQuerySchema, UserPhonesSchema } from '../user-lookup.ts';
import { defineOperations, listOf, operation, workbook } from './operation.ts';

export const accountOperations = defineOperations({
  getCurrentUser: operation('GET /api/user', 'user', {
    beforeSecondFactor: true,
    isEmptyForVisitors: true,
    summary: 'La personne connectée',
    responses: { 200: UserSchema },
  }),
  getUser: operation('GET /internal/users/:id', 'service', {
    callers: ['orders', 'notify'],
    /** Former releases send no time and no city, which only agents have. */
    responses: {
      200: z.object({
        id: IdSchema,
        createdAt: z.optional(InstantSchema),
        city: z.optional(z.nullable(z.string())),
      }),
    },
    refusals: [404],
  }),
  lookUpUsers: operation('POST /internal/users/lookup', 'service', {
    callers: ['orders'],
    body: UserLookupSchema,
    responses: { 200: UserLookupResultSchema },
  }),
  listUserPhones: operation('POST /internal/users/phones', 'service', {
    callers: ['notify', 'orders'],
    body: UserPhonesQuerySchema,
    responses: { 200: UserPhonesSchema },
  }),
  listStaffNames: operation('GET /internal/staff', 'service', {
    callers: ['orders', 'notify', 'catalog', 'content'],
    responses: { 200: z.array(z.object({ id: IdSchema, firstName: z.string(), lastName: z.string() })) },
  }),
  listUsers: operation('GET /api/users', 'admin', {
    summary: 'Tous les utilisateurs, par pages',
    ...listOf(z.array(UserSchema)),
  }),
  getBroadcastAudience: operation('GET /api/users/audience', 'admin', {
    summary: 'Combien de clients une diffusion touche',
    responses: { 200: BroadcastAudienceSchema },
  }),
  exportUsers: operation('GET /api/users/export/excel', 'admin', {
    ...workbook,
    summary: 'Tous les utilisateurs, en classeur Excel',
  }),
  deleteUser: operation('DELETE /api/users/:id', 'user', {
    summary: 'Supprimer un utilisateur et ses données',
    responses: { 200: MessageSchema },
    refusals: [403, 404],
  }),
  updateUser: operation('PATCH /api/users/:id', 'owner-or-admin', {
    ownerParam: 'id',
    summary: 'Changer un profil',
    body: UpdateProfileSchema,
    responses: { 200: UserSchema },
    refusals: [404, 409],
  }),
  changePassword: operation('PATCH /api/users/:id/password', 'owner', {
    ownerParam: 'id',
    audit: 'password-change',
    summary: 'Changer son mot de passe',
    body: ChangePasswordSchema,
    responses: { 200: MessageSchema },
  }),
  restoreEmail: operation('POST /api/email/restore', 'public', {
    audit: 'email-restoration',
    summary: "Annuler un changement d'email que l'on n'a pas demandé",
    body: RestoreEmailSchema,
    responses: { 200: MessageSchema },
    refusals: [409],
  }),
  exportOwnData: operation('POST /api/user/export', 'user', {
    audit: 'export',
    summary: 'Télécharger ses données',
    body: ConfirmationSchema,
    responses: { 200: PersonalDataSchema },
    refusals: [403],
  }),
  deleteOwnAccount: operation('POST /api/user/deletion', 'user', {
    audit: 'account-deletion',
    summary: 'Supprimer son compte',
    body: ConfirmationSchema,
    responses: { 200: MessageSchema },
    refusals: [403, 404],
  }),
  listEmailRecipients: operation('GET /internal/mail-recipients', 'service', {
    callers: ['notify'],
    query: PageOfIdsSchema,
    responses: { 200: EmailRecipientIdsSchema },
  }),
  getEmailRecipient: operation('GET /internal/mail-recipients/:id', 'service', {
    callers: ['notify'],
    responses: { 200: z.union([EmailRecipientSchema, EmailRefusalSchema]) },
    refusals: [404],
  }),
  getAdministratorAddress: operation('GET /internal/administrator', 'service', {
    callers: ['notify'],
    responses: { 200: AdministratorAddressSchema },
    refusals: [404],
  }),
  openUnsubscribePage: operation('GET /api/email/unsubscribe', 'public', {
    summary: 'Ouvrir la page de désabonnement',
    query: UnsubscribeQuerySchema,
    responses: { 302: z.null() },
  }),
  unsubscribe: operation('POST /api/email/unsubscribe', 'public', {
    isCrossSite: true,
    summary: 'Ne plus recevoir de notifications par email',
    query: UnsubscribeQuerySchema,
    responses: { 200: MessageSchema },
  }),
  getEmailToken: operation('GET /internal/mail-tokens/:id', 'service', {
    callers: ['notify'],
    params: z.object({ id: uuid() }),
    responses: { 200: EmailTokenSchema },
    refusals: [404],
  }),
});
