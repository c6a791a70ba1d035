import { signInOperations } from '@fasocolis/contracts/operations/sign-in';
import type { AddressLimit, AttemptLimit } from '@fasocolis/service-kit/auth/attempt-limit';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import type { Database, Transaction } from '../database.ts';
import type { User } from '../generated/prisma/client.ts';
import type { OpenSession } from '../shared/open-session.ts';
import { presentUser } from '../shared/user-row.ts';
import type { UserTokens } from '../shared/user-tokens.ts';
import { register } from './registration-service.ts';

export const registrationRoutes: FastifyPluginAsync<{
  database: Database;
  tokens: UserTokens;
  registrations: AddressLimit;
  verificationEmails: AttemptLimit;
  openSession: OpenSession;
}> = async (app, { registrations, openSession, ...dependencies }) => {
  handle(app, signInOperations.register, async (request, reply) => {
    await registrations.count(request.ip);
    const open = (user: User, transaction: Transaction) => openSession(user, request, reply, transaction);
    const user = await register(request.body, request.id, { ...dependencies, open });
    return presentUser(user);
  });
};
