import type { ImagePosition, Popup } from '@fasocolis/contracts/popups';
import type { ImageUrls } from '@fasocolis/image-kit/image-routes';
import type { Prisma } from '../generated/prisma/client.ts';

export const withImage = {
  include: { image: { select: { variants: { select: { width: true } } } } },
} satisfies Prisma.PopupDefaultArgs;

export type PopupRow = Prisma.PopupGetPayload<typeof withImage>;

export const presentPopup = (row: PopupRow, urls: ImageUrls): Popup => ({
  ...row,
  imageUrl: imageUrlOf(row, urls),
  imagePosition: row.imagePosition.toLowerCase() as ImagePosition,
  startDate: dayOf(row.startDate),
  endDate: dayOf(row.endDate),
});

function imageUrlOf({ imageAddress, imageHash, image }: PopupRow, urls: ImageUrls): string | null {
  if (!imageHash || !image) return imageAddress;
  return urls.of(imageHash, Math.max(...image.variants.map(({ width }) => width)));
}

export const dayOf = (date: Date | null) => date?.toISOString().slice(0, 10) ?? null;
