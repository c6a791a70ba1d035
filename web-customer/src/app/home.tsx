import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { ErrorBoundary } from '../components/error-boundary.tsx';
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
      <ErrorBoundary fallback={null}>
        <Suspense fallback={null}>
          <ProductTeaser />
        </Suspense>
      </ErrorBoundary>
    </>
  );
}
