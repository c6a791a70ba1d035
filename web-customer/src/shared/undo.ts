import { toast } from '@fasocolis/web-kit/toast-store';

/** How long a removal can be undone, in milliseconds. */
const UNDO_MS = 10_000;

/** Says that something was removed, with the button that brings it back. */
export const toastRemoved = (title: string, undo: () => void): void =>
  toast({ title, action: { label: 'Annuler', run: undo }, duration: UNDO_MS });
