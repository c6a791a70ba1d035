import { type ComponentType, createElement, use } from 'react';

const failed = new Set<() => void>();

/**
 * Lets components whose code did not arrive request it again. To be called when the failure is on the screen: before,
 * React would render the component once more, and request the code in a loop.
 */
export function forgetFailures(): void {
  for (const forget of failed) forget();
}

/**
 * A component whose code is loaded with `load()`, or when it is first rendered. Unlike a component of React.lazy, it
 * never suspends once its code is there, also during hydration, and it can retry a failure.
 */
export function loadable<Props extends object>(importModule: () => Promise<{ default: ComponentType<Props> }>) {
  let loading: Promise<ComponentType<Props>> | undefined;
  const forget = () => {
    loading = undefined;
    failed.delete(forget);
  };

  const start = () => {
    if (!loading) {
      loading = startLoading(importModule);
      loading.catch(() => failed.add(forget));
    }
    return loading;
  };

  const Loadable = (props: Props) => createElement(use(start()), props);

  return Object.assign(Loadable, {
    load: async () => {
      try {
        await start();
      } catch (error) {
        forget();
        throw error;
      }
    },
  });
}

function startLoading<Props>(
  importModule: () => Promise<{ default: ComponentType<Props> }>,
): Promise<ComponentType<Props>> {
  const loading = importModule().then(({ default: value }) => {
    // As React marks a promise that it has waited for: `use` returns its value at once.
    void Object.assign(loading, { status: 'fulfilled', value });
    return value;
  });
  return loading;
}

export type Loadable = ReturnType<typeof loadable<object>>;
