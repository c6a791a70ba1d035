import { UserSchema } from '@fasocolis/contracts/auth';
import { atMost, MessageSchema } from '@fasocolis/contracts/common';
import { ErrorSchema } from '@fasocolis/contracts/errors';
import {
  AppCodeSchema,
  RecoveryCodesSchema,
  SecondFactorChangeSchema,
  SecondFactorRemovalSchema,
  SecondStepCodeSchema,
  TwoFactorSetupSchema,
  TwoFactorStateSchema,
} from '@fasocolis/contracts/two-factor';
import { callerOf } from '@fasocolis/service-kit/auth/access';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { Reauthentication } from '../shared/reauthentication.ts';
import { accountSubject } from '../shared/sign-in-limits.ts';
import { presentUser } from '../shared/user-row.ts';
import { completeSignIn, type SecondStepDependencies } from './second-step.ts';
import type { TwoFactor } from './two-factor-service.ts';

interface Dependencies extends SecondStepDependencies {
  reauthentication: Reauthentication;
}

const refusals = { 400: ErrorSchema, 401: ErrorSchema, 409: ErrorSchema };
const changeRefusals = { ...refusals, 403: ErrorSchema, 429: ErrorSchema };

export const twoFactorRoutes: FastifyPluginAsyncZod<Dependencies> = async (app, dependencies) => {
  await app.register(secondStepRoutes, dependencies);
  await app.register(setupRoutes, dependencies);
  await app.register(changeRoutes, dependencies);
};

const secondStepRoutes: FastifyPluginAsyncZod<SecondStepDependencies> = async (app, dependencies) => {
  app.post(
    '/api/auth/second-step',
    {
      config: { access: 'public', audit: 'sign-in' },
      schema: {
        operationId: 'completeSignIn',
        summary: "Terminer sa connexion avec un code de l'application ou un code de secours",
        tags: ['auth'],
        body: SecondStepCodeSchema,
        response: { 200: UserSchema, 400: ErrorSchema, 401: ErrorSchema, 429: ErrorSchema },
      },
    },
    async (request, reply) => presentUser(await completeSignIn(request.body.code, request, reply, dependencies)),
  );
};

const changeOf = (request: FastifyRequest) => ({ userId: callerOf(request).userId, requestId: request.id });

const setupRoutes: FastifyPluginAsyncZod<{ twoFactor: TwoFactor; reauthentication: Reauthentication }> = async (
  app,
  { twoFactor, reauthentication },
) => {
  app.get(
    '/api/user/two-factor',
    {
      config: { access: 'user', beforeSecondFactor: true },
      schema: {
        operationId: 'getTwoFactor',
        summary: "L'état de la validation en deux étapes",
        tags: ['auth'],
        response: { 200: TwoFactorStateSchema, 401: ErrorSchema },
      },
    },
    async (request) => twoFactor.state(callerOf(request).userId),
  );

  app.post(
    '/api/user/two-factor/setup',
    {
      config: { access: 'user', beforeSecondFactor: true },
      schema: {
        operationId: 'beginTwoFactor',
        summary: "Commencer l'activation : le secret pour l'application",
        tags: ['auth'],
        body: SecondFactorChangeSchema,
        response: { 200: TwoFactorSetupSchema, ...changeRefusals },
      },
    },
    async (request) => {
      const identity = callerOf(request);
      await reauthentication.assertRecent({ identity, address: request.ip }, request.body.currentPassword);
      return twoFactor.begin(identity.userId);
    },
  );

  app.post(
    '/api/user/two-factor/confirm',
    {
      config: { access: 'user', audit: 'second-factor-change', beforeSecondFactor: true },
      schema: {
        operationId: 'confirmTwoFactor',
        summary: "Activer avec un code de l'application",
        tags: ['auth'],
        body: AppCodeSchema,
        response: { 200: RecoveryCodesSchema, ...refusals },
      },
    },
    async (request) => {
      const { sessionKey } = callerOf(request);
      return { recoveryCodes: await twoFactor.confirm(request.body.code, sessionKey, changeOf(request)) };
    },
  );
};

const changeRoutes: FastifyPluginAsyncZod<Pick<Dependencies, 'twoFactor' | 'reauthentication' | 'limits'>> = async (
  app,
  { twoFactor, reauthentication, limits },
) => {
  app.post(
    '/api/user/two-factor/recovery-codes',
    {
      config: { access: 'user', audit: 'second-factor-change' },
      schema: {
        operationId: 'renewRecoveryCodes',
        summary: 'Remplacer ses codes de secours',
        tags: ['auth'],
        body: SecondFactorChangeSchema,
        response: { 200: RecoveryCodesSchema, ...changeRefusals },
      },
    },
    async (request) => {
      const attempt = { identity: callerOf(request), address: request.ip };
      await reauthentication.assertRecent(attempt, request.body.currentPassword);
      return { recoveryCodes: await twoFactor.renewRecoveryCodes(changeOf(request)) };
    },
  );

  app.post(
    '/api/user/two-factor/disable',
    {
      config: { access: 'user', audit: 'second-factor-change' },
      schema: {
        operationId: 'disableTwoFactor',
        summary: 'Désactiver la validation en deux étapes',
        tags: ['auth'],
        body: SecondFactorRemovalSchema,
        response: { 200: MessageSchema, ...changeRefusals },
      },
    },
    async (request) => {
      const attempt = { identity: callerOf(request), address: request.ip };
      const { code, currentPassword } = request.body;
      await reauthentication.assertRecent(attempt, currentPassword);
      const guess = { account: accountSubject(attempt.identity.userId), address: request.ip, isKnownBrowser: true };
      await limits.assertOpen(guess);
      await twoFactor.disable(code, changeOf(request)).catch(async (error) => {
        if (error instanceof AppError && error.code === 'bad-request') await limits.countFailure(guess);
        throw error;
      });
      return { message: 'Validation en deux étapes désactivée' };
    },
  );

  app.post(
    '/internal/users/disable-second-factor',
    {
      config: { access: 'service', callers: ['auth'], audit: 'second-factor-change' },
      schema: {
        body: z.object({ login: z.string().check(atMost(200), z.minLength(1)) }),
        response: { 200: MessageSchema, 400: ErrorSchema, 403: ErrorSchema, 404: ErrorSchema, 409: ErrorSchema },
      },
    },
    async (request) => {
      const userId = await twoFactor.findByLogin(request.body.login);
      request.audit.account = userId;
      await twoFactor.disable(null, { userId, requestId: request.id });
      return { message: 'Validation en deux étapes désactivée' };
    },
  );
};
