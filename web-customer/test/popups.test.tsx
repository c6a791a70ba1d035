import { type ImagePosition, POPUP_DEFAULTS, type Popup } from '@fasocolis/contracts/popups';
import { expectAccessible } from '@fasocolis/web-kit/testing/accessibility';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AWA, expectToast, expectUrl, FAILURE, FakeApi, openPage, toast } from './customer-site.tsx';

/** An amber square on green. */
const IMAGE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABgAAAAQCAMAAAA7+k+nAAAABlBMVEX1ngsWZTR4mpuAAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAG0lEQVQYlWNgxAEYaCDBAAWMQ1yCkWSfEy0BAPuQAUFhJQPgAAAAAElFTkSuQmCC';
const UNSEEN = `GET /api/popup-notifications/unseen/user/${AWA.id}`;

let lastId = 0;
/** A popup that this page has not shown. */
const newPopup = (fields: Partial<Popup> = {}): Popup => {
  lastId += 1;
  const dates = { startDate: null, endDate: null };
  const texts = { title: `Annonce ${lastId}`, content: 'Bonjour', imageUrl: null, buttonLink: null };
  return { ...POPUP_DEFAULTS, ...dates, ...texts, id: lastId, ...fields };
};

function apiWith(...popups: Popup[]): FakeApi {
  const api = new FakeApi(AWA);
  const seen = ({ id }: Popup) => `POST /api/popup-notifications/${id}/seen`;
  api.compute(UNSEEN, () => popups.filter((popup) => !popup.showOnce || api.sent(seen(popup)).length === 0));
  return api;
}
const open = (...popups: Popup[]) => openPage('/', apiWith(...popups));

const modal = page.getByTestId('popup-modal');
const heading = ({ title }: Popup) => modal.getByRole('heading', { name: title });
const close = () => modal.getByRole('button', { name: 'Fermer' }).click();
const element = () => modal.element() as HTMLElement;

