import { Component, type ReactNode, Suspense } from 'react';

interface Props {
  children: ReactNode;
  fallback: ReactNode;
}

/** Limits the failure of a part (a bug, a file that did not load) to that part. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}

/** An optional part of the screen: shown once its code has loaded, and left out after a failure. */
export function OptionalPart({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary fallback={null}>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
}
