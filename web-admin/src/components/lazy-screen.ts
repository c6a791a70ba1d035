import { type ComponentType, createElement, use } from 'react';

/**
 * A screen whose code is loaded when it is first shown, or before with `preload`. Unlike React's own `lazy`, it renders
 * loaded code without a pause, and retries a failure at the next `preload`.
 */
export function lazyScreen(load: () => Promise<{ default: ComponentType }>) {
  let loading: Promise<ComponentType> | undefined;

  const start = () => {
    loading ??= startLoading(load);
    return loading;
  };

  const LazyScreen = () => createElement(use(start()));

  return Object.assign(LazyScreen, {
    preload: () => {
      // A failure is reported when the screen is shown.
      start().catch(() => {
        loading = undefined;
      });
    },
  });
}

function startLoading(load: () => Promise<{ default: ComponentType }>): Promise<ComponentType> {
  const loading = load().then(({ default: value }) => {
    // As React marks a promise that it has waited for: `use` returns its value at once.
    void Object.assign(loading, { status: 'fulfilled', value });
    return value;
  });
  return loading;
}

export type LazyScreen = ReturnType<typeof lazyScreen>;