describe('a popup', () => {
  it('shows the title, the lines of the content, one button and an X over the page [POPUP-001]', async () => {
    const popup = newPopup({ content: 'Première ligne\nDeuxième ligne', buttonText: 'Compris' });
    open(popup);
    await expect.element(heading(popup)).toBeVisible();
    await expect.element(page.getByRole('dialog', { name: popup.title })).toBeVisible();
    expect(getComputedStyle(modal.getByText('Première ligne').element()).whiteSpace).toMatch(/pre-line|pre-wrap/);
    await expect.element(modal.getByRole('button', { name: 'Compris' })).toBeVisible();
    expect(modal.getByRole('button').elements()).toHaveLength(2);
    expect(element().querySelector('img')).toBeNull();
  });

  it('gets the focus and keeps it [POPUP-015]', async () => {
    open(newPopup());
    await expect.element(modal).toHaveFocus();
    for (let step = 0; step < 4; step += 1) {
      await userEvent.keyboard('{Tab}');
      expect(document.activeElement?.closest('main, header, footer')).toBeFalsy();
    }
  });

  it('is accessible on a phone, with buttons that are large enough to touch', async () => {
    const look = { buttonColor: '#f59e0b', buttonTextColor: '#1c1917', imageUrl: IMAGE };
    await page.viewport(360, 740);
    open(newPopup({ ...look, content: 'Notre bureau de Bobo-Dioulasso ouvre lundi.\nVenez nous voir.' }));
    await expect.element(modal).toBeVisible();
    await expectAccessible();
    for (const button of modal.getByRole('button').elements()) {
      expect(button.getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
    }
  });

  it('shows its image [POPUP-001]', async () => {
    open(newPopup({ imageUrl: IMAGE }));
    await expect.element(modal).toBeVisible();
    await expect.poll(() => element().querySelector('img')?.naturalWidth).toBe(24);
  });

  it('hides an image that cannot be loaded [POPUP-002, ERR-041]', async () => {
    const popup = newPopup({ imageUrl: 'data:image/png;base64,AAAA' });
    open(popup);
    await expect.element(heading(popup)).toBeVisible();
    await expect.poll(() => element().querySelector('img')).toBeNull();
  });

  it('opens the link of its button in a new tab without an opener, and closes [POPUP-003]', async () => {
    const openTab = vi.spyOn(window, 'open').mockReturnValue(null);
    open(newPopup({ buttonText: 'Voir', buttonLink: '/facebook-help' }));
    await modal.getByRole('button', { name: 'Voir' }).click();
    expect(openTab.mock.calls).toEqual([['/facebook-help', '_blank', 'noopener']]);
    await expect.element(modal).not.toBeInTheDocument();
    openTab.mockRestore();
  });

  it.each([
    ['its button, without opening a tab [POPUP-004]', () => modal.getByRole('button', { name: 'OK' }).click()],
    ['Escape [POPUP-005]', () => userEvent.keyboard('{Escape}')],
    [
      'the backdrop, not on a click inside [POPUP-006]',
      async () => {
        await modal.getByText('Bonjour').click();
        await expect.element(page.getByRole('dialog')).toHaveAttribute('data-state', 'open');
        await page.getByTestId('popup-backdrop').click({ position: { x: 5, y: 5 } });
      },
    ],
    ['the X [POPUP-007]', close],
  ])('closes on %s', async (_, act) => {
    const openTab = vi.spyOn(window, 'open');
    open(newPopup());
    await expect.element(modal).toBeVisible();
    await act();
    await expect.element(modal).not.toBeInTheDocument();
    expect(openTab).not.toHaveBeenCalled();
    openTab.mockRestore();
  });

  it('is 500 pixels wide and at most 90 % of the screen [POPUP-009, CONST-027]', async () => {
    open(newPopup({ content: 'Une longue annonce.\n'.repeat(120) }));
    await expect.element(modal).toBeVisible();
    const size = () => [element().offsetWidth, element().offsetHeight];
    expect(size()).toEqual([500, 720]);
    expect(getComputedStyle(element()).maxHeight).toBe('720px');
    await page.viewport(375, 740);
    await expect.poll(size).toEqual([338, 666]);
    expect(getComputedStyle(element()).maxWidth).toBe('337.5px');
  });

  it.each([
    ['top', 'y', -1],
    ['bottom', 'y', 1],
    ['left', 'x', -1],
    ['right', 'x', 1],
  ] satisfies [ImagePosition, 'x' | 'y', number][])(
    'has its own style, with the image at the %s of the text [POPUP-010]',
    async (imagePosition, axis, side) => {
      const popup = newPopup({
        imageUrl: IMAGE,
        imagePosition,
        width: 600,
        height: 420,
        borderRadius: '16px',
        backgroundColor: '#14532d',
        textColor: '#ffffff',
        buttonColor: '#f59e0b',
        buttonTextColor: '#1c1917',
        titleFontSize: '28px',
        contentFontSize: '18px',
        fontFamily: 'Georgia, serif',
        fontWeight: 'bold',
      });
      open(popup);
      await expect.poll(() => modal.elements()[0]?.querySelector('img')?.naturalWidth).toBe(24);
      const centre = (selector: string) => {
        const { x, y, width, height } = (element().querySelector(selector) as Element).getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2 };
      };
      expect(Math.sign(centre('img')[axis] - centre('.fc-popup-text')[axis])).toBe(side);
      await expect.element(modal).toHaveStyle({
        width: '600px',
        minHeight: '420px',
        borderRadius: '16px',
        backgroundColor: 'rgb(20, 83, 45)',
        color: 'rgb(255, 255, 255)',
        fontFamily: 'Georgia, serif',
        fontWeight: '700',
      });
      await expect.element(heading(popup)).toHaveStyle({ fontSize: '28px' });
      await expect.element(modal.getByText('Bonjour')).toHaveStyle({ fontSize: '18px' });
      await expect
        .element(modal.getByRole('button', { name: 'OK' }))
        .toHaveStyle({ backgroundColor: 'rgb(245, 158, 11)', color: 'rgb(28, 25, 23)' });
    },
  );

  it('is reported as seen when it opens, and stays although the refreshed list has it no more [POPUP-011, POPUP-013, POPUP-029]', async () => {
    const popup = newPopup();
    const api = open(popup);
    await expect.element(heading(popup)).toBeVisible();
    expect(api.sent(`POST /api/popup-notifications/${popup.id}/seen`)).toEqual([{ userId: AWA.id }]);
    await expect.poll(() => api.sent(UNSEEN)).toHaveLength(2);
    await expect.element(heading(popup)).toBeVisible();
  });

  it('is reported as seen when it closes, and the list is refreshed [POPUP-012, POPUP-013]', async () => {
    const popup = newPopup();
    const api = open(popup);
    await expect.poll(() => api.sent(UNSEEN)).toHaveLength(2);
    await close();
    await expect.element(modal).not.toBeInTheDocument();
    const report = { userId: AWA.id };
    expect(api.sent(`POST /api/popup-notifications/${popup.id}/seen`)).toEqual([report, report]);
    await expect.poll(() => api.sent(UNSEEN)).toHaveLength(3);
  });

  it('closes without a toast although the server fails to record it [POPUP-018]', async () => {
    const popup = newPopup();
    const api = apiWith(popup);
    const report = `POST /api/popup-notifications/${popup.id}/seen`;
    api.respond(report, 500, FAILURE);
    openPage('/', api);
    await expect.element(heading(popup)).toBeVisible();
    await close();
    await expect.poll(() => api.sent(report)).toHaveLength(2);
    await expect.element(modal).not.toBeInTheDocument();
    await expect.element(toast).not.toBeInTheDocument();
  });

  it('is followed by the next one, in the order of the list [POPUP-015]', async () => {
    const [first, second] = [newPopup(), newPopup()];
    open(first, second);
    await expect.element(heading(first)).toBeVisible();
    await close();
    await expect.element(heading(second)).toBeVisible();
    await close();
    await expect.element(modal).not.toBeInTheDocument();
  });

  it('is not shown while it is inactive, even if the list holds it [POPUP-022]', async () => {
    const [inactive, active] = [newPopup({ isActive: false }), newPopup()];
    open(inactive, active);
    await expect.element(heading(active)).toBeVisible();
    await close();
    await expect.element(modal).not.toBeInTheDocument();
  });

  it('is not shown again in the browser session, even when it may be shown several times [POPUP-016]', async () => {
    const popup = newPopup({ showOnce: false });
    const api = open(popup);
    await expect.element(heading(popup)).toBeVisible();
    await close();
    await expect.element(modal).not.toBeInTheDocument();
    const requested = api.sent(UNSEEN).length;
    openPage('/faq', api);
    await expect.poll(() => api.sent(UNSEEN).length).toBeGreaterThan(requested);
    await page.getByRole('banner').getByRole('link', { name: 'Commandes sauvegardées' }).click();
    await expect.element(page.getByRole('heading', { name: 'Commandes Sauvegardées' })).toBeVisible();
    await expect.element(modal).not.toBeInTheDocument();
  });

  it('is shown again after the next sign-in when it may be shown several times [POPUP-017]', async () => {
    const popup = newPopup({ showOnce: false });
    const api = open(popup);
    await expect.element(heading(popup)).toBeVisible();
    await close();
    await page.getByRole('button', { name: 'Mon compte' }).click();
    await page.getByText('Déconnexion').click();
    await expectToast('Déconnexion réussie');
    api.respond('POST /api/auth/login', 200, AWA);
    await page.getByRole('banner').getByRole('link', { name: 'Se connecter' }).click();
    await page.getByLabelText("Email ou nom d'utilisateur").fill('awa');
    await page.getByLabelText('Mot de passe', { exact: true }).fill('Secret-1234');
    await page.getByRole('tabpanel').getByRole('button', { name: 'Se connecter' }).click();
    await expectUrl('/');
    await expect.element(heading(popup)).toBeVisible();
  });

  it.each(['/', '/auth'])('is not requested for a visitor at %s [POPUP-014, POPUP-028]', async (path) => {
    const api = apiWith(newPopup());
    api.signIn(null);
    openPage(path, api);
    await expect.element(page.getByRole('banner').getByRole('link', { name: 'Se connecter' })).toBeVisible();
    await expect.element(modal).not.toBeInTheDocument();
    expect(api.sent(UNSEEN)).toEqual([]);
  });

  it('waits until the splash has ended', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.stubGlobal('matchMedia', () => ({ matches: false }));
    const popup = newPopup();
    const api = open(popup);
    // Hidden by reduced motion, which this browser prefers.
    await expect.element(page.getByTestId('splash')).toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Mon compte' })).toBeInTheDocument();
    expect(api.sent(UNSEEN)).toEqual([]);
    vi.advanceTimersByTime(3500);
    await expect.element(page.getByTestId('splash')).not.toBeInTheDocument();
    await expect.element(heading(popup)).toBeVisible();
  });
});
