import type { Handover as PresentedHandover } from '@fasocolis/contracts/pickup';
import { isStaff, type UserIdentity } from '@fasocolis/service-kit/auth/identity';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { Database } from '../database.ts';
import { type Handover, Prisma } from '../generated/prisma/client.ts';
import { maySeePhotosOf } from '../shared/photo.ts';

const NOT_FOUND = 'Remise non trouvée';

export async function proofOf(database: Database, orderId: number, viewer: UserIdentity): Promise<PresentedHandover> {
  const { receiverName, reason, photo, userId, createdAt } = await findHandover(database, orderId, viewer);
  const { recordedAt, ownerChanges, numberChanges } = await loggedHandover(database, orderId, createdAt);
  const presented = <People extends object>({ at, ...people }: { at: Date } & People) => ({
    at: at.toISOString(),
    ...(isStaff(viewer) && people),
  });
  return {
    id: orderId,
    receiverName,
    reason,
    byUserId: userId,
    photo: photo ? `/api/handovers/${orderId}/photo` : null,
    at: createdAt.toISOString(),
    recordedAt: recordedAt.toISOString(),
    ownerChanges: ownerChanges.map((change) => presented(change)),
    numberChanges: numberChanges.map((change) => presented(change)),
  };
}

export async function photoOf(database: Database, orderId: number, viewer: UserIdentity): Promise<Uint8Array> {
  const { photo } = await findHandover(database, orderId, viewer);
  if (!photo) throw new AppError('not-found', NOT_FOUND);
  return photo;
}

async function findHandover(database: Database, orderId: number, viewer: UserIdentity): Promise<Handover> {
  const handover = await database.handover.findUnique({
    where: { orderId },
    include: { order: { select: { userId: true } } },
  });
  if (!handover || !maySeePhotosOf(handover.order, viewer)) throw new AppError('not-found', NOT_FOUND);
  return handover;
}

/**
 * What the change log says: when the hand-over was recorded, and the changes of the owner and of the recipient's number in the seven
 * days before. Each of these changes creates another pick-up code.
 */
async function loggedHandover(
  database: Database,
  orderId: number,
  at: Date,
): Promise<{ recordedAt: Date; ownerChanges: OwnerChange[]; numberChanges: NumberChange[] }> {
  const where = { subject: 'order', subjectId: String(orderId) };
  const recorded = await database.change.findFirst({
    where: { ...where, action: 'handed-over' },
    orderBy: { id: 'desc' },
  });
  const before = Prisma.sql`subject = 'order' AND subject_id = ${where.subjectId} AND action <> 'created'
    AND id < ${recorded?.id ?? 0} AND created_at >= ${at}::timestamptz - interval '7 days'`;
  const ownerChanges = await database.$queryRaw<OwnerChange[]>`
    SELECT created_at AS at, user_id AS "byUserId",
      (before->>'userId')::int AS "formerOwnerId", (after->>'userId')::int AS "ownerId"
    FROM changes
    WHERE ${before} AND after ? 'userId' AND before->'userId' IS DISTINCT FROM after->'userId'
    ORDER BY id DESC`;
  const numberChanges = await database.$queryRaw<NumberChange[]>`
    SELECT created_at AS at, user_id AS "byUserId" FROM changes
    WHERE ${before} AND after ? 'recipientPhone' AND before->'recipientPhone' IS DISTINCT FROM after->'recipientPhone'
    ORDER BY id DESC`;
  return { recordedAt: recorded?.createdAt ?? at, ownerChanges, numberChanges };
}

interface NumberChange {
  at: Date;
  byUserId: number | null;
}

interface OwnerChange extends NumberChange {
  formerOwnerId: number | null;
  ownerId: number | null;
}
