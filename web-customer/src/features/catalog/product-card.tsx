import type { Product } from '@fasocolis/contracts/catalog';
import { imageSources } from '@fasocolis/web-kit/images';
import Package from 'lucide-react/icons/package';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/paths.ts';

/**
 * One to four columns, at most 1024 pixels wide. On phones an image is as wide as its file: for eight more pixels,
 * browsers would load one of twice the width.
 */
const SIZES = '(max-width: 639px) 320px, (max-width: 1023px) 50vw, (max-width: 1279px) 320px, 240px';

/**
 * A card far below the fold is not laid out, so that its photo is not loaded: `loading="lazy"` alone loads images up to 6000
 * pixels ahead on a slow network (OLD-006). Until it is laid out, a card has about the height of one on a phone, and
 * demands no width of its list, which may be narrower at a high zoom (CARD-010).
 */
const SKIPPED_FAR_BELOW = '[content-visibility:auto] [contain-intrinsic-size:0px_385px]';

interface Props {
  product: Product;
  /** Level of its heading below the list's own. */
  heading?: 'h2' | 'h3';
}

export function ProductCard({ product, heading: Heading = 'h3' }: Props) {
  return (
    <Link
      to={paths.product(product.id)}
      data-testid="product-card"
      className={`relative flex h-full flex-col overflow-hidden rounded-2xl border border-line bg-surface transition-shadow duration-150 hover:shadow-lg ${SKIPPED_FAR_BELOW}`}
    >
      <ProductImage url={product.imageUrls[0] ?? product.imageUrl} alt="" sizes={SIZES} />
      {product.hasFreeshipping && <FreeShipping className="absolute top-3 left-3" />}
      <div className="flex grow flex-col gap-1 p-4 wrap-anywhere">
        <Heading className="line-clamp-3 font-semibold">{product.name}</Heading>
        <p className="line-clamp-2 text-sm text-ink-soft">{product.description}</p>
        <p className="mt-auto pt-2 text-lg font-bold text-brand">{product.price}</p>
      </div>
    </Link>
  );
}

export function FreeShipping({ className = '' }: { className?: string }) {
  return (
    <span className={`rounded-full bg-green-surface px-3 py-1 text-sm font-semibold text-green ${className}`}>
      Livraison gratuite
    </span>
  );
}

/** The widest file that a phone loads, whatever its pixel density, to save data. */
const WIDEST_ON_PHONES = 640;

interface ImageProps {
  url: string | null | undefined;
  alt: string;
  /** The attribute `sizes`. */
  sizes: string;
  /** True for the main image of a screen, which is loaded first. */
  isFirst?: boolean;
}

/** A photo of a product in a frame of 4 to 3; a drawing when there is none or it fails to load. */
export function ProductImage({ url, alt, sizes, isFirst = false }: ImageProps) {
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

function Picture({ url, alt, sizes, isFirst, onError }: ImageProps & { url: string; onError: () => void }) {
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
