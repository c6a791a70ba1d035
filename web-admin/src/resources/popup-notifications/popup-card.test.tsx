import { POPUP_DEFAULTS, type Popup } from '@fasocolis/contracts/popups';
import { PopupProvider } from '@fasocolis/web-kit/popup';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PopupCard } from './popup-card.tsx';

const popup: Popup = {
  ...POPUP_DEFAULTS,
  id: 7,
  title: 'Nouveau bureau',
  content: 'Bobo-Dioulasso',
  imageUrl: null,
  buttonLink: null,
  startDate: null,
  endDate: null,
};
const card = (changes: Partial<Popup> = {}) => (
  <PopupCard popup={{ ...popup, ...changes }} onEdit={() => {}} onDelete={() => {}} />
);
const show = (changes: Partial<Popup> = {}) => render(card(changes), { wrapper: PopupProvider });

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('the card of a popup', () => {
  it('shows its period only when both days are set [ADM-POP-003]', () => {
    const days = { startDate: '2026-03-05', endDate: '2026-03-09' };
    for (const changes of [{}, { startDate: days.startDate }, { endDate: days.endDate }]) {
      show(changes);
      expect(screen.queryByText(/\d\d\/\d\d\/\d{4}/)).toBeNull();
      cleanup();
    }
    show(days);
    expect(screen.getByText('Du 05/03/2026 au 09/03/2026')).toBeTruthy();
  });

  it('shows a text in place of an image that does not load, until the image changes [ERR-042, ADM-POP-005]', () => {
    const { container, rerender } = show({ imageUrl: 'https://example.com/a.webp' });
    const image = container.querySelector('img');
    if (image) fireEvent.error(image);
    expect(screen.getByRole('img', { name: 'Image non disponible' }).textContent).toBe('Image non disponible');
    rerender(card({ imageUrl: 'https://example.com/b.webp' }));
    expect(container.querySelector('img')?.getAttribute('src')).toBe('https://example.com/b.webp');
  });

  it('throws without the popup context [ADM-POP-034]', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    expect(() => render(card())).toThrow('usePopup must be used inside a PopupProvider');
  });
});
