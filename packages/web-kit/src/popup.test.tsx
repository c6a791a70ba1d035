import { POPUP_DEFAULTS } from '@fasocolis/contracts/popups';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { POPUP_CLOSE_DELAY, type PopupContent, PopupModal, PopupProvider, usePopup } from './popup.tsx';

const POPUP: PopupContent = {
  ...POPUP_DEFAULTS,
  title: 'Nouveau bureau',
  content: 'Bobo-Dioulasso\nouvert dès lundi',
  imageUrl: null,
  buttonLink: null,
};

// jsdom has the element without its methods.
beforeEach(() => {
  vi.useFakeTimers();
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const wait = (milliseconds: number) =>
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const panel = () => screen.getByTestId('popup-modal');

describe('the modal of a popup', () => {
  it('has title, content with line breaks, one button and an X, and an image only with a URL [POPUP-001]', () => {
    const { rerender } = render(<PopupModal popup={POPUP} onClosed={() => {}} />);
    const dialog = screen.getByRole('dialog', { name: 'Nouveau bureau' });
    expect(dialog.querySelector('p')?.textContent).toBe('Bobo-Dioulasso\nouvert dès lundi');
    expect(screen.getAllByRole('button').map((button) => button.textContent || button.ariaLabel)).toEqual([
      'Fermer',
      'OK',
    ]);
    expect(dialog.querySelector('img')).toBeNull();
    rerender(<PopupModal popup={{ ...POPUP, imageUrl: 'https://example.com/a.webp' }} onClosed={() => {}} />);
    expect(dialog.querySelector('img')?.getAttribute('src')).toBe('https://example.com/a.webp');
  });

  it('hides an image that fails to load [POPUP-002, ERR-041]', () => {
    render(<PopupModal popup={{ ...POPUP, imageUrl: 'https://example.com/a.webp' }} onClosed={() => {}} />);
    const image = panel().querySelector('img');
    if (image) fireEvent.error(image);
    expect(panel().querySelector('img')).toBeNull();
  });

  it('is open, then closing for 300 ms, then closed [POPUP-008, CONST-026]', () => {
    const onClosed = vi.fn<() => void>();
    render(<PopupModal popup={POPUP} onClosed={onClosed} />);
    const { dataset } = screen.getByRole('dialog');
    expect(POPUP_CLOSE_DELAY).toBe(300);
    expect(dataset.state).toBe('open');
    click('Fermer');
    expect(dataset.state).toBe('closing');
    wait(299);
    expect(onClosed).not.toHaveBeenCalled();
    wait(1);
    expect(onClosed).toHaveBeenCalledTimes(1);
  });

  it('closes on its button, its X, the backdrop and Escape, and not on a click inside', () => {
    const ways = [
      () => click('OK'),
      () => click('Fermer'),
      () => fireEvent.click(screen.getByTestId('popup-backdrop')),
      () => fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true })),
    ];
    for (const way of ways) {
      const onClosed = vi.fn<() => void>();
      render(<PopupModal popup={POPUP} onClosed={onClosed} />);
      fireEvent.click(panel());
      wait(POPUP_CLOSE_DELAY);
      expect(onClosed).not.toHaveBeenCalled();
      way();
      wait(POPUP_CLOSE_DELAY);
      expect(onClosed).toHaveBeenCalledTimes(1);
      cleanup();
    }
  });

  it('opens the link of its button, if any, in a new tab without an opener [POPUP-004]', () => {
    const open = vi.fn<typeof window.open>();
    vi.stubGlobal('open', open);
    const { rerender } = render(<PopupModal popup={POPUP} onClosed={() => {}} />);
    click('OK');
    expect(open).not.toHaveBeenCalled();
    rerender(<PopupModal popup={{ ...POPUP, buttonLink: '/products' }} onClosed={() => {}} />);
    click('OK');
    expect(open).toHaveBeenCalledExactlyOnceWith('/products', '_blank', 'noopener');
  });

  it('has the style of the popup, with the height as a minimum [POPUP-010, CONST-027]', () => {
    const { rerender } = render(<PopupModal popup={POPUP} onClosed={() => {}} />);
    expect(panel().style.width).toBe('500px');
    rerender(
      <PopupModal
        popup={{
          ...POPUP,
          backgroundColor: '#112233',
          textColor: '#ffeedd',
          buttonColor: '#00ff00',
          buttonTextColor: '#000001',
          titleFontSize: '28px',
          contentFontSize: '18px',
          fontFamily: 'Georgia, serif',
          fontWeight: 'bold',
          borderRadius: '16px',
          width: 640,
          height: 420,
          imageUrl: 'https://example.com/a.webp',
          imagePosition: 'left',
        }}
        onClosed={() => {}}
      />,
    );
    const { style } = panel();
    expect([style.backgroundColor, style.color]).toEqual(['rgb(17, 34, 51)', 'rgb(255, 238, 221)']);
    expect([style.fontFamily, style.fontWeight, style.borderRadius]).toEqual(['Georgia, serif', 'bold', '16px']);
    expect([style.width, style.minHeight]).toEqual(['640px', 'min(420px, 90vh)']);
    const button = screen.getByRole('button', { name: 'OK' });
    expect([button.style.backgroundColor, button.style.color]).toEqual(['rgb(0, 255, 0)', 'rgb(0, 0, 1)']);
    expect(screen.getByRole('heading').style.fontSize).toBe('28px');
    expect(panel().querySelector('p')?.style.fontSize).toBe('18px');
    expect(panel().querySelector('[data-image]')).toHaveProperty('dataset.image', 'left');
  });
});

describe('popups', () => {
  const onClosed = vi.fn<() => void>();

  function Controls() {
    const { show, closeAll, current } = usePopup();
    return (
      <>
        <button type="button" onClick={() => show(POPUP, onClosed)}>
          Montrer
        </button>
        <button type="button" onClick={() => show({ ...POPUP, title: 'Promotion' })}>
          Remplacer
        </button>
        <button type="button" onClick={closeAll}>
          Tout fermer
        </button>
        <output>{current?.title}</output>
      </>
    );
  }

  beforeEach(() => {
    onClosed.mockClear();
    render(
      <PopupProvider>
        <Controls />
      </PopupProvider>,
    );
  });
  const title = () => screen.queryByRole('heading')?.textContent;

  it('can be shown by code, and are removed once closed [POPUP-021]', () => {
    expect(title()).toBeUndefined();
    click('Montrer');
    expect(title()).toBe('Nouveau bureau');
    expect(screen.getByRole('status').textContent).toBe('Nouveau bureau');
    click('Fermer');
    wait(POPUP_CLOSE_DELAY);
    expect(title()).toBeUndefined();
    expect(screen.getByRole('status').textContent).toBe('');
    expect(onClosed).toHaveBeenCalledTimes(1);
  });

  it('replace each other, also one that is closing', () => {
    click('Montrer');
    click('Fermer');
    click('Remplacer');
    wait(POPUP_CLOSE_DELAY);
    expect(title()).toBe('Promotion');
    expect(onClosed).not.toHaveBeenCalled();
  });

  it('can all be closed at once, without a callback [POPUP-020]', () => {
    click('Montrer');
    click('Tout fermer');
    expect(title()).toBeUndefined();
    wait(POPUP_CLOSE_DELAY);
    expect(onClosed).not.toHaveBeenCalled();
  });

  it('cannot be used outside of their provider [POPUP-026, ERR-043]', () => {
    cleanup();
    vi.spyOn(console, 'error').mockReturnValue();
    expect(() => render(<Controls />)).toThrow('usePopup must be used inside a PopupProvider');
  });
});
