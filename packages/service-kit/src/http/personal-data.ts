import { personalDataOperations } from '@fasocolis/contracts/operations/common';
import type { PersonalData, PersonalDataSubject } from '@fasocolis/contracts/personal-data';
import type { FastifyInstance } from 'fastify';
import { handle } from './operations.ts';

/** Adds the route that returns to auth everything that a service stores about a user; `read` collects it. */
export const registerPersonalData = (
  app: FastifyInstance,
  read: (subject: PersonalDataSubject) => Promise<PersonalData>,
): void => handle(app, personalDataOperations.readPersonalData, ({ body }) => read(body));
