import { useQuery } from '@tanstack/react-query';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/paths.ts';
import { ProductCard } from './product-card.tsx';
import { NEWEST, productQueries } from './product-queries.ts';

export default function ProductTeaser() {
  const { data: products = [] } = useQuery(productQueries.newest);
  if (products.length === 0) return null;

  return (
    <section aria-labelledby="nos-produits" className="mx-auto max-w-5xl px-4 py-12">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="nos-produits" className="text-xl font-bold">
          Nos produits
        </h2>
        <Link
          to={paths.products}
          className="inline-flex min-h-11 items-center gap-1 font-semibold text-brand underline-offset-4 hover:underline"
        >
          Voir tout
          <ArrowRight aria-hidden size={18} />
        </Link>
      </div>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {products.slice(0, NEWEST).map((product) => (
          <li key={product.id}>
            <ProductCard product={product} />
          </li>
        ))}
      </ul>
    </section>
  );
}
