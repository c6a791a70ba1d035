import { createStore, type Store } from './store.ts';

/** How long a toast is shown, in milliseconds. */
export const TOAST_DURATION = 5000;
/** How long a dismissed toast is kept in the store, in milliseconds. */
export const TOAST_REMOVE_DELAY = 1_000_000;

export interface ToastMessage {
  title?: string;
  description?: string;
  variant?: 'default' | 'destructive';
  /** A button of the toast, which dismisses it. */
  action?: { label: string; run: () => void };
  /** How long it is shown, in milliseconds. */
  duration?: number;
}

export interface ToastEntry extends ToastMessage {
  id: number;
  /** False once dismissed or timed out. */
  open: boolean;
}

const store = createStore<ToastEntry | undefined>(undefined);
let lastId = 0;
let removal: ReturnType<typeof setTimeout> | undefined;

/** At most one toast is shown; undefined when there is none. */
export const toastStore: Store<ToastEntry | undefined> = store;

function set(next: ToastEntry | undefined) {
  clearTimeout(removal);
  if (next && !next.open) removal = setTimeout(() => set(undefined), TOAST_REMOVE_DELAY);
  store.set(next);
}

/** Shows a message in place of the one before it. A destructive one without a title is titled "Erreur". */
export function toast(message: ToastMessage): void {
  lastId += 1;
  const title = message.title ?? (message.variant === 'destructive' ? 'Erreur' : undefined);
  set({ ...message, ...(title && { title }), id: lastId, open: true });
}

/** Hides a toast, if it is still the current one. */
export function dismissToast(id: number): void {
  const current = store.getSnapshot();
  if (current?.id === id && current.open) set({ ...current, open: false });
}
