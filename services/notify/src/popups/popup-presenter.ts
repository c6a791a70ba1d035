import type { ImagePosition, Popup } from '@fasocolis/contracts/popups';
import type { Prisma } from '../generated/prisma/client.ts';
import type { PopupImages } from './popup-images.ts';

export const withImage = {
  include: { image: { select: { variants: { select: { width: true } } } } },
} satisfies Prisma.PopupDefaultArgs;

export type PopupRow = Prisma.PopupGetPayload<typeof withImage>;

export function presentPopup(row: PopupRow, images: PopupImages): Popup {
  return {
    id: row.id,
    title: row.title,
    content: row.content,
    imageUrl: imageUrlOf(row, images),
    backgroundColor: row.backgroundColor,
    textColor: row.textColor,
    buttonColor: row.buttonColor,
    buttonTextColor: row.buttonTextColor,
    titleFontSize: row.titleFontSize,
    contentFontSize: row.contentFontSize,
    fontFamily: row.fontFamily,
    fontWeight: row.fontWeight,
    borderRadius: row.borderRadius,
    width: row.width,
    height: row.height,
    imagePosition: row.imagePosition.toLowerCase() as ImagePosition,
    buttonText: row.buttonText,
    buttonLink: row.buttonLink,
    showOnce: row.showOnce,
    isActive: row.isActive,
    startDate: dayOf(row.startDate),
    endDate: dayOf(row.endDate),
  };
}

function imageUrlOf({ imageAddress, imageHash, image }: PopupRow, images: PopupImages): string | null {
  if (!imageHash || !image) return imageAddress;
  return images.urlOf(imageHash, Math.max(...image.variants.map(({ width }) => width)));
}

export const dayOf = (date: Date | null) => date?.toISOString().slice(0, 10) ?? null;
