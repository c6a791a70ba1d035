import { twoFactorOperations } from '@fasocolis/contracts/operations/two-factor';
import { callerOf } from '@fasocolis/service-kit/auth/access';
import { AppError } from '@fasocolis/service-kit/http/errors';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { attemptOf } from '../shared/reauthentication.ts';
import { accountSubject } from '../shared/sign-in-limits.ts';
import { presentUser } from '../shared/user-row.ts';
import { completeSignIn, type SecondStepDependencies } from './second-step.ts';

export const twoFactorRoutes: FastifyPluginAsync<SecondStepDependencies> = async (app, dependencies) => {
  const { twoFactor, reauthentication, limits } = dependencies;

  handle(app, twoFactorOperations.completeSignIn, async (request, reply) =>
    presentUser(await completeSignIn(request.body.code, request, reply, dependencies)),
  );

  handle(app, twoFactorOperations.getTwoFactor, async (request) => twoFactor.state(callerOf(request).userId));

  handle(app, twoFactorOperations.beginTwoFactor, async (request) => {
    await reauthentication.assertRecent(attemptOf(request), request.body.currentPassword);
    return twoFactor.begin(callerOf(request).userId);
  });

  handle(app, twoFactorOperations.confirmTwoFactor, async (request) => {
    const { sessionKey } = callerOf(request);
    return { recoveryCodes: await twoFactor.confirm(request.body.code, sessionKey, changeOf(request)) };
  });

  handle(app, twoFactorOperations.renewRecoveryCodes, async (request) => {
    await reauthentication.assertRecent(attemptOf(request), request.body.currentPassword);
    return { recoveryCodes: await twoFactor.renewRecoveryCodes(changeOf(request)) };
  });

  handle(app, twoFactorOperations.disableTwoFactor, async (request) => {
    const attempt = attemptOf(request);
    const { code, currentPassword } = request.body;
    await reauthentication.assertRecent(attempt, currentPassword);
    const guess = { account: accountSubject(attempt.identity.userId), address: request.ip, isKnownBrowser: true };
    await limits.assertOpen(guess);
    await twoFactor.disable(code, changeOf(request)).catch(async (error) => {
      if (error instanceof AppError && error.code === 'bad-request') await limits.countFailure(guess);
      throw error;
    });
    return { message: 'Validation en deux étapes désactivée' };
  });

  handle(app, twoFactorOperations.disableSecondFactorOf, async (request) => {
    const userId = await twoFactor.findByLogin(request.body.login);
    request.audit.account = userId;
    await twoFactor.disable(null, { userId, requestId: request.id });
    return { message: 'Validation en deux étapes désactivée' };
  });
};

const changeOf = (request: FastifyRequest) => ({ userId: callerOf(request).userId, requestId: request.id });
