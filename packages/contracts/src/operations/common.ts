import { PersonalDataSchema, PersonalDataSubjectSchema } from '../personal-data.ts';
import { OutboxStateSchema } from '../queues.ts';
import { defineOperations } from './operation.ts';

/** Of every service but notify, whose worker has the outbox. */
export const commonOperations = defineOperations({
  getOutboxState: {
    method: 'GET',
    path: '/internal/outbox',
    access: 'service',
    callers: ['notify'],
    responses: { 200: OutboxStateSchema },
  },
});

/** Of every service that stores data about users, besides auth. */
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
