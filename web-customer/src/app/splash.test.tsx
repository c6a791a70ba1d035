import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hideNativeSplash, SPLASH_KEY, Splash } from './splash.tsx';

const preferring = (reducedMotion: boolean) =>
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: reducedMotion && query.includes('reduce') }));
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
  it('is there at 3499 ms and gone at 3500 ms [CONST-001]', () => {
    render(<Splash />);
    wait(3499);
    expect(screen.queryByTestId('splash')).not.toBeNull();
    wait(1);
    expect(screen.queryByTestId('splash')).toBeNull();
  });

  it('reveals one letter after the other, above three dots', () => {
    render(<Splash />);
    const [word, dots] = screen.getByTestId('splash').children;
    const letters = Array.from(word?.children ?? []) as HTMLElement[];
    expect(letters.map((letter) => letter.textContent).join('')).toBe('FasoColis');
    const delays = letters.map((letter) => Number.parseInt(letter.style.animationDelay, 10));
    expect(delays).toEqual(delays.toSorted((a, b) => a - b));
    expect(new Set(delays).size).toBe(letters.length);
    expect(dots?.children).toHaveLength(3);
  });

  it('plays once per browser session', () => {
    render(<Splash />);
    cleanup();
    render(<Splash />);
    expect(screen.queryByTestId('splash')).toBeNull();
    expect(sessionStorage.getItem(SPLASH_KEY)).toBe('played');
  });

  it('does not play for people who asked for less motion or less data', () => {
    preferring(true);
    render(<Splash />);
    expect(screen.queryByTestId('splash')).toBeNull();

    preferring(false);
    vi.stubGlobal('navigator', { connection: { saveData: true } });
    render(<Splash />);
    expect(screen.queryByTestId('splash')).toBeNull();
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("the native wrapper's splash screen", () => {
  it('is hidden once when there is a wrapper, and nothing happens in a plain browser [SHELL-016]', () => {
    expect(hideNativeSplash).not.toThrow();
    const hide = vi.fn<() => Promise<void>>(async () => undefined);
    vi.stubGlobal('Capacitor', { Plugins: { SplashScreen: { hide } } });
    hideNativeSplash();
    expect(hide).toHaveBeenCalledTimes(1);
  });

  it('does no harm in a wrapper without that plugin, or when hiding fails', () => {
    vi.stubGlobal('Capacitor', {});
    expect(hideNativeSplash).not.toThrow();
    vi.stubGlobal('Capacitor', { Plugins: { SplashScreen: { hide: () => Promise.reject(new Error('refusé')) } } });
    expect(hideNativeSplash).not.toThrow();
  });
});
