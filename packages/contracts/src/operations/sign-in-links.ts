import * as z from 'zod/mini';
import {
  CreateSignInLinkSchema,
  SignInLinkPurposeSchema,
  SignInLinkRequestSchema,
  SignInLinkSchema,
  SignInLinkTokenSchema,
  UseSignInLinkSchema,
} from '../sign-in-links.ts';
import { SecondStepSchema } from '../two-factor.ts';
import { UserSchema } from '../user.ts';
import { defineOperations, listOf, operation } from './operation.ts';

/** Calls of the sites alone, so not in the documentation of the API. */
export const signInLinkOperations = defineOperations({
  createSignInLink: operation('POST /api/sign-in-links', 'staff', {
    summary: 'Créer un lien de connexion à envoyer',
    body: CreateSignInLinkSchema,
    responses: { 201: SignInLinkSchema },
    refusals: [409],
  }),
  listSignInLinkRequests: operation('GET /api/sign-in-link-requests', 'staff', {
    summary: 'Les demandes de lien de connexion',
    ...listOf(z.array(SignInLinkRequestSchema)),
  }),
  // A POST, so that the token is in no log.
  readSignInLink: operation('POST /api/sign-in-links/purpose', 'public', {
    limit: 'sign-in',
    summary: "Savoir à quoi sert un lien de connexion, sans l'utiliser",
    body: SignInLinkTokenSchema,
    responses: { 200: SignInLinkPurposeSchema },
  }),
  useSignInLink: operation('POST /api/auth/link', 'public', {
    limit: 'sign-in',
    audit: 'sign-in',
    summary: "Se connecter avec le lien que l'équipe a envoyé",
    description: 'Répond 202, sans session, quand la validation en deux étapes est activée',
    body: UseSignInLinkSchema,
    responses: { 200: UserSchema, 202: SecondStepSchema },
    refusals: [401],
  }),
});
