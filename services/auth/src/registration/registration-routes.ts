import { signInOperations } from '@fasocolis/contracts/operations/sign-in';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import type { Transaction } from '../database.ts';
import type { User } from '../generated/prisma/client.ts';
import type { Dependencies } from '../shared/dependencies.ts';
import { presentUser } from '../shared/user-row.ts';
import { register } from './registration-service.ts';

export const registrationRoutes: FastifyPluginAsync<Dependencies> = async (
  app,
  { registrations, openSession, ...dependencies },
) => {
  handle(app, signInOperations.register, async (request, reply) => {
    await registrations.count(request.ip);
    const open = (user: User, transaction: Transaction) => openSession(user, request, reply, transaction);
    const user = await register(request.body, request.id, { ...dependencies, open });
    return presentUser(user);
  });
};
