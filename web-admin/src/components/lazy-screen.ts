import { type ComponentType, createElement, use } from 'react';

/**
 * A screen whose code is loaded when it is first shown, or before with `preload`. Unlike React's own `lazy`, it renders
 * loaded code without a pause, and retries a failure at the next `preload`.
 */
export function lazyScreen(load: () => Promise<{ default: ComponentType }>) {
  let Loaded: ComponentType | undefined;
  let loading: Promise<ComponentType> | undefined;

  const start = () => {
    loading ??= load().then((module) => {
      Loaded = module.default;
      return Loaded;
    });
    return loading;
  };

  const LazyScreen = () => createElement(Loaded ?? use(start()));

  return Object.assign(LazyScreen, {
    preload: () => {
      // A failure is reported when the screen is shown.
      start().catch(() => {
        loading = undefined;
      });
    },
  });
}

export type LazyScreen = ReturnType<typeof lazyScreen>;
