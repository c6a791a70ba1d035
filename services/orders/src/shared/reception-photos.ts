import type { Database } from '../database.ts';

/** The ids of photos by the ids of their orders, the oldest first. */
export type PhotosOfOrders = ReadonlyMap<number, number[]>;

export async function receptionPhotosOf(database: Database, orderIds: number[]): Promise<PhotosOfOrders> {
  if (orderIds.length === 0) return new Map();
  const rows = await database.receptionPhoto.findMany({
    where: { orderId: { in: orderIds } },
    orderBy: { id: 'asc' },
    select: { id: true, orderId: true },
  });
  const photos = new Map<number, number[]>();
  for (const { id, orderId } of rows) photos.set(orderId, [...(photos.get(orderId) ?? []), id]);
  return photos;
}
