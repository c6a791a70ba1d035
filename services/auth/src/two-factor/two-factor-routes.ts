import { twoFactorOperations } from '@fasocolis/contracts/operations/two-factor';
import { callerOf } from '@fasocolis/service-kit/auth/access';
import { AppError } from '@fasocolis/service-kit/http/errors';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { assertRecentSignIn, attemptOf } from '../shared/reauthentication.ts';
import { accountSubject, assertSignInOpen, countFailure } from '../shared/sign-in-limits.ts';
import { presentUser } from '../shared/user-row.ts';
import { completeSignIn } from './second-step.ts';
import {
  beginTwoFactor,
  confirmTwoFactor,
  disableTwoFactor,
  findByLogin,
  findTwoFactor,
  renewRecoveryCodes,
  type TwoFactorDependencies,
} from './two-factor-service.ts';

export const twoFactorRoutes: FastifyPluginAsync<TwoFactorDependencies> = async (app, dependencies) => {
  const { database } = dependencies;

  handle(app, twoFactorOperations.completeSignIn, async (request, reply) =>
    presentUser(await completeSignIn(request.body.code, request, reply, dependencies)),
  );

  handle(app, twoFactorOperations.getTwoFactor, async (request) => findTwoFactor(database, callerOf(request).userId));

  handle(app, twoFactorOperations.beginTwoFactor, async (request) => {
    await assertRecentSignIn(dependencies, attemptOf(request), request.body.currentPassword);
    return beginTwoFactor(dependencies, callerOf(request).userId);
  });

  handle(app, twoFactorOperations.confirmTwoFactor, async (request) => {
    const { sessionKey } = callerOf(request);
    return { recoveryCodes: await confirmTwoFactor(dependencies, request.body.code, sessionKey, changeOf(request)) };
  });

  handle(app, twoFactorOperations.renewRecoveryCodes, async (request) => {
    await assertRecentSignIn(dependencies, attemptOf(request), request.body.currentPassword);
    return { recoveryCodes: await renewRecoveryCodes(dependencies, changeOf(request)) };
  });

  handle(app, twoFactorOperations.disableTwoFactor, async (request) => {
    const attempt = attemptOf(request);
    const { code, currentPassword } = request.body;
    await assertRecentSignIn(dependencies, attempt, currentPassword);
    const guess = { account: accountSubject(attempt.identity.userId), address: request.ip, isKnownBrowser: true };
    await assertSignInOpen(dependencies, guess);
    await disableTwoFactor(dependencies, code, changeOf(request)).catch(async (error) => {
      if (error instanceof AppError && error.code === 'bad-request') await countFailure(dependencies, guess);
      throw error;
    });
    return { message: 'Validation en deux étapes désactivée' };
  });

  handle(app, twoFactorOperations.disableSecondFactorOf, async (request) => {
    const userId = await findByLogin(database, request.body.login);
    request.audit.account = userId;
    await disableTwoFactor(dependencies, null, { userId, requestId: request.id });
    return { message: 'Validation en deux étapes désactivée' };
  });
};

const changeOf = (request: FastifyRequest) => ({ userId: callerOf(request).userId, requestId: request.id });
