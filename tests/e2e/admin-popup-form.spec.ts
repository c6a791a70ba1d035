import type { Popup } from '@fasocolis/contracts/popups';
import type { Dialog, Page } from '@playwright/test';
import { ADMIN, expect, expectToast, isCall, newName, test } from './fixtures.ts';
import {
  cardOf,
  choose,
  createButton,
  createPopup,
  FUTURE,
  field,
  isList,
  NO_IMAGE,
  openCreate,
  openEdit,
  openTab,
  optionsOf,
  PNG,
  POPUPS_PATH,
  upload,
} from './popup-screens.ts';

test.beforeEach(({ page, signIn }) => signIn(page, ADMIN));

test.describe('creating a popup', () => {
  test('starts from the defaults, in four tabs; waits, says so and refreshes the list [ADM-POP-011, ADM-POP-018, ADM-POP-032, ADM-POP-033, ERR-067, CONST-045, CONST-046, CONST-047, CONST-048, CONST-049, CONST-050, CONST-051, CONST-052, CONST-053, CONST-054, CONST-055, CONST-056, CONST-057, CONST-058, CONST-059]', async ({
    page,
    adminApi,
  }) => {
    const title = newName();
    await page.goto('/admin/popup-notifications');
    await expect(createButton(page)).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
    await createButton(page).click();
    const dialog = page.getByRole('dialog', { name: 'Nouvelle notification popup' });
    await expect(dialog.getByRole('tab')).toHaveText(['Contenu', 'Apparence', 'Paramètres', 'Prévisualisation']);
    await field(dialog, 'Titre').fill(title);
    await field(dialog, 'Contenu').fill('Nous ouvrons lundi.');
    // Nobody is to see it while the tests run.
    await openTab(dialog, 'Paramètres');
    await dialog.getByLabel('Date de début').fill(FUTURE.startDate);
    await dialog.getByLabel('Date de fin').fill(FUTURE.endDate);

    const held = Promise.withResolvers<void>();
    await page.route(`**${POPUPS_PATH}`, async (route) => {
      await held.promise;
      await route.continue();
    });
    const created = page.waitForResponse((response) => isCall('POST', POPUPS_PATH)(response.request()));
    const refreshed = page.waitForRequest(isList);
    await dialog.getByRole('button', { name: 'Créer' }).click();
    await expect(dialog.getByRole('button', { name: 'Créer' })).toBeDisabled();
    await expect(dialog.getByRole('button', { name: 'Annuler' })).toBeDisabled();
    held.resolve();
    const response = await created;
    expect(response.request().postDataJSON()).toEqual({
      backgroundColor: '#ffffff',
      textColor: '#000000',
      buttonColor: '#3b82f6',
      buttonTextColor: '#ffffff',
      titleFontSize: '24px',
      contentFontSize: '16px',
      fontFamily: 'Inter, sans-serif',
      fontWeight: 'normal',
      borderRadius: '8px',
      width: 500,
      height: 300,
      imagePosition: 'top',
      buttonText: 'OK',
      showOnce: true,
      isActive: true,
      title,
      content: 'Nous ouvrons lundi.',
      imageUrl: null,
      buttonLink: null,
      ...FUTURE,
    });
    await expectToast(page, 'Succès!', 'Notification popup créée avec succès.');
    await refreshed;
    await expect(dialog).toBeHidden();
    await expect(cardOf(page, { title })).toContainText('Actif');
    await adminApi.delete(`${POPUPS_PATH}/${(await response.json()).id}`);
  });

  test('sends every field as it was filled in [ADM-POP-024]', async ({ page, adminApi }) => {
    const title = newName();
    const dialog = await openCreate(page);
    await field(dialog, 'Titre').fill(title);
    await field(dialog, 'Contenu').fill('Première ligne\nDeuxième ligne');
    await field(dialog, "Adresse de l'image").fill('https://example.com/image.png');
    await field(dialog, 'Texte du bouton').fill('Voir');
    await field(dialog, 'Lien du bouton').fill('/contact');
    await openTab(dialog, 'Apparence');
    await field(dialog, 'Couleur de fond').fill('#111111');
    await dialog.getByLabel('Palette : Couleur du texte', { exact: true }).fill('#eeeeee');
    await expect(field(dialog, 'Couleur du texte')).toHaveValue('#eeeeee');
    await field(dialog, 'Couleur du bouton').fill('#222222');
    await field(dialog, 'Couleur du texte du bouton').fill('#dddddd');
    await choose(dialog, 'Taille du titre', '28 px');
    await choose(dialog, 'Taille du contenu', '18 px');
    await choose(dialog, 'Police', 'Georgia');
    await choose(dialog, 'Graisse', 'Grasse');
    await choose(dialog, 'Arrondi des coins', '16 px');
    await choose(dialog, "Position de l'image", 'À gauche');
    await dialog.getByRole('spinbutton', { name: 'Largeur (px)' }).fill('640');
    await dialog.getByRole('spinbutton', { name: 'Hauteur minimale (px)' }).fill('420');
    await openTab(dialog, 'Paramètres');
    await dialog.getByRole('switch', { name: 'Actif' }).click();
    await dialog.getByRole('switch', { name: 'Affichage unique' }).click();
    await dialog.getByLabel('Date de début').fill(FUTURE.startDate);
    await dialog.getByLabel('Date de fin').fill(FUTURE.endDate);
    const created = page.waitForResponse((response) => isCall('POST', POPUPS_PATH)(response.request()));
    await dialog.getByRole('button', { name: 'Créer' }).click();
    const response = await created;
    const sent = {
      title,
      content: 'Première ligne\nDeuxième ligne',
      imageUrl: 'https://example.com/image.png',
      backgroundColor: '#111111',
      textColor: '#eeeeee',
      buttonColor: '#222222',
      buttonTextColor: '#dddddd',
      titleFontSize: '28px',
      contentFontSize: '18px',
      fontFamily: 'Georgia, serif',
      fontWeight: 'bold',
      borderRadius: '16px',
      width: 640,
      height: 420,
      imagePosition: 'left',
      buttonText: 'Voir',
      buttonLink: '/contact',
      showOnce: false,
      isActive: false,
      ...FUTURE,
    };
    expect(response.request().postDataJSON()).toEqual(sent);
    const popup: Popup = await response.json();
    expect(popup).toEqual({ ...sent, id: popup.id });
    await adminApi.delete(`${POPUPS_PATH}/${popup.id}`);
  });

  test('offers the documented sizes, radii and positions [ADM-POP-025, ADM-POP-026, ADM-POP-027, ADM-POP-028, ADM-POP-029, VAL-061, CONST-044, CONST-060, CONST-061, CONST-062]', async ({
    page,
  }) => {
    const dialog = await openCreate(page);
    await openTab(dialog, 'Apparence');
    const width = dialog.getByRole('spinbutton', { name: 'Largeur (px)' });
    await expect(width).toHaveAttribute('min', '200');
    await expect(width).toHaveAttribute('max', '1000');
    await expect(width).toHaveAttribute('step', '10');
    expect(await optionsOf(dialog, 'Taille du titre')).toEqual(['16px', '20px', '24px', '28px']);
    expect(await optionsOf(dialog, 'Taille du contenu')).toEqual(['12px', '14px', '16px', '18px']);
    expect(await optionsOf(dialog, 'Arrondi des coins')).toEqual(['0px', '4px', '8px', '12px', '16px']);
    await expect(dialog.getByRole('combobox', { name: "Position de l'image" })).toHaveText('En haut');
    expect(await optionsOf(dialog, "Position de l'image")).toEqual(['top', 'bottom', 'left', 'right']);
  });

  test('leads to what is missing or wrong, on whichever tab it is [VAL-055, VAL-056]', async ({ page }) => {
    const dialog = await openCreate(page);
    await openTab(dialog, 'Paramètres');
    await dialog.getByRole('button', { name: 'Créer' }).click();
    const noTitle = dialog.getByText('Le titre est requis');
    const noContent = dialog.getByText('Le contenu est requis');
    await expect(noTitle).toBeVisible();
    await expect(noContent).toBeVisible();
    await expect(dialog.getByRole('tab', { name: 'Contenu à corriger' })).toHaveAttribute('aria-selected', 'true');
    await expect(field(dialog, 'Titre')).toBeFocused();
    await field(dialog, 'Titre').fill('Bonjour');
    await field(dialog, 'Contenu').fill('à tous');
    await expect(noTitle).toBeHidden();
    await expect(noContent).toBeHidden();

    await openTab(dialog, 'Paramètres');
    await dialog.getByLabel('Date de début').fill('2099-02-01');
    await dialog.getByLabel('Date de fin').fill('2099-01-31');
    await openTab(dialog, 'Apparence');
    await dialog.getByRole('button', { name: 'Créer' }).click();
    await expect(dialog.getByText('La date de fin doit être postérieure à la date de début')).toBeVisible();
    await expect(dialog.getByRole('tab', { name: 'Paramètres à corriger' })).toHaveAttribute('aria-selected', 'true');
    await dialog.getByRole('button', { name: 'Annuler' }).click();
    await page.getByRole('button', { name: 'Abandonner' }).click();
    await expect(dialog).toBeHidden();
  });

  test('stays open as typed when the server fails, and says why [ADM-POP-021, ERR-070]', async ({ page }) => {
    const dialog = await openCreate(page);
    await field(dialog, 'Titre').fill('Bonjour');
    await field(dialog, 'Contenu').fill('à tous');
    for (const [body, reason] of [
      ['{"message":"Erreur interne du serveur","code":"internal"}', 'Erreur interne du serveur'],
      ['', 'erreur inconnue'],
    ] as const) {
      await page.route(`**${POPUPS_PATH}`, (route) =>
        route.fulfill({ status: 500, contentType: 'application/json', body }),
      );
      await dialog.getByRole('button', { name: 'Créer' }).click();
      await expectToast(page, 'Erreur', `Échec de la création de la notification popup: ${reason}.`);
      await expect(page.getByTestId('toast')).toHaveAttribute('data-variant', 'destructive');
      await expect(field(dialog, 'Titre')).toHaveValue('Bonjour');
      await page.unroute(`**${POPUPS_PATH}`);
    }
  });
});

