import type { ImagePosition, Popup } from '@fasocolis/contracts/popups';
import type { Prisma } from '../generated/prisma/client.ts';
import type { PopupImages } from './popup-images.ts';

export const withImage = {
  include: { image: { select: { variants: { select: { width: true } } } } },
} satisfies Prisma.PopupDefaultArgs;

export type PopupRow = Prisma.PopupGetPayload<typeof withImage>;

export const presentPopup = (row: PopupRow, images: PopupImages): Popup => ({
  ...row,
  imageUrl: imageUrlOf(row, images),
  imagePosition: row.imagePosition.toLowerCase() as ImagePosition,
  startDate: dayOf(row.startDate),
  endDate: dayOf(row.endDate),
});

function imageUrlOf({ imageAddress, imageHash, image }: PopupRow, images: PopupImages): string | null {
  if (!imageHash || !image) return imageAddress;
  return images.urlOf(imageHash, Math.max(...image.variants.map(({ width }) => width)));
}

export const dayOf = (date: Date | null) => date?.toISOString().slice(0, 10) ?? null;
