import { toast } from '@fasocolis/web-kit/toast-store';
import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react';

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

/** Between two attempts, in milliseconds, unless the network comes back before. */
const PAUSE_MS = 10_000;

type Module<Props> = Promise<{ default: ComponentType<Props> }>;

/** A part of the page that the page does without until its code has loaded. After a failure it is loaded again. */
export const optional = <Props extends object>(importModule: () => Module<Props>) => lazy(() => retried(importModule));

async function retried<Props>(importModule: () => Module<Props>): Module<Props> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await importModule();
    } catch {
      if (attempt === 1) {
        toast({
          title: "Une partie de la page n'a pas pu être chargée.",
          description: 'Nouvel essai dès que possible.',
        });
      }
      await new Promise((resolve) => {
        setTimeout(resolve, PAUSE_MS);
        addEventListener('online', resolve, { once: true });
      });
    }
  }
}
