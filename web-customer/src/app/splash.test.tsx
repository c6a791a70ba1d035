import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hideNativeSplash, SPLASH_KEY, Splash } from './splash.tsx';

const preferring = (reducedMotion: boolean) =>
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: reducedMotion && query.includes('reduce') }));
const renderSplash = (path = '/') =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <Splash />
    </MemoryRouter>,
  );
const wait = (milliseconds: number) =>
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
  preferring(false);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the splash', () => {
  it('is visible at 3499 ms and removed at 3500 ms [CONST-001]', () => {
    renderSplash();
    wait(3499);
    expect(screen.queryByTestId('splash')).not.toBeNull();
    wait(1);
    expect(screen.queryByTestId('splash')).toBeNull();
  });

  it('has an element for each letter, above three dots', () => {
    renderSplash();
    const [word, dots] = screen.getByTestId('splash').children;
    expect(Array.from(word?.children ?? [], ({ textContent }) => textContent)).toEqual(Array.from('FasoColis'));
    expect(dots?.children).toHaveLength(3);
  });

  it.each(['/?tracking=DEMO0003', '/c/DEMO0003', '/product/1', '/about'])('does not cover %s', (path) => {
    renderSplash(path);
    expect(screen.queryByTestId('splash')).toBeNull();
  });

  it('plays once per browser session', () => {
    renderSplash();
    cleanup();
    renderSplash();
    wait(0);
    expect(screen.queryByTestId('splash')).toBeNull();
    expect(sessionStorage.getItem(SPLASH_KEY)).toBe('played');
  });

  it('does not play for users who prefer reduced motion or data', () => {
    preferring(true);
    renderSplash();
    wait(0);
    expect(screen.queryByTestId('splash')).toBeNull();

    preferring(false);
    vi.stubGlobal('navigator', { connection: { saveData: true } });
    renderSplash();
    wait(0);
    expect(screen.queryByTestId('splash')).toBeNull();
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("the native wrapper's splash screen", () => {
  it('is hidden once in a wrapper, and nothing happens in a plain browser [SHELL-016]', () => {
    expect(hideNativeSplash).not.toThrow();
    const hide = vi.fn<() => Promise<void>>(async () => undefined);
    vi.stubGlobal('Capacitor', { Plugins: { SplashScreen: { hide } } });
    hideNativeSplash();
    expect(hide).toHaveBeenCalledTimes(1);
  });

  it('is not touched in a wrapper without that plugin, and a failure to hide it is ignored', () => {
    vi.stubGlobal('Capacitor', {});
    expect(hideNativeSplash).not.toThrow();
    vi.stubGlobal('Capacitor', { Plugins: { SplashScreen: { hide: () => Promise.reject(new Error('refusé')) } } });
    expect(hideNativeSplash).not.toThrow();
  });
});
