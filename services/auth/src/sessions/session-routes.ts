import { LoginSchema, ReauthenticationSchema, SessionInfoSchema, UserSchema } from '@fasocolis/contracts/auth';
import { MessageSchema, PathNameSchema } from '@fasocolis/contracts/common';
import { ErrorSchema } from '@fasocolis/contracts/errors';
import { contentRange } from '@fasocolis/contracts/lists';
import { SecondStepSchema } from '@fasocolis/contracts/two-factor';
import { callerOf } from '@fasocolis/service-kit/auth/access';
import type { SessionStore, sessionCookie } from '@fasocolis/service-kit/auth/sessions';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { Database } from '../database.ts';
import type { Admit, KnownBrowsers } from '../shared/open-session.ts';
import type { Reauthentication } from '../shared/reauthentication.ts';
import type { SignInLimits } from '../shared/sign-in-limits.ts';
import { presentUser } from '../shared/user-row.ts';
import { signIn } from './session-service.ts';

interface Dependencies {
  database: Database;
  sessions: SessionStore;
  limits: SignInLimits;
  browsers: KnownBrowsers;
  cookie: ReturnType<typeof sessionCookie>;
  reauthentication: Reauthentication;
  admit: Admit;
}

export const sessionRoutes: FastifyPluginAsyncZod<Dependencies> = async (app, dependencies) => {
  await app.register(signInRoutes, dependencies);
  await app.register(openSessionRoutes, dependencies);
};

function clearCookie(reply: FastifyReply, { name, options }: Dependencies['cookie']): void {
  const { maxAge: _, ...attributes } = options;
  reply.clearCookie(name, attributes);
}

const signInRoutes: FastifyPluginAsyncZod<Dependencies> = async (
  app,
  { database, sessions, limits, browsers, cookie, admit },
) => {
  app.post(
    '/api/auth/login',
    {
      config: { access: 'public', audit: 'sign-in' },
      schema: {
        operationId: 'login',
        summary: "Se connecter avec un email ou un nom d'utilisateur",
        description: 'Répond 202, sans session, quand la validation en deux étapes est activée',
        tags: ['auth'],
        body: LoginSchema,
        response: { 200: UserSchema, 202: SecondStepSchema, 400: ErrorSchema, 401: ErrorSchema, 429: ErrorSchema },
      },
    },
    async (request, reply) => {
      const user = await signIn(request.body, request.ip, {
        database,
        limits,
        knowsBrowser: (userId) => browsers.knows(request, userId),
        admit: (each, transaction) => admit(each, request, reply, transaction),
        audit: request.audit,
      });
      return user ? presentUser(user) : reply.code(202).send({ secondStep: true });
    },
  );

  app.post(
    '/api/auth/logout',
    {
      config: { access: 'public', audit: 'sign-out', beforeSecondFactor: true },
      schema: {
        operationId: 'logout',
        summary: 'Se déconnecter',
        tags: ['auth'],
        response: { 200: MessageSchema },
      },
    },
    async (request, reply) => {
      if (request.identity.kind === 'user') await sessions.end(request.identity.userId, request.identity.sessionKey);
      clearCookie(reply, cookie);
      return { message: 'Déconnexion réussie' };
    },
  );
};

const openSessionRoutes: FastifyPluginAsyncZod<Pick<Dependencies, 'sessions' | 'cookie' | 'reauthentication'>> = async (
  app,
  { sessions, cookie, reauthentication },
) => {
  app.post(
    '/api/user/reauthentication',
    {
      config: { access: 'user', beforeSecondFactor: true },
      schema: {
        operationId: 'reauthenticate',
        summary: 'Confirmer son mot de passe pour les dix minutes qui suivent',
        tags: ['auth'],
        body: ReauthenticationSchema,
        response: { 200: MessageSchema, 400: ErrorSchema, 401: ErrorSchema, 429: ErrorSchema },
      },
    },
    async (request) => {
      const attempt = { identity: callerOf(request), address: request.ip };
      await reauthentication.confirm(attempt, request.body.currentPassword);
      return { message: 'Mot de passe confirmé' };
    },
  );

  app.get(
    '/api/user/sessions',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'listSessions',
        summary: 'Ses sessions ouvertes, la plus récente en premier',
        tags: ['auth'],
        response: { 200: z.array(SessionInfoSchema), 401: ErrorSchema },
      },
    },
    async (request, reply) => {
      const { userId, sessionKey } = callerOf(request);
      const open = (await sessions.list(userId)).map(({ key, session: { createdAt, userAgent } }) => ({
        id: key,
        createdAt,
        userAgent,
        isCurrent: key === sessionKey,
      }));
      reply.header('content-range', contentRange('sessions', 0, open.length, open.length));
      return open;
    },
  );

  app.delete(
    '/api/user/sessions/:id',
    {
      config: { access: 'user', audit: 'session-end' },
      schema: {
        operationId: 'endSession',
        summary: 'Fermer une de ses sessions',
        tags: ['auth'],
        params: z.object({ id: PathNameSchema }),
        response: { 200: MessageSchema, 401: ErrorSchema, 404: ErrorSchema },
      },
    },
    async (request, reply) => {
      const { userId, sessionKey } = callerOf(request);
      const { id } = request.params;
      const own = await sessions.list(userId);
      if (!own.some(({ key }) => key === id)) throw new AppError('not-found');
      await sessions.end(userId, id);
      if (id === sessionKey) clearCookie(reply, cookie);
      return { message: 'Session fermée' };
    },
  );
};
