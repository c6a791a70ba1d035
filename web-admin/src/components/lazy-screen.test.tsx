import { act, cleanup, render, screen } from '@testing-library/react';
import { Component, type ReactNode, Suspense } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { forgetFailedScreens, type LazyScreen, lazyScreen } from './lazy-screen.ts';

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

const show = (Screen: LazyScreen) =>
  render(
    <Boundary>
      <Suspense fallback="Chargement">
        <Screen />
      </Suspense>
    </Boundary>,
  );

it('a screen is loaded when it is first shown, once', async () => {
  const load = vi.fn<() => Promise<typeof code>>(async () => code);
  const Screen = lazyScreen(load);
  expect(load).not.toHaveBeenCalled();
  await act(async () => show(Screen));
  expect(screen.getByRole('heading')).toBeDefined();
  cleanup();
  show(Screen);
  expect(screen.getByRole('heading')).toBeDefined();
  expect(load).toHaveBeenCalledOnce();
});

it('a preloaded screen is shown without a pause', async () => {
  const loaded = Promise.resolve(code);
  const Screen = lazyScreen(() => loaded);
  Screen.preload();
  await loaded;
  show(Screen);
  expect(screen.getByRole('heading')).toBeDefined();
});

it('a screen whose code did not arrive is requested again once the failure is forgotten', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const load = vi.fn<() => Promise<typeof code>>(async () => code).mockRejectedValueOnce(new TypeError('offline'));
  const Screen = lazyScreen(load);
  await act(async () => show(Screen));
  expect(screen.getByText('Panne')).toBeDefined();
  cleanup();
  forgetFailedScreens();
  await act(async () => show(Screen));
  expect(screen.getByRole('heading')).toBeDefined();
});

it('a screen whose preload failed is requested again when it is shown', async () => {
  const load = vi.fn<() => Promise<typeof code>>(async () => code).mockRejectedValueOnce(new TypeError('offline'));
  const Screen = lazyScreen(load);
  await act(async () => Screen.preload());
  await act(async () => show(Screen));
  expect(screen.getByRole('heading')).toBeDefined();
});
