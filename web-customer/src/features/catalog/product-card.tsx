import type { Product } from '@fasocolis/contracts/catalog';
import Package from 'lucide-react/icons/package';
import { Link } from 'react-router-dom';
import { paths } from '../../components/paths.ts';

/** A product in a list; leads to its own screen. */
export function ProductCard({ product }: { product: Product }) {
  const image = product.imageUrls[0] ?? product.imageUrl;
  return (
    <Link
      to={paths.product(product.id)}
      data-testid="product-card"
      className="flex h-full flex-col overflow-hidden rounded-2xl border border-line bg-surface transition-shadow duration-150 hover:shadow-lg"
    >
      <div className="relative grid aspect-4/3 place-items-center bg-line text-ink-soft">
        {image ? (
          <img
            src={image}
            alt=""
            width={640}
            height={480}
            loading="lazy"
            decoding="async"
            className="size-full object-cover"
          />
        ) : (
          <Package aria-hidden size={40} strokeWidth={1.25} />
        )}
        {product.hasFreeshipping && (
          <span className="absolute top-3 left-3 rounded-full bg-green-surface px-3 py-1 text-sm font-semibold text-green">
            Livraison gratuite
          </span>
        )}
      </div>
      <div className="flex grow flex-col gap-1 p-4">
        <h3 className="font-semibold">{product.name}</h3>
        <p className="line-clamp-2 text-sm text-ink-soft">{product.description}</p>
        <p className="mt-auto pt-2 text-lg font-bold text-brand">{product.price}</p>
      </div>
    </Link>
  );
}
