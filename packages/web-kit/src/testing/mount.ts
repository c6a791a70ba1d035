import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';

const mounted = new Map<HTMLElement, Root>();

/** Shows a site with React's production build, which Testing Library does not support: tests wait for what is visible. */
export function mount(site: ReactNode): void {
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  mounted.set(container, root);
  flushSync(() => root.render(site));
}

export function unmountAll(): void {
  for (const [container, root] of mounted) {
    flushSync(() => root.unmount());
    container.remove();
  }
  mounted.clear();
}
