import { IMAGE_WIDTHS } from '@fasocolis/contracts/images';

/** An image that one of our services keeps; the number is the largest width there is of it. */
const OWN_IMAGE = /^(.*\/api\/[\w/-]+\/[\w-]{43})-(\d+)\.webp$/;

interface ImageSources {
  src: string;
  srcSet: string | undefined;
}

/**
 * What an `<img>` needs of an image's address. The browser chooses among the widths we keep of our own images, up to
 * `widest`; addresses elsewhere stay as they are.
 */
export function imageSources(url: string, widest = Number.POSITIVE_INFINITY): ImageSources {
  const [, name, largest] = OWN_IMAGE.exec(url) ?? [];
  if (name === undefined) return { src: url, srcSet: undefined };
  const widths = IMAGE_WIDTHS.filter((width) => width <= Math.min(Number(largest), widest));
  const address = (width: number) => `${name}-${width}.webp`;
  return {
    src: address(widths.at(-1) ?? Number(largest)),
    srcSet: widths.map((width) => `${address(width)} ${width}w`).join(', '),
  };
}