test.describe('the image of a popup', () => {
  const alerts = (page: Page): string[] => {
    const messages: string[] = [];
    page.on('dialog', (dialog: Dialog) => {
      messages.push(`${dialog.type()}: ${dialog.message()}`);
      void dialog.accept();
    });
    return messages;
  };

  test('may be a file, which travels inside the form and is stored by the server [ADM-POP-030, VAL-064]', async ({
    page,
    adminApi,
  }) => {
    const title = newName();
    const dialog = await openCreate(page);
    await expect(dialog.getByText('Formats acceptés : JPG, PNG, GIF. Taille maximale : 2 MB.')).toBeVisible();
    await field(dialog, 'Titre').fill(title);
    await field(dialog, 'Contenu').fill('à tous');
    await upload(dialog, PNG);
    await expect(dialog.locator('img')).toHaveAttribute('src', /^data:image\/png;base64,/);
    await openTab(dialog, 'Paramètres');
    await dialog.getByRole('switch', { name: 'Actif' }).click();
    const created = page.waitForResponse((response) => isCall('POST', POPUPS_PATH)(response.request()));
    await dialog.getByRole('button', { name: 'Créer' }).click();
    const response = await created;
    expect(response.request().postDataJSON().imageUrl).toMatch(/^data:image\/png;base64,/);
    const popup: Popup = await response.json();
    expect(popup.imageUrl).toMatch(/^https?:/);
    await expect(cardOf(page, { title }).locator('img')).toHaveAttribute('src', popup.imageUrl ?? '');
    await adminApi.delete(`${POPUPS_PATH}/${popup.id}`);
  });

  test('is refused by an alert when it is no image or too large [ADM-POP-031, VAL-062, VAL-063, CONST-042]', async ({
    page,
  }) => {
    const messages = alerts(page);
    const dialog = await openCreate(page);
    const limit = 2_097_152;
    await upload(dialog, Buffer.from('Bonjour'), 'text/plain');
    await expect.poll(() => messages).toEqual(['alert: Veuillez sélectionner une image valide.']);
    await upload(dialog, Buffer.alloc(limit + 1));
    await expect.poll(() => messages.slice(1)).toEqual(["alert: La taille de l'image ne doit pas dépasser 2 MB."]);
    await expect(field(dialog, "Adresse de l'image")).toBeVisible();
    for (const type of ['image/jpeg', 'image/png', 'image/gif']) {
      await upload(dialog, Buffer.alloc(limit), type);
      await expect(field(dialog, "Adresse de l'image")).toBeHidden();
      await dialog.getByRole('button', { name: "Retirer l'image" }).click();
      await expect(field(dialog, "Adresse de l'image")).toHaveValue('');
    }
    expect(messages).toHaveLength(2);
  });

  test('that the server cannot read is refused beside the field', async ({ page }) => {
    const dialog = await openCreate(page);
    await field(dialog, 'Titre').fill('Bonjour');
    await field(dialog, 'Contenu').fill('à tous');
    await upload(dialog, Buffer.from('Bonjour'));
    await openTab(dialog, 'Apparence');
    await dialog.getByRole('button', { name: 'Créer' }).click();
    await expect(dialog.getByText('Veuillez sélectionner une image valide.').first()).toBeVisible();
    await expect(dialog.getByRole('tab', { name: 'Contenu' })).toHaveAttribute('aria-selected', 'true');
  });
});

