import { ErrorSchema } from '@fasocolis/contracts/errors';
import {
  type PersonalData,
  PersonalDataSchema,
  type PersonalDataSubject,
  PersonalDataSubjectSchema,
} from '@fasocolis/contracts/personal-data';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';

export const PERSONAL_DATA_PATH = '/internal/personal-data';

/** Returns to auth everything that a service stores about a user; `read` collects it. */
export const personalDataRoutes: FastifyPluginAsyncZod<{
  read: (subject: PersonalDataSubject) => Promise<PersonalData>;
}> = async (app, { read }) => {
  app.post(
    PERSONAL_DATA_PATH,
    {
      config: { access: 'service', callers: ['auth'] },
      schema: {
        body: PersonalDataSubjectSchema,
        response: { 200: PersonalDataSchema, 400: ErrorSchema, 403: ErrorSchema },
      },
    },
    async (request) => read(request.body),
  );
};
