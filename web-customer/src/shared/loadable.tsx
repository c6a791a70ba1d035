import { type ComponentType, lazy, useState } from 'react';

/**
 * A component whose code is loaded with `load()`, or when it is first rendered. Unlike a component of React.lazy, it
 * never suspends once its code is there: what suspends during hydration is rendered again by the next update.
 */
export function loadable<Props extends object>(importModule: () => Promise<{ default: ComponentType<Props> }>) {
  let loaded: ComponentType<Props> | undefined;
  const load = async () => {
    const module = await importModule();
    loaded = module.default;
    return module;
  };
  const Lazy = lazy(load);
  function Loadable(props: Props) {
    // Kept while the component is mounted: another component type would lose the state.
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Lazy);
    return <Shown {...props} />;
  }
  return Object.assign(Loadable, { load });
}
