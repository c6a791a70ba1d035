import { ADMIN_ID } from '@fasocolis/contracts/auth';
import { MessageSchema } from '@fasocolis/contracts/common';
import { ErrorSchema } from '@fasocolis/contracts/errors';
import { ConfirmationSchema, PERSONAL_DATA_FILE, PersonalDataSchema } from '@fasocolis/contracts/personal-data';
import { callerOf } from '@fasocolis/service-kit/auth/access';
import type { AttemptLimit } from '@fasocolis/service-kit/auth/attempt-limit';
import type { SessionStore } from '@fasocolis/service-kit/auth/sessions';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Database } from '../database.ts';
import { deleteUser } from '../shared/account-deletion.ts';
import type { AccountEmailBudget } from '../shared/account-email-budget.ts';
import type { Reauthentication } from '../shared/reauthentication.ts';
import { ADMIN_STAYS } from '../shared/user-row.ts';
import { type DataHolders, exportPersonalData } from './data-export.ts';

interface Dependencies {
  database: Database;
  sessions: SessionStore;
  reauthentication: Reauthentication;
  emailBudget: AccountEmailBudget;
  holders: DataHolders;
  exports: AttemptLimit;
  running: AttemptLimit;
}

const refusals = { 400: ErrorSchema, 401: ErrorSchema, 403: ErrorSchema, 429: ErrorSchema };

async function refuseAdministrator(request: FastifyRequest): Promise<void> {
  if (callerOf(request).userId === ADMIN_ID) throw new AppError('forbidden', ADMIN_STAYS);
}

export const personalDataRoutes: FastifyPluginAsyncZod<Dependencies> = async (app, dependencies) => {
  const { reauthentication } = dependencies;
  const tags = ['users'];

  app.post(
    '/api/user/export',
    {
      config: { access: 'user', audit: 'export' },
      schema: {
        operationId: 'exportOwnData',
        summary: 'Télécharger tout ce que les services gardent sur soi',
        tags,
        body: ConfirmationSchema,
        response: { 200: PersonalDataSchema, ...refusals, 503: ErrorSchema },
      },
    },
    async (request, reply) => {
      const identity = callerOf(request);
      await reauthentication.assertRecent({ identity, address: request.ip }, request.body.currentPassword);
      const data = await exportPersonalData(identity.userId, request.id, dependencies);
      reply.header('content-disposition', `attachment; filename="${PERSONAL_DATA_FILE}"`);
      return data;
    },
  );

  app.post(
    '/api/user/deletion',
    {
      config: { access: 'user', audit: 'account-deletion' },
      onRequest: refuseAdministrator,
      schema: {
        operationId: 'deleteOwnAccount',
        summary: 'Supprimer son compte et toutes ses données',
        tags,
        body: ConfirmationSchema,
        response: { 200: MessageSchema, ...refusals, 404: ErrorSchema },
      },
    },
    async (request) => {
      const identity = callerOf(request);
      await reauthentication.assertRecent({ identity, address: request.ip }, request.body.currentPassword);
      await deleteUser(identity.userId, request.id, dependencies, dependencies.emailBudget);
      return { message: 'Votre compte est supprimé' };
    },
  );
};
