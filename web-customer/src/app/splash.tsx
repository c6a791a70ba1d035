import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router-dom';

/** How long the splash plays, in milliseconds. */
const SPLASH_DURATION = 3500;
/** Set in sessionStorage once the splash has played. */
export const SPLASH_KEY = 'fasocolis:splash';

/** On the home page only, without a parcel. The page is rendered with it; a script in the head decides whether it plays. */
const isHome = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>) =>
  /^\/(?:home)?$/.test(pathname) && !new URLSearchParams(search).get('tracking');

/** Once per browser session, and never for users who prefer reduced motion or data. */
function shouldPlay(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData || matchMedia('(prefers-reduced-motion: reduce)').matches) return false;
  const { splash } = document.documentElement.dataset;
  if (splash) return splash === 'playing';
  try {
    return sessionStorage.getItem(SPLASH_KEY) === null;
  } catch {
    // Storage is forbidden: it would play at every page load.
    return false;
  }
}

const isRendered = () => typeof document !== 'undefined' && document.getElementById('splash') !== null;

/**
 * The product's name, letter by letter, over the app that loads underneath. Calls `onOver` at its end, and at once when
 * it does not play.
 */
export function Splash({ onOver }: { onOver?: () => void }) {
  const location = useLocation();
  const [isPlaying, setIsPlaying] = useState(isHome(location));
  // In a rendered page it plays from the first paint on.
  const [begin] = useState(() => (isRendered() ? 0 : performance.now()));
  const reportOver = useEffectEvent(() => onOver?.());

  useEffect(() => {
    if (!isPlaying) return reportOver();
    const remaining = shouldPlay() ? Math.max(0, begin + SPLASH_DURATION - performance.now()) : 0;
    if (remaining > 0) sessionStorage.setItem(SPLASH_KEY, 'played');
    const end = setTimeout(() => setIsPlaying(false), remaining);
    return () => clearTimeout(end);
  }, [isPlaying, begin]);

  if (!isPlaying) return null;
  return (
    <div
      id="splash"
      data-testid="splash"
      aria-hidden
      className="fixed inset-0 z-50 grid place-content-center justify-items-center gap-6 bg-brand-deep text-white"
    >
      <p className="flex text-5xl font-extrabold tracking-tight">
        {Array.from(PRODUCT_NAME, (letter, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: the letters of a fixed word, which repeat.
            key={index}
            className={`animate-letter ${index < 4 ? '' : 'text-accent'}`}
          >
            {letter}
          </span>
        ))}
      </p>
      <div className="flex gap-3">
        {[0, 1, 2].map((dot) => (
          <span key={dot} className="size-3 animate-blink rounded-full bg-accent" />
        ))}
      </div>
    </div>
  );
}

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
