import type { Actor } from '@fasocolis/service-kit/data/change-log';
import type { Transaction } from '../database.ts';

export async function addPhotos(
  transaction: Transaction,
  orderId: number,
  photos: Uint8Array<ArrayBuffer>[],
  { userId }: Actor,
): Promise<void> {
  if (photos.length === 0) return;
  await transaction.receptionPhoto.createMany({ data: photos.map((photo) => ({ orderId, photo, userId })) });
}
