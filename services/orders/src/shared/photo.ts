import { HANDOVER_PHOTO_MAX_BYTES, HANDOVER_PHOTO_TOO_LARGE } from '@fasocolis/contracts/pickup';
import { convertImage } from '@fasocolis/image-kit/convert';
import { readDataUrl } from '@fasocolis/image-kit/data-url';
import { ImageRefused } from '@fasocolis/image-kit/image-refused';
import { isStaff, maySeePickupCodes, type UserIdentity } from '@fasocolis/service-kit/auth/identity';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { FastifyReply } from 'fastify';

export interface PhotoLimit {
  maxBytes: number;
  tooLarge: string;
}

export const PHOTO_LIMIT: PhotoLimit = { maxBytes: HANDOVER_PHOTO_MAX_BYTES, tooLarge: HANDOVER_PHOTO_TOO_LARGE };

/** Photos and proofs are for staff and a verified owner: an unverified address may be another person's. */
export const maySeePhotosOf = (order: { userId: number | null }, viewer: UserIdentity): boolean =>
  isStaff(viewer) || (order.userId === viewer.userId && maySeePickupCodes(viewer));

/** Photos are private: no cache keeps them. */
export const sendPhoto = (reply: FastifyReply, photo: Uint8Array): FastifyReply =>
  reply.header('cache-control', 'private, no-store').type('image/webp').send(photo);

/** The largest variant alone of a photo, as WebP: these photos are looked at rarely. */
export async function convertPhoto(
  dataUrl: string,
  { maxBytes, tooLarge }: PhotoLimit,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const variant = (await convertImage(readDataUrl(dataUrl, maxBytes))).at(-1);
    if (variant) return variant.bytes;
  } catch (cause) {
    if (!(cause instanceof ImageRefused)) throw cause;
    throw AppError.field('photo', cause.messageWith(tooLarge), { cause });
  }
  throw new AppError('internal');
}
