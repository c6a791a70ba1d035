import { AnnouncementOutcomesSchema, AnnounceParcelsSchema } from '../announcements.ts';
import { defineOperations, operation } from './operation.ts';

export const announcementOperations = defineOperations({
  announceParcels: operation('POST /api/announcements', 'user', {
    summary: 'Annoncer des colis par les numéros de leurs transporteurs',
    body: AnnounceParcelsSchema,
    responses: { 200: AnnouncementOutcomesSchema },
    refusals: [409],
  }),
});
