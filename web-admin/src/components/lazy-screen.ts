import { type ComponentType, createElement, use } from 'react';

const failed = new Set<() => void>();

/**
 * Lets screens whose code did not arrive request it again. To be called when the failure is on the screen: before, React
 * would render the screen once more, and request the code in a loop.
 */
export function forgetFailedScreens(): void {
  for (const forget of failed) forget();
}

/**
 * A screen whose code is loaded when it is first shown, or before with `preload`. Unlike React's own `lazy`, it renders
 * loaded code without a pause, and can retry a failure.
 */
export function lazyScreen(load: () => Promise<{ default: ComponentType }>) {
  let loading: Promise<ComponentType> | undefined;
  const forget = () => {
    loading = undefined;
    failed.delete(forget);
  };

  const start = () => {
    if (!loading) {
      loading = startLoading(load);
      loading.catch(() => failed.add(forget));
    }
    return loading;
  };

  const LazyScreen = () => createElement(use(start()));

  return Object.assign(LazyScreen, {
    preload: () => {
      // A failure is reported when the screen is shown.
      start().catch(forget);
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
