import * as z from 'zod/mini';
import { UserSchema } from '../auth.ts';
import { atMost, MessageSchema } from '../common.ts';
import {
  AppCodeSchema,
  RecoveryCodesSchema,
  SecondFactorChangeSchema,
  SecondFactorRemovalSchema,
  SecondStepCodeSchema,
  TwoFactorSetupSchema,
  TwoFactorStateSchema,
} from '../two-factor.ts';
import { defineOperations, operation } from './operation.ts';

export const twoFactorOperations = defineOperations({
  completeSignIn: operation('POST /api/auth/second-step', 'public', {
    limit: 'sign-in',
    audit: 'sign-in',
    summary: 'Terminer sa connexion avec un code',
    body: SecondStepCodeSchema,
    responses: { 200: UserSchema },
    refusals: [401],
  }),
  getTwoFactor: operation('GET /api/user/two-factor', 'user', {
    beforeSecondFactor: true,
    summary: "L'état de la validation en deux étapes",
    responses: { 200: TwoFactorStateSchema },
  }),
  beginTwoFactor: operation('POST /api/user/two-factor/setup', 'user', {
    beforeSecondFactor: true,
    summary: "Commencer l'activation",
    body: SecondFactorChangeSchema,
    responses: { 200: TwoFactorSetupSchema },
    refusals: [403, 409],
  }),
  confirmTwoFactor: operation('POST /api/user/two-factor/confirm', 'user', {
    beforeSecondFactor: true,
    audit: 'second-factor-change',
    summary: "Activer avec un code de l'application",
    body: AppCodeSchema,
    responses: { 200: RecoveryCodesSchema },
    refusals: [409],
  }),
  renewRecoveryCodes: operation('POST /api/user/two-factor/recovery-codes', 'user', {
    audit: 'second-factor-change',
    summary: 'Remplacer ses codes de secours',
    body: SecondFactorChangeSchema,
    responses: { 200: RecoveryCodesSchema },
    refusals: [403, 409],
  }),
  disableTwoFactor: operation('POST /api/user/two-factor/disable', 'user', {
    audit: 'second-factor-change',
    summary: 'Désactiver la validation en deux étapes',
    body: SecondFactorRemovalSchema,
    responses: { 200: MessageSchema },
    refusals: [403, 409],
  }),
  disableSecondFactorOf: operation('POST /internal/users/disable-second-factor', 'service', {
    callers: ['auth'],
    audit: 'second-factor-change',
    body: z.object({ login: z.string().check(atMost(200), z.minLength(1)) }),
    responses: { 200: MessageSchema },
    refusals: [404, 409],
  }),
});
