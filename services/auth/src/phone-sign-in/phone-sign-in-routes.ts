import { signInOperations } from '@fasocolis/contracts/operations/sign-in';
import { signInText } from '@fasocolis/contracts/phone-sign-in';
import { AppError } from '@fasocolis/service-kit/http/errors';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import { presentUser } from '../shared/user-row.ts';
import { completePhoneSignIn, type PhoneSignInDependencies } from './phone-sign-in-service.ts';

export const phoneSignInRoutes: FastifyPluginAsync<PhoneSignInDependencies> = async (app, dependencies) => {
  const { codes } = dependencies;

  handle(app, signInOperations.beginPhoneSignIn, async (request, reply) => {
    const userId = request.identity.kind === 'user' ? request.identity.userId : null;
    return { text: signInText(await codes.begin(request, reply, userId)) };
  });

  handle(app, signInOperations.completePhoneSignIn, async (request, reply) => {
    const completed = await completePhoneSignIn(request.body, request, reply, dependencies);
    return 'user' in completed ? presentUser(completed.user) : reply.code(202).send(completed);
  });

  handle(app, signInOperations.issuePhoneCode, async ({ body: { phone, tag, sentAt } }) => {
    try {
      return { code: await codes.issue(phone, tag, new Date(sentAt)) };
    } catch (error) {
      if (error instanceof AppError && error.code === 'too-many-requests') return { code: null, isRefused: true };
      throw error;
    }
  });
};
