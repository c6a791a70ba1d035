// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toast } from './toast-store.ts';
import { SWIPE_THRESHOLD, Toaster } from './toaster.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.runAllTimers();
  vi.useRealTimers();
});

const wait = (milliseconds: number) =>
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
const show = (message: Parameters<typeof toast>[0]) => act(() => toast(message));

describe('the toast area', () => {
  it('shows title and description, and marks failures', () => {
    render(<Toaster />);
    show({ description: 'Impossible de sauvegarder cette commande', variant: 'destructive' });
    const shown = screen.getByTestId('toast');
    expect(shown.textContent).toContain('Erreur');
    expect(shown.textContent).toContain('Impossible de sauvegarder cette commande');
    expect(shown.dataset.variant).toBe('destructive');
  });

  it('shows one message at a time: the newest', () => {
    render(<Toaster />);
    show({ title: 'Un' });
    show({ title: 'Deux' });
    expect(screen.getAllByTestId('toast').map((element) => element.textContent)).toEqual(['Deux']);
  });

  it('hides a message after 5000 ms and not before [CONST-014]', () => {
    render(<Toaster />);
    show({ title: 'Un' });
    wait(4999);
    expect(screen.queryByTestId('toast')).not.toBeNull();
    wait(1);
    expect(screen.queryByTestId('toast')).toBeNull();
  });

  it('shows a message with an action for as long as it asks, and hides it once the action runs [CARD-008]', () => {
    render(<Toaster />);
    const run = vi.fn<() => void>();
    show({ title: 'Retiré', action: { label: 'Annuler', run }, duration: 10_000 });
    wait(9999);
    fireEvent.click(screen.getByRole('button', { name: 'Annuler' }));
    expect(run).toHaveBeenCalledOnce();
    expect(screen.queryByTestId('toast')).toBeNull();
    show({ title: 'Retiré', action: { label: 'Annuler', run }, duration: 10_000 });
    wait(10_000);
    expect(screen.queryByTestId('toast')).toBeNull();
    expect(run).toHaveBeenCalledOnce();
  });

  it('hides a message when its close button is pressed', () => {
    render(<Toaster />);
    show({ title: 'Un' });
    fireEvent.click(screen.getByRole('button', { name: 'Fermer' }));
    expect(screen.queryByTestId('toast')).toBeNull();
  });

  it('dismisses a message that is swiped more than 50 pixels [CONST-015]', () => {
    expect(SWIPE_THRESHOLD).toBe(50);
    render(<Toaster />);
    show({ title: 'Un' });
    swipe(50);
    expect(screen.queryByTestId('toast')).not.toBeNull();
    swipe(51);
    expect(screen.queryByTestId('toast')).toBeNull();
  });

  it('takes the focus when F8 is pressed', () => {
    render(<Toaster />);
    show({ title: 'Un' });
    fireEvent.keyDown(document, { key: 'F8', code: 'F8' });
    expect(screen.getByRole('region', { name: 'Messages (F8)' }).contains(document.activeElement)).toBe(true);
  });
});

function swipe(pixels: number) {
  const element = screen.getByTestId('toast');
  element.setPointerCapture = () => undefined;
  element.hasPointerCapture = () => true;
  element.releasePointerCapture = () => undefined;
  const at = (clientX: number) => ({
    clientX,
    clientY: 0,
    button: 0,
    pointerType: 'touch',
    pointerId: 1,
    bubbles: true,
  });
  fireEvent.pointerDown(element, at(0));
  fireEvent.pointerMove(element, at(30));
  fireEvent.pointerMove(element, at(pixels));
  fireEvent.pointerUp(element, at(pixels));
}
