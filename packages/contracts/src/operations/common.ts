import { PersonalDataSchema, PersonalDataSubjectSchema } from '../personal-data.ts';
import { defineOperations, operation } from './operation.ts';

/** The operations of every service that stores data about users, besides auth. */
export const personalDataOperations = defineOperations({
  readPersonalData: operation('POST /internal/personal-data', 'service', {
    callers: ['auth'],
    body: PersonalDataSubjectSchema,
    responses: { 200: PersonalDataSchema },
  }),
});
