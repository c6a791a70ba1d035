import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectToast, FakeApi, openScreen, sidebarEntry } from './back-office.tsx';
import { BROKEN_IMAGE, GREEN_POINT, picturesIn } from './images.ts';
import { cardOf, createButton, dialog, modal, OPENING, openPopups } from './popup-screens.ts';

const LIST = 'GET /api/popup-notifications';
const DELETION = 'DELETE /api/popup-notifications/7';
const card = cardOf('Ouverture');
const styleOf = (text: string) => getComputedStyle(card.getByText(text).element());

afterEach(() => vi.useRealTimers());

describe('the list of popups', () => {
  it('shows the popups of the API on cards under its title [ADM-POP-001]', async () => {
    const api = openPopups(OPENING);
    const heading = page.getByRole('heading', { level: 1, name: 'Gestion des Notifications Popup' });
    await expect.element(heading).toBeVisible();
    await expect.element(card).toBeVisible();
    expect(api.lists('popup-notifications')).not.toEqual([]);
  });

  it('offers to create the first popup when it is empty [ADM-POP-015]', async () => {
    openPopups();
    await expect.element(page.getByText('Aucune notification popup', { exact: true })).toBeVisible();
    expect(createButton.elements()).toHaveLength(1);
    await createButton.click();
    await expect.element(page.getByRole('dialog', { name: 'Nouvelle notification popup' })).toBeVisible();
  });

  it('shows a loading state until it has loaded [ADM-POP-016]', async () => {
    const api = new FakeApi({ 'popup-notifications': [OPENING] });
    const release = api.hold(LIST);
    openScreen('/popup-notifications', api);
    const loading = page.getByRole('main').getByRole('status').filter({ hasText: 'Chargement en cours' });
    await expect.element(loading).toBeVisible();
    release();
    await expect.element(card).toBeVisible();
    await expect.element(loading).not.toBeInTheDocument();
  });

  it('shows an error when it failed to load, and loads again on demand [ADM-POP-017, ERR-073]', async () => {
    const api = new FakeApi({ 'popup-notifications': [OPENING] });
    api.respond(LIST, 500);
    openScreen('/popup-notifications', api);
    const failure = 'Une erreur est survenue lors du chargement des notifications popup. Veuillez réessayer.';
    await expect.element(page.getByRole('alert').getByText(failure, { exact: true })).toBeVisible();
    api.reset(LIST);
    await page.getByRole('button', { name: 'Réessayer' }).click();
    await expect.element(card).toBeVisible();
  });

  it('is requested again only after a minute [CONST-036]', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const api = openPopups(OPENING);
    const leaveAndComeBack = async () => {
      await sidebarEntry('Produits').click();
      await expect.element(page.getByRole('heading', { level: 1, name: 'Gestion des Produits' })).toBeVisible();
      await sidebarEntry('Popups').click();
      await expect.element(card).toBeVisible();
    };
    await expect.element(card).toBeVisible();
    const { length } = api.lists('popup-notifications');
    // Every look at the screen also advances the clock.
    vi.advanceTimersByTime(30_000);
    await leaveAndComeBack();
    expect(api.lists('popup-notifications')).toHaveLength(length);
    vi.advanceTimersByTime(31_000);
    await leaveAndComeBack();
    await expect.poll(() => api.lists('popup-notifications').length).toBeGreaterThan(length);
  });
});

