import { SPLASH_KEY } from './splash.tsx';

/** Dispatched after hydration. */
export const READY_EVENT = 'site-ready';

/**
 * The inline script of a rendered page. It loads the app when the page is idle, on slow connections and with Save-Data
 * at the first interaction (LINK-003). Clicks and submits before hydration are repeated after it.
 */
export const loader = (entry: string): string =>
  `(${load.toString()})(${[entry, READY_EVENT, SPLASH_KEY].map((value) => JSON.stringify(value)).join()})`;

function load(entry: string, readyEvent: string, splashKey: string): void {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  try {
    if (connection?.saveData || sessionStorage.getItem(splashKey)) document.documentElement.dataset.splash = 'over';
  } catch {
    document.documentElement.dataset.splash = 'over';
  }
  const isSlow =
    connection?.saveData ||
    /2g|3g/.test(connection?.effectiveType ?? '') ||
    matchMedia('(prefers-reduced-data: reduce)').matches;
  const interactions = ['pointerdown', 'keydown', 'scroll', 'focusin'];
  let pressed: HTMLElement | null = null;
  const start = () => {
    for (const name of interactions) removeEventListener(name, start, true);
    void import(/* @vite-ignore */ entry);
  };
  let submitted: HTMLFormElement | null = null;
  const press = ({ target }: Event) => {
    pressed = (target as Element).closest<HTMLElement>('button[type=button]');
  };
  const submit = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement;
    // The search works without scripts.
    if (form.hasAttribute('action')) return;
    event.preventDefault();
    submitted = form;
  };
  addEventListener('click', press, true);
  addEventListener('submit', submit, true);
  addEventListener(
    readyEvent,
    () => {
      removeEventListener('click', press, true);
      removeEventListener('submit', submit, true);
      if (submitted?.isConnected) submitted.requestSubmit();
      else if (pressed?.isConnected) pressed.click();
    },
    { once: true },
  );
  for (const name of interactions) addEventListener(name, start, { capture: true, passive: true });
  const whenIdle = window.requestIdleCallback ?? setTimeout;
  if (!isSlow) addEventListener('load', () => whenIdle(start));
}
