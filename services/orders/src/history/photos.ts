import type { Actor } from '@fasocolis/service-kit/data/change-log';
import type { Transaction } from '../database.ts';

/** Adds photos of the receipt, as WebP, to an order that the caller has locked. */
export async function addPhotos(
  transaction: Transaction,
  orderId: number,
  photos: Uint8Array<ArrayBuffer>[],
  { userId }: Actor,
): Promise<void> {
  if (photos.length === 0) return;
  await transaction.receptionPhoto.createMany({ data: photos.map((photo) => ({ orderId, photo, userId })) });
}
