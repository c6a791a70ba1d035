import { act, cleanup, render, screen } from '@testing-library/react';
import { Component, type ReactNode, Suspense } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { forgetFailures, type Loadable, loadable } from './loadable.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const code = { default: () => <h1>Commandes</h1> };

class Boundary extends Component<{ children: ReactNode }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override render = () => (this.state.failed ? 'Panne' : this.props.children);
}

const show = (Screen: Loadable) =>
  render(
    <Boundary>
      <Suspense fallback="Chargement">
        <Screen />
      </Suspense>
    </Boundary>,
  );

it('a screen is loaded when it is first shown, once', async () => {
  const load = vi.fn<() => Promise<typeof code>>(async () => code);
  const Screen = loadable(load);
  expect(load).not.toHaveBeenCalled();
  await act(async () => show(Screen));
  expect(screen.getByRole('heading')).toBeDefined();
  cleanup();
  show(Screen);
  expect(screen.getByRole('heading')).toBeDefined();
  expect(load).toHaveBeenCalledOnce();
});

it('a screen whose code was loaded before is shown without a pause', async () => {
  const loaded = Promise.resolve(code);
  const Screen = loadable(() => loaded);
  void Screen.load();
  await loaded;
  show(Screen);
  expect(screen.getByRole('heading')).toBeDefined();
});

it('a screen whose code did not arrive is requested again once the failure is forgotten', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const load = vi.fn<() => Promise<typeof code>>(async () => code).mockRejectedValueOnce(new TypeError('offline'));
  const Screen = loadable(load);
  await act(async () => show(Screen));
  expect(screen.getByText('Panne')).toBeDefined();
  cleanup();
  forgetFailures();
  await act(async () => show(Screen));
  expect(screen.getByRole('heading')).toBeDefined();
});

it('a screen whose code failed to load before is requested again when it is shown', async () => {
  const load = vi.fn<() => Promise<typeof code>>(async () => code).mockRejectedValueOnce(new TypeError('offline'));
  const Screen = loadable(load);
  await act(async () => Screen.load().catch(() => {}));
  await act(async () => show(Screen));
  expect(screen.getByRole('heading')).toBeDefined();
});
