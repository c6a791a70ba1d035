import { useInfiniteQuery } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import PackageOpen from 'lucide-react/icons/package-open';
import WifiOff from 'lucide-react/icons/wifi-off';
import { Link, useSearchParams } from 'react-router-dom';
import { Button, ButtonLink, buttonClass } from '../../shared/button.tsx';
import { EmptyState } from '../../shared/page.tsx';
import { PageMeta } from '../../shared/page-meta.tsx';
import { paths } from '../../shared/paths.ts';
import { ProductCard } from './product-card.tsx';
import { cataloguePage, productQueries } from './product-queries.ts';

const GRID = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4';
const LOAD_FAILED = 'Erreur lors du chargement des produits. Veuillez réessayer.';

export default function Catalogue() {
  const page = cataloguePage(useSearchParams()[0]);
  const { data: products, isPending, isError, refetch } = useInfiniteQuery(productQueries.catalogue(page));

  return (
    <div className="mx-auto max-w-5xl px-4 pt-6 sm:pt-10">
      <PageMeta
        title="Catalogue de Produits"
        description="Téléphones, maison, mode, pièces de moto : les produits que nous faisons venir de Chine au Burkina Faso."
        path={paths.products}
      />
      <Link to={paths.home} lang="en" className={buttonClass('secondary')}>
        <ArrowLeft aria-hidden size={18} />
        Return
      </Link>
      <h1 className="mt-4 mb-6 text-2xl/9 font-bold">Catalogue de Produits</h1>
      {content()}
    </div>
  );

  function content() {
    if (products?.length) return <Products page={page} />;
    if (isPending) return <CatalogueSkeleton />;
    if (isError) {
      return (
        <div role="alert">
          <EmptyState
            drawing={<WifiOff aria-hidden size={48} strokeWidth={1.25} className="text-brand" />}
            title={LOAD_FAILED}
            action={<Button label="Réessayer" variant="primary" onClick={() => void refetch()} />}
          />
        </div>
      );
    }
    return (
      <EmptyState
        drawing={<PackageOpen aria-hidden size={48} strokeWidth={1.25} className="text-brand" />}
        title={page > 1 ? "Il n'y a pas d'autres produits." : 'Aucun produit disponible actuellement.'}
        action={
          <ButtonLink
            to={page > 1 ? paths.products : paths.home}
            label={page > 1 ? 'Voir les premiers produits' : 'Suivre un colis'}
            variant="primary"
          />
        }
      />
    );
  }
}

/** Without scripts, "Afficher plus de produits" links to the next page. */
function Products({ page }: { page: number }) {
  const { data: products = [], ...query } = useInfiniteQuery(productQueries.catalogue(page));
  return (
    <>
      {page > 1 && <ButtonLink to={paths.catalogue(page - 1)} label="Produits précédents" className="mb-4" />}
      <ul className={GRID}>
        {products.map((product) => (
          <li key={product.id}>
            <ProductCard product={product} heading="h2" />
          </li>
        ))}
      </ul>
      {query.isFetchNextPageError && (
        <p role="alert" className="mt-6 text-center text-danger">
          {LOAD_FAILED}
        </p>
      )}
      {query.hasNextPage && (
        <form
          action={paths.products}
          className="mt-6 grid justify-items-center"
          onSubmit={(event) => {
            event.preventDefault();
            void query.fetchNextPage();
          }}
        >
          <input type="hidden" name="page" value={page + 1} />
          <button type="submit" className={buttonClass('primary', 'min-h-12')} disabled={query.isFetchingNextPage}>
            {query.isFetchingNextPage ? 'Chargement...' : 'Afficher plus de produits'}
          </button>
        </form>
      )}
    </>
  );
}

function CatalogueSkeleton() {
  return (
    <output className="block">
      <span className="mb-4 block text-ink-soft">Chargement des produits...</span>
      <span className={`${GRID} animate-shimmer`}>
        {[1, 2, 3, 4, 5, 6, 7, 8].map((card) => (
          <span key={card} className="block overflow-hidden rounded-2xl border border-line bg-surface">
            <span className="block aspect-4/3 bg-line" />
            <span className="grid gap-2 p-4">
              <span className="h-6 w-3/4 rounded-lg bg-line" />
              <span className="h-10 rounded-lg bg-line" />
              <span className="mt-2 h-7 w-1/3 rounded-lg bg-line" />
            </span>
          </span>
        ))}
      </span>
    </output>
  );
}
