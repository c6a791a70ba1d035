import { type AnnouncedNumber, MAX_ANNOUNCED } from '@fasocolis/contracts/receiving';
import type { Database } from '../database.ts';

/** The newest courier numbers whose parcels have not been received. */
export const announcedNumbers = (database: Database): Promise<AnnouncedNumber[]> =>
  database.$queryRaw<AnnouncedNumber[]>`
    SELECT f.alias AS number, o.reference, o.user_id AS "userId"
    FROM orders o JOIN former_references f ON f.order_id = o.id
    WHERE o.status = 'ORDER_CONFIRMED' AND o.archived_at IS NULL AND f.alias IS NOT NULL
    ORDER BY o.id DESC LIMIT ${MAX_ANNOUNCED}`;
