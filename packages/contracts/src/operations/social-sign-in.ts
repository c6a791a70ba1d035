import * as z from 'zod/mini';
import {
  ConfiguredProvidersSchema,
  PROVIDER_NAMES,
  SignInMethodsSchema,
  SignInUrlSchema,
  SOCIAL_PROVIDERS,
  type SocialProvider,
} from '../auth.ts';
import { MessageSchema } from '../common.ts';
import { defineOperations, operation } from './operation.ts';

/** Begins an attempt, which a HEAD request must not do. */
const socialStart = <const Path extends string>(path: Path, provider: SocialProvider) => ({
  method: 'GET' as const,
  path,
  access: 'public' as const,
  hasHead: false as const,
  summary: `Se connecter avec ${PROVIDER_NAMES[provider]}`,
  responses: { 302: z.null() },
});

const socialReturn = <const Path extends string>(path: Path, provider: SocialProvider) => ({
  ...socialStart(path, provider),
  audit: 'sign-in' as const,
  summary: `Retour de ${PROVIDER_NAMES[provider]}`,
});

export const socialSignInOperations = defineOperations({
  listSignInMethods: operation('GET /api/user/sign-in-methods', 'user', {
    summary: 'Ses moyens de connexion : mot de passe et fournisseurs liés',
    responses: { 200: SignInMethodsSchema },
  }),
  unlinkProvider: operation('DELETE /api/user/sign-in-methods/:provider', 'user', {
    audit: 'sign-in-method-removal',
    summary: 'Ne plus se connecter avec un fournisseur',
    params: z.object({ provider: z.enum(SOCIAL_PROVIDERS) }),
    responses: { 200: MessageSchema },
    refusals: [409],
  }),
  listSignInProviders: operation('GET /api/auth/providers', 'public', {
    summary: 'Les fournisseurs de connexion configurés',
    shared: 'everyone',
    responses: { 200: ConfiguredProvidersSchema },
  }),
  startGoogleSignIn: operation('GET /api/auth/google', 'public', {
    hasHead: false,
    summary: 'La page de connexion de Google',
    responses: { 200: SignInUrlSchema },
    // Google may be missing from the settings.
    refusals: [503],
  }),
  startFacebookSignIn: socialStart('/api/auth/facebook', 'facebook'),
  startAppleSignIn: socialStart('/api/auth/apple', 'apple'),
  completeFacebookSignIn: socialReturn('/api/auth/facebook/callback', 'facebook'),
  completeGoogleSignIn: socialReturn('/api/auth/google/callback', 'google'),
  completeAppleSignIn: socialReturn('/api/auth/apple/callback', 'apple'),
  completeAppleSignInByForm: operation('POST /api/auth/apple/callback', 'public', {
    isCrossSite: true,
    audit: 'sign-in',
    summary: "Retour d'Apple",
    description: "Le formulaire que la page d'Apple envoie",
    consumes: 'application/x-www-form-urlencoded',
    responses: { 302: z.null() },
  }),
});
