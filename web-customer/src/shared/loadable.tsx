import { type ComponentType, lazy, useState } from 'react';

/**
 * A component whose code arrives with `load()`, at the latest when it is first drawn. Unlike one of React.lazy, it never
 * suspends once its code is there: what suspends while React hydrates a page is drawn anew by the next update.
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
    // For as long as it is shown: another type of component would begin with a fresh state.
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Lazy);
    return <Shown {...props} />;
  }
  return Object.assign(Loadable, { load });
}
