import { SOCIAL_PROVIDERS, type SocialProvider } from '@fasocolis/contracts/auth';
import { boundedText } from '@fasocolis/contracts/common';
import { socialSignInOperations } from '@fasocolis/contracts/operations/social-sign-in';
import { ENTRY_PAGES } from '@fasocolis/contracts/site-paths';
import { AppError } from '@fasocolis/service-kit/http/errors';
import { handle } from '@fasocolis/service-kit/http/operations';
import formbody from '@fastify/formbody';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import * as oidc from 'openid-client';
import * as z from 'zod/mini';
import type { Dependencies } from '../shared/dependencies.ts';
import type { SignInProviders } from './providers.ts';
import { browserCookie, keepAttempt, takeAttempt } from './sign-in-attempts.ts';
import { accountFor, SignInRefused } from './social-service.ts';

const NOT_CONFIGURED = "Ce fournisseur de connexion n'est pas configuré";

/** An ID token with the claims of a person. */
const PARAMETER_MAX = 10_000;

const FormSchema = z.record(boundedText(100), boundedText(PARAMETER_MAX));

interface SocialDependencies extends Dependencies {
  providers: SignInProviders;
}

export const socialRoutes: FastifyPluginAsync<SocialDependencies> = async (app, dependencies) => {
  const signIn = new SocialSignIn(dependencies);
  const { publicUrl } = dependencies;
  await app.register(formbody);
  await app.register(startRoutes, { signIn });
  await app.register(callbackRoutes, { signIn, publicUrl });
};

class SocialSignIn {
  readonly #dependencies: SocialDependencies;
  readonly #browser: ReturnType<typeof browserCookie>;

  constructor(dependencies: SocialDependencies) {
    this.#dependencies = dependencies;
    this.#browser = browserCookie(dependencies.publicUrl);
  }

  get configured(): SocialProvider[] {
    return SOCIAL_PROVIDERS.filter((name) => this.#dependencies.providers[name]);
  }

  async begin(name: SocialProvider, request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const provider = this.#dependencies.providers[name];
    if (!provider) throw new AppError('unavailable', NOT_CONFIGURED);
    const state = oidc.randomState();
    const nonce = oidc.randomNonce();
    const verifier = oidc.randomPKCECodeVerifier();
    const url = await provider.authorizationUrl(this.#callbackOf(name).href, { state, nonce, verifier });
    const browser = this.#browser.recognise(request, reply);
    const attempt = { provider: name, nonce, verifier, browser: this.#browser.comesBackFrom(name) ? browser : null };
    await keepAttempt(this.#dependencies.redis, state, attempt);
    return url.href;
  }

  async complete(name: SocialProvider, sent: URLSearchParams, request: FastifyRequest, reply: FastifyReply) {
    try {
      const user = await this.#identify(name, sent, request);
      const admitted = await this.#dependencies.completeFirstStep(user, request, reply, this.#dependencies.database);
      return reply.redirect(this.#landing(admitted === 'session' ? 'login_success=true' : 'second_step=true', name));
    } catch (error) {
      return this.fail(error, name, request, reply);
    }
  }

  fail(error: unknown, name: SocialProvider, request: FastifyRequest, reply: FastifyReply) {
    const isOrdinary =
      error instanceof SignInRefused || error instanceof AppError || error instanceof oidc.AuthorizationResponseError;
    request.log[isOrdinary ? 'info' : 'error']({ err: error, provider: name }, 'social sign-in failed');
    request.audit.outcome = 'failure';
    return reply.redirect(this.#landing('login_error=1', name));
  }

  async #identify(name: SocialProvider, sent: URLSearchParams, request: FastifyRequest) {
    const { database, redis, providers, tokens, sessions, verificationEmails } = this.#dependencies;
    const state = sent.get('state') ?? '';
    const attempt = await takeAttempt(redis, state);
    if (attempt?.provider !== name) throw new SignInRefused('no such attempt is under way');
    if (attempt.browser !== null && attempt.browser !== this.#browser.idOf(request)) {
      throw new SignInRefused('the attempt was started by another browser');
    }
    const provider = providers[name];
    if (!provider) throw new SignInRefused('the provider is not configured any more');
    const callback = this.#callbackOf(name);
    callback.search = sent.toString();
    const profile = await provider.profile(callback, { ...attempt, state });
    const accounts = { tokens, sessions, verificationEmails, requestId: request.id };
    return accountFor(database, { provider: name, profile, ...accounts });
  }

  #callbackOf(name: SocialProvider): URL {
    return new URL(`/api/auth/${name}/callback`, this.#dependencies.publicUrl);
  }

  #landing(outcome: 'login_success=true' | 'second_step=true' | 'login_error=1', name: SocialProvider): string {
    return new URL(`${ENTRY_PAGES.auth}?${outcome}&provider=${name}`, this.#dependencies.publicUrl).href;
  }
}

const startRoutes: FastifyPluginAsync<{ signIn: SocialSignIn }> = async (app, { signIn }) => {
  const start = (name: SocialProvider) => async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      return reply.redirect(await signIn.begin(name, request, reply));
    } catch (error) {
      return signIn.fail(error, name, request, reply);
    }
  };
  handle(app, socialSignInOperations.listSignInProviders, async () => ({ configured: signIn.configured }));
  handle(app, socialSignInOperations.startFacebookSignIn, start('facebook'));
  handle(app, socialSignInOperations.startAppleSignIn, start('apple'));

  handle(app, socialSignInOperations.startGoogleSignIn, async (request, reply) => {
    try {
      return { url: await signIn.begin('google', request, reply) };
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw new AppError('unavailable', undefined, { cause: error });
    }
  });
};

const callbackRoutes: FastifyPluginAsync<{ signIn: SocialSignIn; publicUrl: string }> = async (
  app,
  { signIn, publicUrl },
) => {
  const complete = (name: SocialProvider) => (request: FastifyRequest, reply: FastifyReply) =>
    signIn.complete(name, new URL(request.url, publicUrl).searchParams, request, reply);
  handle(app, socialSignInOperations.completeFacebookSignIn, complete('facebook'));
  handle(app, socialSignInOperations.completeGoogleSignIn, complete('google'));
  handle(app, socialSignInOperations.completeAppleSignIn, complete('apple'));

  handle(app, socialSignInOperations.completeAppleSignInByForm, (request, reply) =>
    signIn.complete('apple', new URLSearchParams(FormSchema.safeParse(request.body).data ?? {}), request, reply),
  );
};
