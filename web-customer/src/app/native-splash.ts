declare global {
  interface Window {
    /** The bridge of the native wrapper; absent in a plain browser. */
    Capacitor?: { Plugins?: { SplashScreen?: { hide: () => Promise<void> } } };
  }
}

/** Hides the splash screen of the native wrapper, if the site runs in one. */
export function hideNativeSplash(): void {
  window.Capacitor?.Plugins?.SplashScreen?.hide().catch(() => undefined);
}
