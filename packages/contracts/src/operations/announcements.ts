import { AnnouncementOutcomesSchema, AnnounceParcelsSchema } from '../announcements.ts';
import { defineOperations } from './operation.ts';

export const announcementOperations = defineOperations({
  announceParcels: {
    method: 'POST',
    path: '/api/announcements',
    access: 'user',
    summary: 'Annoncer des colis par les numéros de leurs transporteurs',
    body: AnnounceParcelsSchema,
    responses: { 200: AnnouncementOutcomesSchema },
    refusals: [409],
  },
});
