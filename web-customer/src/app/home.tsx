import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import { useQueryClient } from '@tanstack/react-query';
import { lazy } from 'react';
import { Extra } from '../components/extra.tsx';
import { sessionQuery, useUser } from '../features/session/session.ts';
import { Tracking } from '../features/tracking/tracking.tsx';

const ProductTeaser = lazy(async () => ({
  default: (await import('../features/catalog/product-teaser.tsx')).ProductTeaser,
}));

export function Home() {
  const user = useUser() ?? null;
  const queryClient = useQueryClient();
  return (
    <>
      <title>{`${PRODUCT_NAME} : suivez votre colis`}</title>
      <Tracking user={user} onSessionLost={() => void queryClient.invalidateQueries(sessionQuery)} />
      <Extra>
        <ProductTeaser />
      </Extra>
    </>
  );
}
