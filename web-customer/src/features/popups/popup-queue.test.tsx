import { POPUP_DEFAULTS } from '@fasocolis/contracts/popups';
import { PopupProvider, usePopup } from '@fasocolis/web-kit/popup-context';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { processedPopups } from '../../shared/processed-popups.ts';
import { unseenPopupsQuery } from './popup-queue.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('the popups of somebody', () => {
  it('count as fresh for 60 seconds [CONST-036]', () => {
    expect(unseenPopupsQuery(7).staleTime).toBe(60_000);
  });
});

describe('the popups that were shown', () => {
  beforeEach(processedPopups.clear);

  it('are remembered for the browser session, until somebody signs in', () => {
    processedPopups.add(3);
    expect([processedPopups.has(3), processedPopups.has(4)]).toEqual([true, false]);
    expect(sessionStorage.getItem('fasocolis:popups')).toBe('[3]');
    processedPopups.clear();
    expect(processedPopups.has(3)).toBe(false);
    expect(sessionStorage.getItem('fasocolis:popups')).toBe('[]');
  });

  it('are remembered by the page where storage is forbidden', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    processedPopups.add(3);
    expect(processedPopups.has(3)).toBe(true);
  });
});

describe('a popup shown to nobody in particular', () => {
  function ShowButton() {
    const { show } = usePopup();
    const popup = { ...POPUP_DEFAULTS, title: 'Aperçu', content: 'Texte', imageUrl: null, buttonLink: null };
    return (
      <button type="button" onClick={() => show(popup)}>
        Montrer
      </button>
    );
  }

  it('just closes, without any call [POPUP-019]', () => {
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
