import { Component, type ReactNode, Suspense } from 'react';

interface Props {
  children: ReactNode;
  fallback: ReactNode;
}

/** Keeps a part that cannot be shown (a bug, a file that did not arrive) from taking the whole page down. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}

/** Something the screen can do without: there once its code has arrived, and never in the way. */
export function Extra({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary fallback={null}>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
}
