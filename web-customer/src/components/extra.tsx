import { type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';

interface Props {
  children: ReactNode;
}

/** Something the screen can do without: there once its code has arrived, and never in the way. */
export function Extra({ children }: Props) {
  return (
    <ErrorBoundary fallback={null}>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
}