test.describe('the preview tab', () => {
  test('shows the popup with the values of the form, without an image that does not load [ADM-POP-013]', async ({
    page,
  }) => {
    const dialog = await openCreate(page);
    const modal = page.getByTestId('popup-modal');
    await field(dialog, 'Titre').fill('Fermeture annuelle');
    await field(dialog, 'Contenu').fill('Du 1er au 15 août');
    await upload(dialog, PNG);
    await openTab(dialog, 'Apparence');
    await field(dialog, 'Couleur de fond').fill('#14532d');
    await openTab(dialog, 'Prévisualisation');
    await expect(modal.getByRole('heading', { name: 'Fermeture annuelle' })).toBeVisible();
    await expect(modal.getByText('Du 1er au 15 août')).toBeVisible();
    await expect(modal).toHaveCSS('background-color', 'rgb(20, 83, 45)');
    await expect(modal.locator('img')).toBeVisible();

    // Escape closes what is on top, not the form below it.
    await page.keyboard.press('Escape');
    await expect(modal).toBeHidden();
    await expect(dialog).toBeVisible();
    await openTab(dialog, 'Contenu');
    await dialog.getByRole('button', { name: "Retirer l'image" }).click();
    await field(dialog, "Adresse de l'image").fill(NO_IMAGE);
    await openTab(dialog, 'Prévisualisation');
    await expect(modal.getByRole('heading', { name: 'Fermeture annuelle' })).toBeVisible();
    await expect(modal.locator('img')).toHaveCount(0);
    await modal.getByRole('button', { name: 'OK' }).click();
    await expect(modal).toBeHidden();
    await dialog.getByRole('button', { name: 'Revoir la popup' }).click();
    await expect(modal).toBeVisible();
  });
});

