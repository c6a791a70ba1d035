import { SPLASH_KEY } from './splash.tsx';

/** Dispatched after hydration. */
export const READY_EVENT = 'site-ready';

/** A page that was hidden for longer is fetched again when it becomes visible, in milliseconds. */
export const HIDDEN_MS = 300_000;

/**
 * The inline script of a rendered page. It loads the app and its whole style sheet when the page is painted and idle, on slow
 * connections and with Save-Data at the first interaction (LINK-003). Clicks and submits before hydration are repeated
 * after it; until then the page shows that they were noticed (styles.css). Before the app does it, the script fetches the page
 * again when it was hidden for long.
 */
export const loader = (entry: string, styles: string): string =>
  `(${load.toString()})(${[entry, styles, READY_EVENT, SPLASH_KEY, HIDDEN_MS].map((value) => JSON.stringify(value)).join()})`;

/** Settles when the style sheet that the loader has requested is loaded, or cannot be. */
export async function stylesLoaded(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]');
  if (!link || link.sheet) return;
  await new Promise((resolve) => {
    for (const outcome of ['load', 'error']) link.addEventListener(outcome, resolve);
  });
}

function load(entry: string, styles: string, readyEvent: string, splashKey: string, hiddenMs: number): void {
  const root = document.documentElement;
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  try {
    const isOver = connection?.saveData || sessionStorage.getItem(splashKey);
    root.dataset.splash = isOver ? 'over' : 'playing';
    // The scripts may load after it has ended, or not at all.
    addEventListener('DOMContentLoaded', () => {
      if (document.getElementById('splash')) sessionStorage.setItem(splashKey, 'played');
    });
  } catch {
    root.dataset.splash = 'over';
  }
  const isSlow =
    connection?.saveData ||
    /2g|3g/.test(connection?.effectiveType ?? '') ||
    matchMedia('(prefers-reduced-data: reduce)').matches;
  const interactions = ['pointerdown', 'keydown', 'scroll', 'focusin'];
  let pressed: HTMLElement | null = null;
  let hiddenAt = document.hidden ? Date.now() : Number.POSITIVE_INFINITY;
  const refresh = () => {
    // A page that cannot be fetched stays.
    if (Date.now() - hiddenAt > hiddenMs)
      fetch(location.href).then(
        ({ ok }) => ok && location.reload(),
        () => {},
      );
    hiddenAt = document.hidden ? Date.now() : Number.POSITIVE_INFINITY;
  };
  document.addEventListener('visibilitychange', refresh);
  const start = () => {
    document.removeEventListener('visibilitychange', refresh);
    for (const name of interactions) removeEventListener(name, start, true);
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = styles;
    link.onerror = () => link.remove();
    document.head.append(link);
    import(/* @vite-ignore */ entry).catch(() => {
      if (root.dataset.waiting) root.dataset.waiting = 'failed';
      listen();
    });
  };
  const listen = () => {
    for (const name of interactions) addEventListener(name, start, { capture: true, passive: true });
  };
  let submitted: HTMLFormElement | null = null;
  const press = ({ target }: Event) => {
    pressed = (target as Element).closest<HTMLElement>('button[type=button]');
    if (pressed) root.dataset.waiting = 'true';
  };
  const submit = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement;
    // The search works without scripts.
    if (form.hasAttribute('action')) return;
    event.preventDefault();
    submitted = form;
    root.dataset.waiting = 'true';
  };
  addEventListener('click', press, true);
  addEventListener('submit', submit, true);
  addEventListener(
    readyEvent,
    () => {
      removeEventListener('click', press, true);
      removeEventListener('submit', submit, true);
      delete root.dataset.waiting;
      if (submitted?.isConnected) submitted.requestSubmit();
      else if (pressed?.isConnected) pressed.click();
    },
    { once: true },
  );
  listen();
  // A slow phone may never be idle.
  const whenIdle = () =>
    'requestIdleCallback' in window ? requestIdleCallback(start, { timeout: 3000 }) : setTimeout(start);
  // A busy browser may be idle before its first frame, and the scripts would arrive before it (LINK-009).
  if (!isSlow) addEventListener('load', () => requestAnimationFrame(whenIdle));
}