describe('the card of a popup', () => {
  it('shows its title and whether it is active [ADM-POP-002]', async () => {
    openPopups(OPENING, { ...OPENING, id: 8, title: 'Fermeture', isActive: false });
    await expect.element(card.getByText('Actif', { exact: true })).toBeVisible();
    await expect.element(cardOf('Fermeture').getByText('Inactif', { exact: true })).toBeVisible();
  });

  it('is dimmed when it is inactive [ADM-POP-008]', async () => {
    openPopups(OPENING, { ...OPENING, id: 8, title: 'Fermeture', isActive: false });
    await expect.element(card).toHaveStyle({ opacity: '1' });
    expect(Number(getComputedStyle(cardOf('Fermeture').element()).opacity)).toBeLessThan(1);
  });

  it('shows its period only with both dates [ADM-POP-003]', async () => {
    const startDate = '2099-01-05';
    openPopups(
      OPENING,
      { ...OPENING, id: 8, title: 'Dès janvier', startDate },
      { ...OPENING, id: 9, title: 'En hiver', startDate, endDate: '2099-02-28' },
    );
    await expect.element(cardOf('En hiver').getByText('Du 05/01/2099 au 28/02/2099', { exact: true })).toBeVisible();
    expect(page.getByText('2099').elements()).toHaveLength(1);
  });

  it('shows at most four lines of its content [ADM-POP-004]', async () => {
    openPopups({ ...OPENING, content: 'Ligne après ligne.\n'.repeat(12) });
    await expect.element(card.getByText('Ligne après ligne.')).toBeVisible();
    expect(styleOf('Ligne après ligne.').webkitLineClamp).toBe('4');
    const { clientHeight } = card.getByText('Ligne après ligne.').element();
    expect(clientHeight / Number.parseFloat(styleOf('Ligne après ligne.').lineHeight)).toBe(4);
  });

  it('shows its image, or a text in place of a broken one [ADM-POP-005, ERR-042]', async () => {
    openPopups(
      { ...OPENING, imageUrl: GREEN_POINT },
      { ...OPENING, id: 8, title: 'Fermeture', imageUrl: BROKEN_IMAGE },
    );
    await expect.poll(() => picturesIn(card)).toEqual([GREEN_POINT]);
    await expect.element(cardOf('Fermeture').getByText('Image non disponible')).toBeVisible();
    await expect.poll(() => card.element().querySelector('img')?.naturalWidth).toBeGreaterThan(0);
  });

  it('shows how often customers see it [ADM-POP-006]', async () => {
    openPopups(OPENING, { ...OPENING, id: 8, title: 'Fermeture', showOnce: false });
    await expect.element(card.getByText('Affichage unique', { exact: true })).toBeVisible();
    await expect.element(cardOf('Fermeture').getByText('Affichage à chaque connexion', { exact: true })).toBeVisible();
  });

  it('shows the colours of background, text and button [ADM-POP-007]', async () => {
    openPopups({ ...OPENING, backgroundColor: '#14532d', textColor: '#ffffff', buttonColor: '#f59e0b' });
    const swatches = card.getByRole('list', { name: 'Couleurs' }).getByRole('listitem');
    await expect.element(swatches.nth(2)).toBeVisible();
    const colours = swatches.elements().map((swatch) => getComputedStyle(swatch).backgroundColor);
    expect(colours).toEqual(['rgb(20, 83, 45)', 'rgb(255, 255, 255)', 'rgb(245, 158, 11)']);
  });

  it('has buttons to preview, edit and delete it [ADM-POP-009]', async () => {
    openPopups(OPENING);
    await expect.element(card).toBeVisible();
    const buttons = card.getByRole('button').elements();
    expect(buttons.map(({ textContent }) => textContent)).toEqual(['Aperçu', 'Modifier', 'Supprimer']);
  });

  it.each([
    ['its button', () => modal.getByRole('button', { name: 'Compris' }).click()],
    ['the close button', () => modal.getByRole('button', { name: 'Fermer' }).click()],
    ['Escape', () => userEvent.keyboard('{Escape}')],
  ])(
    'shows a preview until it is closed by %s, and records nothing as seen [ADM-POP-010, POPUP-021]',
    async (_, close) => {
      const api = openPopups({ ...OPENING, buttonText: 'Compris', backgroundColor: '#14532d' });
      await card.getByRole('button', { name: 'Aperçu' }).click();
      await expect.element(modal.getByRole('heading', { name: 'Ouverture' })).toBeVisible();
      await expect.element(modal).toHaveStyle({ backgroundColor: 'rgb(20, 83, 45)' });
      await close();
      await expect.element(modal).not.toBeInTheDocument();
      expect(api.writes).toEqual([]);
    },
  );
});

describe('deleting a popup', () => {
  const confirmation = page.getByRole('dialog', { name: 'Supprimer « Ouverture » ?' });

  async function openDelete(): Promise<FakeApi> {
    const api = openPopups(OPENING);
    await card.getByRole('button', { name: 'Supprimer' }).click();
    return api;
  }

  it('shows title and content, and sends nothing when it is cancelled [ADM-POP-014]', async () => {
    const api = await openDelete();
    await expect.element(confirmation.getByText('Nous ouvrons lundi.')).toBeVisible();
    await confirmation.getByRole('button', { name: 'Annuler' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(card).toBeVisible();
    expect(api.writes).toEqual([]);
  });

  it('shows a toast and refreshes the list [ADM-POP-020, ERR-069]', async () => {
    const api = await openDelete();
    await confirmation.getByRole('button', { name: 'Supprimer' }).click();
    await expectToast('Succès!', 'Notification popup supprimée avec succès.');
    expect(api.writes).toEqual([DELETION]);
    await expect.poll(() => api.lists('popup-notifications').length).toBeGreaterThan(1);
    await expect.element(card).not.toBeInTheDocument();
  });

  it('shows the reason of a failure and keeps the popup [ADM-POP-023, ERR-072]', async () => {
    const api = await openDelete();
    api.respond(DELETION, 500, { message: 'Erreur interne du serveur', code: 'internal' });
    await confirmation.getByRole('button', { name: 'Supprimer' }).click();
    await expectToast('Erreur', 'Échec de la suppression de la notification popup: Erreur interne du serveur.');
    await confirmation.getByRole('button', { name: 'Annuler' }).click();
    await expect.element(card).toBeVisible();
  });
});
