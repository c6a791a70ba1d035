import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import { lazy } from 'react';
import { Tracking } from '../features/tracking/tracking.tsx';
import { Extra } from '../shared/error-boundary.tsx';

const ProductTeaser = lazy(async () => ({
  default: (await import('../features/catalog/product-teaser.tsx')).ProductTeaser,
}));

export function Home() {
  return (
    <>
      <title>{`${PRODUCT_NAME} : suivez votre colis`}</title>
      <Tracking />
      <Extra>
        <ProductTeaser />
      </Extra>
    </>
  );
}
