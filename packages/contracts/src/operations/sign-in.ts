import * as z from 'zod/mini';
import {
  EmailVerificationSchema,
  ForgotPasswordSchema,
  LoginSchema,
  ReauthenticationSchema,
  RegisterSchema,
  ResetPasswordSchema,
  SessionInfoSchema,
  TokenValiditySchema,
  UserSchema,
} from '../auth.ts';
import { boundedText, MessageSchema, PathNameSchema } from '../common.ts';
import {
  IssuedPhoneCodeSchema,
  NamesNeededSchema,
  PhoneCodeRequestSchema,
  PhoneCodeSchema,
  PhoneSignInSchema,
} from '../phone-sign-in.ts';
import { SecondStepSchema } from '../two-factor.ts';
import { defineOperations, operation } from './operation.ts';

const byToken = z.object({ token: z.optional(boundedText(200)) });

export const signInOperations = defineOperations({
  login: operation('POST /api/auth/login', 'public', {
    limit: 'sign-in',
    audit: 'sign-in',
    summary: "Se connecter avec un email ou un nom d'utilisateur",
    description: 'Répond 202, sans session, quand la validation en deux étapes est activée',
    body: LoginSchema,
    responses: { 200: UserSchema, 202: SecondStepSchema },
    refusals: [401],
  }),
  logout: operation('POST /api/auth/logout', 'public', {
    beforeSecondFactor: true,
    audit: 'sign-out',
    summary: 'Se déconnecter',
    responses: { 200: MessageSchema },
  }),
  reauthenticate: operation('POST /api/user/reauthentication', 'user', {
    beforeSecondFactor: true,
    summary: 'Confirmer son mot de passe pour les dix minutes qui suivent',
    body: ReauthenticationSchema,
    responses: { 200: MessageSchema },
  }),
  listSessions: operation('GET /api/user/sessions', 'user', {
    summary: 'Ses sessions ouvertes, la plus récente en premier',
    responses: { 200: z.array(SessionInfoSchema) },
  }),
  endSession: operation('DELETE /api/user/sessions/:id', 'user', {
    audit: 'session-end',
    summary: 'Fermer une de ses sessions',
    params: z.object({ id: PathNameSchema }),
    responses: { 200: MessageSchema },
    refusals: [404],
  }),
  register: operation('POST /api/auth/register', 'public', {
    audit: 'registration',
    summary: 'Créer un compte',
    body: RegisterSchema,
    responses: { 201: UserSchema },
    refusals: [409],
  }),
  forgotPassword: operation('POST /api/auth/forgot-password', 'public', {
    summary: 'Demander un lien de réinitialisation',
    body: ForgotPasswordSchema,
    responses: { 200: MessageSchema },
  }),
  verifyResetToken: operation('GET /api/auth/verify-reset-token', 'public', {
    summary: 'Savoir si un lien de réinitialisation est encore valable',
    query: byToken,
    responses: { 200: TokenValiditySchema },
  }),
  resetPassword: operation('POST /api/auth/reset-password', 'public', {
    audit: 'password-reset',
    summary: 'Choisir un nouveau mot de passe',
    body: ResetPasswordSchema,
    responses: { 200: MessageSchema },
  }),
  verifyEmail: operation('GET /api/email/verify', 'public', {
    // A HEAD request must not verify.
    hasHead: false,
    summary: 'Vérifier une adresse email',
    query: byToken,
    responses: { 200: EmailVerificationSchema },
  }),
  sendVerification: operation('POST /api/email/send-verification', 'user', {
    beforeSecondFactor: true,
    summary: 'Demander un email de vérification',
    responses: { 200: MessageSchema },
    refusals: [400],
  }),
  beginPhoneSignIn: operation('POST /api/auth/whatsapp', 'public', {
    limit: 'sign-in',
    summary: 'Demander un code par WhatsApp, pour se connecter ou pour vérifier son numéro',
    description: 'Le texte est à envoyer par WhatsApp au numéro du transitaire, qui répond avec le code',
    responses: { 200: PhoneSignInSchema },
  }),
  completePhoneSignIn: operation('POST /api/auth/whatsapp/code', 'public', {
    limit: 'sign-in',
    audit: 'sign-in',
    summary: 'Terminer avec le code reçu par WhatsApp',
    description: "Répond 202 quand le numéro n'a pas encore de compte, ou quand la validation en deux étapes suit",
    body: PhoneCodeSchema,
    responses: { 200: UserSchema, 202: z.union([SecondStepSchema, NamesNeededSchema]) },
    refusals: [401, 409],
  }),
  issuePhoneCode: operation('POST /internal/phone-codes', 'service', {
    callers: ['notify'],
    body: PhoneCodeRequestSchema,
    responses: { 200: IssuedPhoneCodeSchema },
  }),
});
