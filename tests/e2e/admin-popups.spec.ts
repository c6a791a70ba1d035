import { expectNoFaults } from './accessibility.ts';
import { ADMIN, expect, expectToast, isCall, test } from './fixtures.ts';
import {
  cardOf,
  createButton,
  createPopup,
  FUTURE,
  field,
  isList,
  NO_IMAGE,
  openDelete,
  openTab,
  PNG,
  POPUPS_PATH,
} from './popup-screens.ts';

test.beforeEach(({ page, signIn }) => signIn(page, ADMIN));

test('the screen opens from the sidebar and by its address [ADM-POP-001, ADM-NAV-007, ADM-NAV-025]', async ({
  page,
  adminApi,
}) => {
  const popup = await createPopup(adminApi);
  await page.goto('/admin/orders');
  const listed = page.waitForRequest(isList);
  await page.getByTestId('admin-sidebar').getByRole('link', { name: 'Popups' }).click();
  await listed;
  await expect(page).toHaveURL('/admin/popup-notifications');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Gestion des Notifications Popup' })).toBeVisible();
  await expect(cardOf(page, popup)).toBeVisible();
  await adminApi.delete(`${POPUPS_PATH}/${popup.id}`);
});

test.describe('the card of a popup', () => {
  test('tells its state, content, period, repetition and colours [ADM-POP-002, ADM-POP-003, ADM-POP-004, ADM-POP-006, ADM-POP-007, ADM-POP-008, ADM-POP-009]', async ({
    page,
    adminApi,
  }) => {
    const active = await createPopup(adminApi, {
      ...FUTURE,
      isActive: true,
      showOnce: false,
      content: 'Ligne après ligne.\n'.repeat(12),
      backgroundColor: '#14532d',
      textColor: '#ffffff',
      buttonColor: '#f59e0b',
    });
    const inactive = await createPopup(adminApi, { startDate: '2099-01-05' });
    await page.goto('/admin/popup-notifications');

    const card = cardOf(page, active);
    await expect(card.getByText('Actif', { exact: true })).toBeVisible();
    await expect(card.getByText('Du 05/01/2099 au 28/02/2099')).toBeVisible();
    await expect(card.getByText('Affichage à chaque connexion')).toBeVisible();
    const content = card.getByText('Ligne après ligne.');
    await expect(content).toHaveCSS('-webkit-line-clamp', '4');
    expect(
      await content.evaluate((text) => text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight)),
    ).toBe(4);
    const swatches = card.getByRole('list', { name: 'Couleurs' }).getByRole('listitem');
    await expect(swatches).toHaveCount(3);
    for (const [index, colour] of ['rgb(20, 83, 45)', 'rgb(255, 255, 255)', 'rgb(245, 158, 11)'].entries()) {
      await expect(swatches.nth(index)).toHaveCSS('background-color', colour);
    }
    await expect(card.getByRole('button')).toHaveText(['Aperçu', 'Modifier', 'Supprimer']);
    await expect(card).toHaveCSS('opacity', '1');

    const dimmed = cardOf(page, inactive);
    await expect(dimmed.getByText('Inactif', { exact: true })).toBeVisible();
    await expect(dimmed.getByText('Affichage unique')).toBeVisible();
    await expect(dimmed.getByText(/\/2099/)).toBeHidden();
    expect(Number(await dimmed.evaluate((element) => getComputedStyle(element).opacity))).toBeLessThan(1);
    for (const { id } of [active, inactive]) await adminApi.delete(`${POPUPS_PATH}/${id}`);
  });

  test('shows its image, or a text in the place of one that does not load [ADM-POP-005, ERR-042]', async ({
    page,
    adminApi,
    baseURL,
  }) => {
    const whole = await createPopup(adminApi, { imageUrl: `data:image/png;base64,${PNG.toString('base64')}` });
    const broken = await createPopup(adminApi, { imageUrl: `${baseURL}/no-such-image.png` });
    await page.goto('/admin/popup-notifications');
    await expect(cardOf(page, broken).getByText('Image non disponible')).toBeVisible();
    const image = cardOf(page, whole).locator('img');
    await expect(image).toHaveAttribute('src', whole.imageUrl ?? '');
    await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);
    for (const { id } of [whole, broken]) await adminApi.delete(`${POPUPS_PATH}/${id}`);
  });

  test('previews it as customers see it, and reports nothing as seen [ADM-POP-010, POPUP-021]', async ({
    page,
    adminApi,
  }) => {
    const popup = await createPopup(adminApi, { buttonText: 'Compris', backgroundColor: '#14532d' });
    const seen: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/seen')) seen.push(request.url());
    });
    await page.goto('/admin/popup-notifications');
    const card = cardOf(page, popup);
    const modal = page.getByTestId('popup-modal');
    for (const close of [
      () => modal.getByRole('button', { name: 'Compris' }).click(),
      () => modal.getByRole('button', { name: 'Fermer' }).click(),
      () => page.keyboard.press('Escape'),
    ]) {
      await card.getByRole('button', { name: 'Aperçu' }).click();
      await expect(modal.getByRole('heading', { name: popup.title })).toBeVisible();
      await expect(modal).toHaveCSS('background-color', 'rgb(20, 83, 45)');
      await close();
      await expect(modal).toBeHidden();
    }
    expect(seen).toEqual([]);
    await adminApi.delete(`${POPUPS_PATH}/${popup.id}`);
  });
});

