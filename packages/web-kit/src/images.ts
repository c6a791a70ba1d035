import { IMAGE_WIDTHS } from '@fasocolis/contracts/images';

/** The URL of an image of ours; the number is its largest stored width. */
const OWN_IMAGE = /^(.*\/api\/[\w/-]+\/[\w-]{43})-(\d+)\.webp$/;

interface ImageSources {
  src: string;
  srcSet: string | undefined;
}

/**
 * The attributes of an `<img>` for an image's URL. The browser chooses among the stored widths of our own images, up to
 * `widest`; external URLs stay unchanged.
 */
export function imageSources(url: string, widest = Number.POSITIVE_INFINITY): ImageSources {
  const [, name, largest] = OWN_IMAGE.exec(url) ?? [];
  if (name === undefined) return { src: url, srcSet: undefined };
  const widths = IMAGE_WIDTHS.filter((width) => width <= Math.min(Number(largest), widest));
  const address = (width: number) => `${name}-${width}.webp`;
  return {
    src: address(widths[widths.length - 1] ?? Number(largest)),
    srcSet: widths.map((width) => `${address(width)} ${width}w`).join(', '),
  };
}
