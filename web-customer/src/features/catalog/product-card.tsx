import type { Product } from '@fasocolis/contracts/catalog';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/paths.ts';
import { ProductImage } from './product-image.tsx';

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
