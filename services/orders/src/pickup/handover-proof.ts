import type { Handover as PresentedHandover } from '@fasocolis/contracts/pickup';
import { isStaff, type UserIdentity } from '@fasocolis/service-kit/auth/identity';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { Database } from '../database.ts';
import type { Handover } from '../generated/prisma/client.ts';

const NOT_FOUND = 'Remise non trouvée';

export async function proofOf(database: Database, orderId: number, viewer: UserIdentity): Promise<PresentedHandover> {
  const { receiverName, reason, photo, userId, createdAt } = await findHandover(database, orderId, viewer);
  const { recordedAt, ownerChanges } = await loggedHandover(database, orderId, createdAt);
  return {
    id: orderId,
    receiverName,
    reason,
    byUserId: userId,
    photo: photo ? `/api/handovers/${orderId}/photo` : null,
    at: createdAt.toISOString(),
    recordedAt: recordedAt.toISOString(),
    ownerChanges: ownerChanges.map(({ at, ...people }) => ({
      at: at.toISOString(),
      ...(isStaff(viewer) && people),
    })),
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
  const isOwner = viewer.isVerified === true && handover?.order.userId === viewer.userId;
  if (!handover || !(isStaff(viewer) || isOwner)) throw new AppError('not-found', NOT_FOUND);
  return handover;
}

/** What the change log says: when the hand-over was recorded, and the changes of the owner in the seven days before. */
async function loggedHandover(
  database: Database,
  orderId: number,
  at: Date,
): Promise<{ recordedAt: Date; ownerChanges: OwnerChange[] }> {
  const where = { subject: 'order', subjectId: String(orderId) };
  const recorded = await database.change.findFirst({
    where: { ...where, action: 'handed-over' },
    orderBy: { id: 'desc' },
  });
  const ownerChanges = await database.$queryRaw<OwnerChange[]>`
    SELECT created_at AS at, user_id AS "byUserId",
      (before->>'userId')::int AS "formerOwnerId", (after->>'userId')::int AS "ownerId"
    FROM changes
    WHERE subject = 'order' AND subject_id = ${where.subjectId} AND action <> 'created' AND after ? 'userId'
      AND before->'userId' IS DISTINCT FROM after->'userId'
      AND id < ${recorded?.id ?? 0} AND created_at >= ${at}::timestamptz - interval '7 days'
    ORDER BY id DESC`;
  return { recordedAt: recorded?.createdAt ?? at, ownerChanges };
}

interface OwnerChange {
  at: Date;
  byUserId: number | null;
  formerOwnerId: number | null;
  ownerId: number | null;
}
