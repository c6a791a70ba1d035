// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dismissToast, toast, toastStore } from './toast-store.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

const current = () => {
  const entry = toastStore.getSnapshot();
  if (!entry) throw new Error('no toast');
  return entry;
};

describe('the toast store', () => {
  it('keeps only the newest message [CONST-012]', () => {
    toast({ title: 'Un' });
    toast({ title: 'Deux' });
    expect(current()).toMatchObject({ title: 'Deux', open: true });
  });

  it('removes a dismissed message after 1 000 000 ms and not before [CONST-013]', () => {
    toast({ title: 'Un' });
    dismissToast(current().id);
    vi.advanceTimersByTime(999_999);
    expect(current()).toMatchObject({ title: 'Un', open: false });
    vi.advanceTimersByTime(1);
    expect(toastStore.getSnapshot()).toBeUndefined();
  });

  it('keeps a message for its full time when the one before it was dismissed', () => {
    toast({ title: 'Un' });
    dismissToast(current().id);
    toast({ title: 'Deux' });
    vi.advanceTimersByTime(2_000_000);
    expect(current()).toMatchObject({ title: 'Deux', open: true });
    dismissToast(current().id);
  });

  it('ignores the dismissal of a message that was replaced', () => {
    toast({ title: 'Un' });
    const first = current().id;
    toast({ title: 'Deux' });
    dismissToast(first);
    expect(current().open).toBe(true);
    dismissToast(current().id);
  });

  it('gives a failure without a title the title "Erreur"', () => {
    toast({ description: 'Impossible', variant: 'destructive' });
    expect(current().title).toBe('Erreur');
    toast({ description: 'Tout va bien' });
    expect(current().title).toBeUndefined();
    dismissToast(current().id);
  });

  it('notifies its listeners of every change until they unsubscribe', () => {
    const listener = vi.fn<() => void>();
    const leave = toastStore.subscribe(listener);
    toast({ title: 'Un' });
    dismissToast(current().id);
    expect(listener).toHaveBeenCalledTimes(2);
    leave();
    toast({ title: 'Deux' });
    expect(listener).toHaveBeenCalledTimes(2);
    dismissToast(current().id);
  });
});
