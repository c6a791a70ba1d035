import { PersonalDataSchema, PersonalDataSubjectSchema } from '../personal-data.ts';
import { defineOperations, operation } from './operation.ts';

export const personalDataOperations = defineOperations({
  readPersonalData: operation('POST /internal/personal-data', 'service', {
    callers: ['auth'],
    body: PersonalDataSubjectSchema,
    responses: { 200: PersonalDataSchema },
  }),
});