test.describe('deleting a popup', () => {
  test('shows what is to go, removes it only when confirmed, and says so [ADM-POP-014, ADM-POP-020, ERR-069]', async ({
    page,
    adminApi,
  }) => {
    const popup = await createPopup(adminApi);
    const dialog = await openDelete(page, popup);
    await expect(dialog.getByText(popup.content)).toBeVisible();
    await dialog.getByRole('button', { name: 'Annuler' }).click();
    await expect(dialog).toBeHidden();
    await expect(cardOf(page, popup)).toBeVisible();

    await cardOf(page, popup).getByRole('button', { name: 'Supprimer' }).click();
    const deleted = page.waitForRequest(isCall('DELETE', `${POPUPS_PATH}/${popup.id}`));
    const refreshed = page.waitForRequest(isList);
    await dialog.getByRole('button', { name: 'Supprimer' }).click();
    await deleted;
    await refreshed;
    await expectToast(page, 'Succès!', 'Notification popup supprimée avec succès.');
    await expect(cardOf(page, popup)).toBeHidden();
  });

  test('says why when the server fails, and keeps it [ADM-POP-023, ERR-072]', async ({ page, adminApi }) => {
    const popup = await createPopup(adminApi);
    await page.route(`**${POPUPS_PATH}/${popup.id}`, (route) =>
      route.fulfill({ status: 500, json: { message: 'Erreur interne du serveur', code: 'internal' } }),
    );
    const dialog = await openDelete(page, popup);
    await dialog.getByRole('button', { name: 'Supprimer' }).click();
    await expectToast(page, 'Erreur', 'Échec de la suppression de la notification popup: Erreur interne du serveur.');
    await dialog.getByRole('button', { name: 'Annuler' }).click();
    await expect(cardOf(page, popup)).toBeVisible();
    await adminApi.delete(`${POPUPS_PATH}/${popup.id}`);
  });
});

test.describe('the list of popups', () => {
  test('says that it is empty and offers to create the first one [ADM-POP-015]', async ({ page }) => {
    await page.route(`**${POPUPS_PATH}?*`, (route) =>
      route.fulfill({ json: [], headers: { 'content-range': 'popup-notifications */0' } }),
    );
    await page.goto('/admin/popup-notifications');
    await expect(page.getByText('Aucune notification popup', { exact: true })).toBeVisible();
    await expect(createButton(page)).toHaveCount(1);
    await createButton(page).click();
    await expect(page.getByRole('dialog', { name: 'Nouvelle notification popup' })).toBeVisible();
  });

  test('shows that it is loading until it is there [ADM-POP-016]', async ({ page }) => {
    const held = Promise.withResolvers<void>();
    await page.route(`**${POPUPS_PATH}?*`, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto('/admin/popup-notifications');
    await expect(page.getByRole('heading', { name: 'Gestion des Notifications Popup' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('status')).toBeVisible();
    held.resolve();
    await expect(page.getByTestId('popup-card').first()).toBeVisible();
    await expect(page.getByRole('main').getByRole('status')).toBeHidden();
  });

  test('says when it could not be loaded and tries again on demand [ADM-POP-017, ERR-073]', async ({ page }) => {
    await page.route(`**${POPUPS_PATH}?*`, (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto('/admin/popup-notifications');
    await expect(page.getByRole('alert')).toContainText(
      'Une erreur est survenue lors du chargement des notifications popup. Veuillez réessayer.',
    );
    await page.unroute(`**${POPUPS_PATH}?*`);
    await page.getByRole('button', { name: 'Réessayer' }).click();
    await expect(page.getByTestId('popup-card').first()).toBeVisible();
  });

  test('is asked for once a minute at most [CONST-036]', async ({ page }) => {
    let calls = 0;
    page.on('request', (request) => {
      if (isList(request)) calls += 1;
    });
    await page.goto('/admin/popup-notifications');
    await expect(page.getByTestId('popup-card').first()).toBeVisible();
    const sidebar = page.getByTestId('admin-sidebar');
    await sidebar.getByRole('link', { name: 'Commandes', exact: true }).click();
    await expect(page.getByTestId('order-card').first()).toBeVisible();
    await sidebar.getByRole('link', { name: 'Popups' }).click();
    await expect(page.getByTestId('popup-card').first()).toBeVisible();
    expect(calls).toBe(1);
  });
});

for (const width of [360, 1280]) {
  test(`the screen and its dialogs fit ${width} px and have no accessibility faults that a machine can find`, async ({
    page,
    adminApi,
  }) => {
    const popup = await createPopup(adminApi, { imageUrl: NO_IMAGE.replace('AAAA', PNG.toString('base64')) });
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/admin/popup-notifications');
    await expect(cardOf(page, popup)).toBeVisible();
    expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBe(width);
    await expectNoFaults(page);
    await cardOf(page, popup).getByRole('button', { name: 'Modifier' }).click();
    const dialog = page.getByRole('dialog');
    await expect(field(dialog, 'Titre')).toBeFocused();
    for (const tab of ['Contenu', 'Apparence', 'Paramètres']) {
      await openTab(dialog, tab);
      await expectNoFaults(page, tab);
    }
    await adminApi.delete(`${POPUPS_PATH}/${popup.id}`);
  });
}
