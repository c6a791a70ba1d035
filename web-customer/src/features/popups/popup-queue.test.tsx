import { POPUP_DEFAULTS } from '@fasocolis/contracts/popups';
import { PopupProvider, usePopup } from '@fasocolis/web-kit/popup';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { processedPopups } from '../../shared/processed-popups.ts';
import { unseenPopupsQuery } from './popup-queue.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('the popups of a user', () => {
  it('are fresh for 60 seconds [CONST-036]', () => {
    expect(unseenPopupsQuery(7).staleTime).toBe(60_000);
  });
});

describe('the popups that were shown', () => {
  beforeEach(processedPopups.clear);

  it('are stored for the browser session, until the next sign-in', () => {
    processedPopups.add(3);
    expect([processedPopups.has(3), processedPopups.has(4)]).toEqual([true, false]);
    expect(sessionStorage.getItem('fasocolis:popups')).toBe('[3]');
    processedPopups.clear();
    expect(processedPopups.has(3)).toBe(false);
    expect(sessionStorage.getItem('fasocolis:popups')).toBe('[]');
  });

  it('are stored in memory where storage is forbidden', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    processedPopups.add(3);
    expect(processedPopups.has(3)).toBe(true);
  });
});

describe('a popup without a user', () => {
  function ShowButton() {
    const { show } = usePopup();
    const popup = { ...POPUP_DEFAULTS, title: 'Aperçu', content: 'Texte', imageUrl: null, buttonLink: null };
    return (
      <button type="button" onClick={() => show(popup)}>
        Montrer
      </button>
    );
  }

  it('closes without any request [POPUP-019]', () => {
    vi.useFakeTimers();
    HTMLDialogElement.prototype.showModal = function showModal() {
      this.open = true;
    };
    HTMLDialogElement.prototype.close = function close() {
      this.open = false;
    };
    const fetch = vi.spyOn(globalThis, 'fetch');
    render(
      <PopupProvider>
        <ShowButton />
      </PopupProvider>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Montrer' }));
    fireEvent.click(screen.getByRole('button', { name: 'Fermer' }));
    act(() => {
      vi.runAllTimers();
    });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(fetch).not.toHaveBeenCalled();
    vi.useRealTimers();
  });
});
