import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import { lazy } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { Tracking } from '../features/tracking/tracking.tsx';
import { Extra } from '../shared/error-boundary.tsx';

const ProductTeaser = lazy(async () => ({
  default: (await import('../features/catalog/product-teaser.tsx')).ProductTeaser,
}));

/** The search and its result, at `/?tracking=` and at the short link `/c/`. */
export function Home() {
  const [query] = useSearchParams();
  const reference = useParams().reference ?? query.get('tracking')?.trim() ?? '';
  return (
    <>
      {!reference && <title>{`${PRODUCT_NAME} : suivez votre colis`}</title>}
      <Tracking reference={reference} wasBlank={query.has('tracking') && !reference} />
      <Extra>
        <ProductTeaser />
      </Extra>
    </>
  );
}