test.describe('editing a popup', () => {
  test('starts from what is stored, sends it all and says so; its image stays the same [ADM-POP-012, ADM-POP-019, ERR-068]', async ({
    page,
    adminApi,
  }) => {
    const popup = await createPopup(adminApi, {
      ...FUTURE,
      imageUrl: `data:image/png;base64,${PNG.toString('base64')}`,
      width: 1200,
      titleFontSize: '22px',
      showOnce: false,
    });
    const dialog = await openEdit(page, popup);
    await expect(dialog.getByRole('tab')).toHaveText(['Contenu', 'Apparence', 'Paramètres', 'Prévisualisation']);
    await expect(field(dialog, 'Titre')).toHaveValue(popup.title);
    await expect(field(dialog, 'Contenu')).toHaveValue(popup.content);
    await expect(field(dialog, "Adresse de l'image")).toHaveValue(popup.imageUrl ?? '');
    await openTab(dialog, 'Apparence');
    await expect(dialog.getByRole('spinbutton', { name: 'Largeur (px)' })).toHaveValue('1200');
    await expect(dialog.getByRole('combobox', { name: 'Taille du titre' })).toHaveText('22px');
    await openTab(dialog, 'Paramètres');
    await expect(dialog.getByRole('switch', { name: 'Actif' })).not.toBeChecked();
    await expect(dialog.getByLabel('Date de début')).toHaveValue(FUTURE.startDate);
    await openTab(dialog, 'Contenu');
    const title = newName();
    await field(dialog, 'Titre').fill(title);
    const updated = page.waitForRequest(isCall('PATCH', `${POPUPS_PATH}/${popup.id}`));
    const refreshed = page.waitForRequest(isList);
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    const { id, ...fields } = popup;
    expect((await updated).postDataJSON()).toEqual({ ...fields, title });
    await refreshed;
    await expectToast(page, 'Succès!', 'Notification popup mise à jour avec succès.');
    await expect(dialog).toBeHidden();
    await expect(cardOf(page, { title }).locator('img')).toHaveAttribute('src', popup.imageUrl ?? '');
    await adminApi.delete(`${POPUPS_PATH}/${id}`);
  });

  test('stays open as typed when the server fails, and says why [ADM-POP-022, ERR-071]', async ({ page, adminApi }) => {
    const popup = await createPopup(adminApi);
    const dialog = await openEdit(page, popup);
    await field(dialog, 'Contenu').fill('Autre chose');
    await page.route(`**${POPUPS_PATH}/${popup.id}`, (route) =>
      route.fulfill({ status: 500, json: { message: 'Erreur interne du serveur', code: 'internal' } }),
    );
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await expectToast(page, 'Erreur', 'Échec de la mise à jour de la notification popup: Erreur interne du serveur.');
    await expect(field(dialog, 'Contenu')).toHaveValue('Autre chose');
    await adminApi.delete(`${POPUPS_PATH}/${popup.id}`);
  });
});
