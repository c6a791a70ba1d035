import { imageSources } from '@fasocolis/web-kit/images';
import Package from 'lucide-react/icons/package';
import { useState } from 'react';

/** The widest file that a phone loads, whatever its pixel density, to save data. */
const WIDEST_ON_PHONES = 640;

interface Props {
  url: string | null | undefined;
  alt: string;
  /** The attribute `sizes`. */
  sizes: string;
  /** True for the main image of a screen, which is loaded first. */
  isFirst?: boolean;
}

/** A photo of a product in a frame of 4 to 3; a drawing when there is none or it fails to load. */
export function ProductImage({ url, alt, sizes, isFirst = false }: Props) {
  const [broken, setBroken] = useState<string>();
  const hasImage = url && url !== broken;
  return (
    <span className="grid aspect-4/3 place-items-center overflow-hidden bg-linear-to-br from-line to-green-surface text-ink-soft">
      {hasImage ? (
        <Picture url={url} alt={alt} sizes={sizes} isFirst={isFirst} onError={() => setBroken(url)} />
      ) : (
        <Package aria-hidden size={40} strokeWidth={1.25} />
      )}
    </span>
  );
}

function Picture({ url, alt, sizes, isFirst, onError }: Props & { url: string; onError: () => void }) {
  const onPhones = imageSources(url, WIDEST_ON_PHONES);
  const { src, srcSet } = imageSources(url);
  return (
    <picture className="contents">
      {onPhones.srcSet && <source media="(max-width: 767px)" srcSet={onPhones.srcSet} sizes={sizes} />}
      <img
        alt={alt}
        width={640}
        height={480}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
        decoding="async"
        sizes={srcSet && sizes}
        srcSet={srcSet}
        src={src}
        onError={onError}
        className="size-full object-cover"
      />
    </picture>
  );
}
