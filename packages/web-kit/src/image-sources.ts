import { IMAGE_WIDTHS } from '@fasocolis/contracts/images';

/** An image of our own: the address names the largest width it is kept in, the smaller ones lie beside it. */
const OWN_IMAGE = /^(.+\/(?:product-)?images\/[\w-]{43}-)(\d+)(\.webp)$/;

/** What `srcset` may say of an image, so that small screens do not pay for large ones; nothing of images elsewhere. */
export function imageSources(url: string): string | undefined {
  const [, start, largest, end] = OWN_IMAGE.exec(url) ?? [];
  if (largest === undefined) return undefined;
  return IMAGE_WIDTHS.filter((width) => width <= Number(largest))
    .map((width) => `${start}${width}${end} ${width}w`)
    .join(', ');
}
