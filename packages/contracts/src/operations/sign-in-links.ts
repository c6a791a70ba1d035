import { ChangesSchema } from '../changes.ts';
import { ListQuerySchema } from '../lists.ts';
import {
  CreateSignInLinkSchema,
  SignInLinkPurposeSchema,
  SignInLinkSchema,
  SignInLinkTokenSchema,
  UseSignInLinkSchema,
} from '../sign-in-links.ts';
import { SecondStepSchema } from '../two-factor.ts';
import { UserSchema } from '../user.ts';
import { defineOperations } from './operation.ts';

export const signInLinkOperations = defineOperations({
  createSignInLink: {
    method: 'POST',
    path: '/api/sign-in-links',
    access: 'staff',
    summary: "Faire un lien de connexion pour le numéro d'un client, à envoyer par WhatsApp",
    body: CreateSignInLinkSchema,
    responses: { 201: SignInLinkSchema },
    refusals: [409],
  },
  // Like the next one for the site alone, so not in the documentation. A POST, so that the token is in no log.
  readSignInLink: {
    method: 'POST',
    path: '/api/sign-in-links/purpose',
    access: 'public',
    limit: 'sign-in',
    body: SignInLinkTokenSchema,
    responses: { 200: SignInLinkPurposeSchema },
  },
  useSignInLink: {
    method: 'POST',
    path: '/api/auth/link',
    access: 'public',
    limit: 'sign-in',
    audit: 'sign-in',
    body: UseSignInLinkSchema,
    responses: { 200: UserSchema, 202: SecondStepSchema },
    refusals: [401],
  },
  listAccountChanges: {
    method: 'GET',
    path: '/api/account-changes',
    access: 'admin',
    summary: "Qui a fait quel lien de connexion, le plus récent d'abord",
    query: ListQuerySchema,
    responses: { 200: ChangesSchema },
  },
});
