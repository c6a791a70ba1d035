import { PersonalDataSchema, PersonalDataSubjectSchema } from '../personal-data.ts';
import { defineOperations } from './operation.ts';

/** The operations of every service that stores data about users, besides auth. */
export const personalDataOperations = defineOperations({
  readPersonalData: {
    method: 'POST',
    path: '/internal/personal-data',
    access: 'service',
    callers: ['auth'],
    body: PersonalDataSubjectSchema,
    responses: { 200: PersonalDataSchema },
  },
});
