import { act, cleanup, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useKeptFocus } from './use-kept-focus.ts';

function SavedOrders() {
  useKeptFocus();
  const [isThere, setIsThere] = useState(true);
  const [isBusy, setIsBusy] = useState(false);
  const remove = async () => {
    setIsBusy(true);
    await Promise.resolve();
    setIsThere(false);
  };
  return (
    <main>
      <h1>Favoris</h1>
      {isThere && (
        <button type="button" disabled={isBusy} onClick={() => void remove()}>
          Supprimer
        </button>
      )}
    </main>
  );
}

const remove = () => screen.getByRole('button', { name: 'Supprimer' });

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('the keyboard focus', () => {
  it('moves to the heading when the focused element disappears', async () => {
    render(<SavedOrders />);
    remove().focus();
    remove().click();
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Favoris' })));
  });

  it('is not moved when the user had removed it from every element', async () => {
    render(<SavedOrders />);
    remove().focus();
    await act(async () => remove().blur());
    vi.useFakeTimers();
    remove().click();
    await vi.advanceTimersByTimeAsync(1000);
    expect(document.activeElement).toBe(document.body);
  });
});
