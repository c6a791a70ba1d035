import { type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';

interface Props {
  children: ReactNode;
  /** In its place when its code cannot be had. */
  fallback?: ReactNode;
}

/** Something the screen can do without: there once its code has arrived, and never in the way. */
export function Extra({ children, fallback = null }: Props) {
  return (
    <ErrorBoundary fallback={fallback}>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
}
