import { afterEach, describe, expect, it, vi } from 'vitest';
import { hideNativeSplash } from './native-splash.ts';

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
