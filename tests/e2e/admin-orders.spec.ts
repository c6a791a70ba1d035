import type { Order } from '@fasocolis/contracts/orders';
import { generateReference } from '@fasocolis/contracts/reference';
import type { Locator, Page, Request } from '@playwright/test';
import { expectNoFaults } from './accessibility.ts';
import { ADMIN, expect, expectToast, isCall, test } from './fixtures.ts';

const openOrder = (page: Page, { reference }: { reference: string }) =>
  page.goto(`/admin/orders?filter=${encodeURIComponent(JSON.stringify({ q: reference }))}`);
const cardOf = (page: Page, { reference }: { reference: string }) =>
  page.getByTestId('order-card').filter({ hasText: reference });
const openUpdate = async (page: Page, order: Order) => {
  await openOrder(page, order);
  await cardOf(page, order).getByRole('button', { name: 'Mettre à jour le statut' }).click();
  return page.getByRole('dialog', { name: 'Mettre à jour le statut' });
};
const choose = async (dialog: Locator, status: string) => {
  await dialog.getByRole('combobox', { name: 'Statut' }).click();
  await dialog.page().getByRole('option', { name: status }).click();
};
const isList = (request: Request) =>
  isCall('GET', '/api/orders')(request) && new URL(request.url()).searchParams.has('range');

test.beforeEach(({ page, signIn }) => signIn(page, ADMIN));

test.describe('the list of orders', () => {
  test('shows reference, status, dates, progress and latest update of an order [ADM-ORD-002, ADM-ORD-003, ADM-ORD-004, ADM-ORD-005, ADM-ORD-006, ADM-ORD-007]', async ({
    page,
    createOrder,
  }) => {
    const day = new Intl.DateTimeFormat('fr-FR', { timeZone: 'UTC', dateStyle: 'short' });
    const order = await createOrder(
      { estimatedDelivery: '2030-04-09' },
      { status: 'IN_TRANSIT', latestUpdate: 'Le colis a quitté Guangzhou.' },
    );
    await openOrder(page, order);
    const card = cardOf(page, order);
    await expect(card.getByRole('heading', { name: order.reference })).toBeVisible();
    await expect(card.getByTestId('status-badge')).toHaveText('En Transit');
    await expect(card.getByText(day.format(new Date(order.createdAt)), { exact: true })).toBeVisible();
    await expect(card.getByText('09/04/2030')).toBeVisible();
    await expect(card.getByText('Le colis a quitté Guangzhou.')).toBeVisible();
    const states = ['completed', 'completed', 'active', 'pending', 'pending'];
    for (const [index, state] of states.entries()) {
      await expect(card.getByTestId(`tracker-step-${index + 1}`)).toHaveAttribute('data-status', state);
    }

    // An undefined status of the demo data, without an estimate.
    await openOrder(page, { reference: 'DEMO0006' });
    const unknown = cardOf(page, { reference: 'DEMO0006' });
    await expect(unknown.getByTestId('status-badge')).toHaveText('ON HOLD_NOW');
    await expect(unknown.getByTestId('tracker-step-1')).toHaveAttribute('data-status', 'active');
    const plain = await createOrder();
    await openOrder(page, plain);
    await expect(cardOf(page, plain).getByText('N/A')).toBeVisible();
  });

  test('treats a response that is not an array as an empty list [ADM-ORD-001]', async ({ page }) => {
    await page.route('**/api/orders?*', (route) => route.fulfill({ json: {} }));
    await page.goto('/admin/orders');
    await expect(page.getByText('Aucune commande pour le moment. Créez la première.')).toBeVisible();
    await expect(page.getByRole('alert')).toBeHidden();
    await page.unroute('**/api/orders?*');
    await page.reload();
    await expect(page.getByTestId('order-card').first()).toBeVisible();
  });

  test('finds an order by its reference, whatever its separators, and shows when there is none', async ({
    page,
    createOrder,
  }) => {
    const order = await createOrder();
    await page.goto('/admin/orders');
    const search = page.getByRole('searchbox', { name: 'Rechercher une référence' });
    await search.fill(order.reference.toLowerCase().replace('-', ' '));
    await expect(page.getByTestId('order-card')).toHaveCount(1);
    await expect(cardOf(page, order)).toBeVisible();
    await search.fill(`${order.reference}XXXX`);
    await expect(page.getByText('Aucun résultat pour cette recherche.')).toBeVisible();
    await page.getByRole('button', { name: 'Effacer la recherche' }).click();
    await expect(page.getByTestId('order-card').first()).toBeVisible();
  });

  test('requests pages from the server', async ({ page, createOrder }) => {
    const orders = [];
    for (let count = 0; count < 13; count += 1) orders.push(await createOrder());
    await page.goto('/admin/orders?perPage=12&page=1&sort=createdAt&order=DESC&filter={}');
    await expect(page.getByTestId('order-card')).toHaveCount(12);
    const next = page.waitForRequest((request) => request.url().includes(encodeURIComponent('[12,23]')));
    await page.getByRole('button', { name: 'Aller à la prochaine page' }).click();
    await next;
    await expect(page).toHaveURL(/page=2/);
  });

  test('shows an error, and loads again on demand', async ({ page }) => {
    await page.route('**/api/orders?*', (route) =>
      route.fulfill({ status: 500, json: { message: 'Erreur interne du serveur', code: 'internal' } }),
    );
    await page.goto('/admin/orders');
    await expect(page.getByRole('alert')).toContainText("La liste n'a pas pu être chargée.");
    await page.unroute('**/api/orders?*');
    await page.getByRole('button', { name: 'Réessayer' }).click();
    await expect(page.getByTestId('order-card').first()).toBeVisible();
  });

  test('leads to the order statuses [ADM-ORD-020]', async ({ page }) => {
    await page.goto('/admin/orders');
    await page.getByRole('main').getByRole('link', { name: 'Statuts de commande' }).click();
    await expect(page).toHaveURL('/admin/order-statuses');
  });
});

test.describe('the create dialog', () => {
  const open = async (page: Page) => {
    await page.goto('/admin/orders');
    await page.getByRole('button', { name: 'Nouvelle commande' }).click();
    return page.getByRole('dialog', { name: 'Nouvelle commande' });
  };

  test('creates a confirmed order from reference, day and user, shows a toast and refreshes the list [ADM-ORD-008, ADM-ORD-009, ADM-ORD-011, ERR-051]', async ({
    page,
  }) => {
    const dialog = await open(page);
    const reference = generateReference();
    await dialog.getByLabel('Référence').fill(reference);
    await dialog.getByLabel('Livraison estimée').fill('2030-05-17');
    await dialog.getByLabel('ID utilisateur').fill('2');
    const created = page.waitForRequest(isCall('POST', '/api/orders'));
    const refreshed = page.waitForRequest(isList);
    await dialog.getByRole('button', { name: 'Créer' }).click();
    expect((await created).postDataJSON()).toEqual({
      reference,
      status: 'ORDER_CONFIRMED',
      estimatedDelivery: '2030-05-17',
      userId: 2,
    });
    await expectToast(page, 'Succès', 'Commande créée avec succès');
    await expect(dialog).toBeHidden();
    await refreshed;
    await expect(cardOf(page, { reference })).toContainText('17/05/2030');
  });

  test('requires neither day nor user and can generate a reference [VAL-035, VAL-036]', async ({ page }) => {
    const dialog = await open(page);
    await dialog.getByRole('button', { name: 'Générer une référence' }).click();
    const reference = await dialog.getByLabel('Référence').inputValue();
    expect(reference).toMatch(/^FC-[2-9A-HJ-NP-Z]{8}$/);
    const created = page.waitForRequest(isCall('POST', '/api/orders'));
    await dialog.getByRole('button', { name: 'Créer' }).click();
    expect((await created).postDataJSON()).toMatchObject({ reference, status: 'ORDER_CONFIRMED' });
    await expect(cardOf(page, { reference })).toContainText('N/A');
  });

  test('requires four characters, and validates while typing after the first attempt [VAL-034]', async ({ page }) => {
    const dialog = await open(page);
    const complaint = dialog.getByText('Le code de référence doit contenir au moins 4 caractères');
    await dialog.getByLabel('Référence').fill('ABC');
    await expect(complaint).toBeHidden();
    await dialog.getByRole('button', { name: 'Créer' }).click();
    await expect(complaint).toBeVisible();
    await dialog.getByLabel('Référence').fill('ABCD');
    await expect(complaint).toBeHidden();
  });

  test('warns about a reference that is easy to guess, and accepts it', async ({ page }) => {
    const dialog = await open(page);
    const advice = dialog.getByText(
      /^Cette référence est facile à deviner\s: toute personne qui la trouve verra le colis/,
    );
    await dialog.getByLabel('Référence').fill('ABC');
    await expect(advice).toBeHidden();
    const reference = `COLIS-${Date.now()}`;
    await dialog.getByLabel('Référence').fill(reference);
    await expect(advice).toContainText(/Utilisez «\sGénérer une référence\s»\./);
    await dialog.getByRole('button', { name: 'Générer une référence' }).click();
    await expect(advice).toBeHidden();
    await dialog.getByLabel('Référence').fill(reference);
    await expect(advice).toBeVisible();
    await dialog.getByRole('button', { name: 'Créer' }).click();
    await expect(dialog).toBeHidden();
    await expect(cardOf(page, { reference })).toBeVisible();
  });

  test('stays open as typed when the reference is taken or the server fails [ADM-ORD-012, ERR-049]', async ({
    page,
    createOrder,
  }) => {
    const { reference } = await createOrder();
    const dialog = await open(page);
    await dialog.getByLabel('Référence').fill(reference);
    await dialog.getByRole('button', { name: 'Créer' }).click();
    await expectToast(page, 'Erreur', 'Échec de la création de la commande');
    await expect(page.getByTestId('toast')).toHaveAttribute('data-variant', 'destructive');
    await expect(dialog.getByText('Une commande avec ce numéro de référence existe déjà')).toBeVisible();
    await expect(dialog.getByLabel('Référence')).toHaveValue(reference);
    await page.getByTestId('toast').getByRole('button', { name: 'Fermer', includeHidden: true }).click();
    await expect(page.getByTestId('toast')).toBeHidden();

    await page.route('**/api/orders', (route) => route.fulfill({ status: 500, body: '' }));
    await dialog.getByRole('button', { name: 'Créer' }).click();
    await expectToast(page, 'Erreur', 'Échec de la création de la commande');
    await expect(dialog.getByLabel('Référence')).toHaveValue(reference);
  });

  test('shows beside the field when there is no such user', async ({ page }) => {
    const dialog = await open(page);
    await dialog.getByRole('button', { name: 'Générer une référence' }).click();
    await dialog.getByLabel('ID utilisateur').fill('999999');
    await dialog.getByRole('button', { name: 'Créer' }).click();
    await expect(dialog.getByText('Utilisateur non trouvé')).toBeVisible();
  });

  test('ignores a second click while the first request is in progress', async ({ page }) => {
    const dialog = await open(page);
    const held = Promise.withResolvers<void>();
    await page.route('**/api/orders', async (route) => {
      await held.promise;
      await route.continue();
    });
    await dialog.getByRole('button', { name: 'Générer une référence' }).click();
    await dialog.getByRole('button', { name: 'Créer' }).click();
    await expect(dialog.getByRole('button', { name: 'Créer' })).toBeDisabled();
    await expect(dialog.getByRole('button', { name: 'Annuler' })).toBeDisabled();
    held.resolve();
    await expect(dialog).toBeHidden();
  });
});

test.describe('the update dialog', () => {
  test('starts with the stored values, sends status and text, shows a toast and refreshes the list [ADM-ORD-013, ADM-ORD-014, ADM-ORD-016, ERR-052]', async ({
    page,
    createOrder,
  }) => {
    const order = await createOrder({}, { status: 'PROCESSING' });
    const dialog = await openUpdate(page, order);
    await expect(dialog.getByRole('combobox', { name: 'Statut' })).toHaveText('En Traitement');
    await choose(dialog, 'En Transit');
    await dialog.getByLabel('Dernière mise à jour').fill('Parti de Guangzhou.');
    const updated = page.waitForRequest(isCall('PATCH', `/api/orders/${order.id}`));
    const refreshed = page.waitForRequest(isList);
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    expect((await updated).postDataJSON()).toEqual({
      status: 'IN_TRANSIT',
      latestUpdate: 'Parti de Guangzhou.',
      notifyCustomer: true,
      updatedAt: order.updatedAt,
    });
    await refreshed;
    await expectToast(page, 'Succès', 'Commande mise à jour avec succès');
    await expect(dialog).toBeHidden();
    await expect(cardOf(page, order).getByTestId('status-badge')).toHaveText('En Transit');
    await expect(cardOf(page, order)).toContainText('Parti de Guangzhou.');
  });

  test('notifies the customer of a new status unless that is switched off [ADM-ORD-014]', async ({
    page,
    createOrder,
  }) => {
    const order = await createOrder();
    const dialog = await openUpdate(page, order);
    await expect(dialog.getByRole('switch', { name: 'Prévenir le client' })).toBeChecked();
    await dialog.getByRole('switch', { name: 'Prévenir le client' }).click();
    await choose(dialog, 'En Traitement');
    const updated = page.waitForRequest(isCall('PATCH', `/api/orders/${order.id}`));
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    expect((await updated).postDataJSON()).toMatchObject({ status: 'PROCESSING', notifyCustomer: false });
    await expect(dialog).toBeHidden();
    // The switch is not remembered: the next update starts with it on.
    await openUpdate(page, order);
    await expect(dialog.getByRole('switch', { name: 'Prévenir le client' })).toBeChecked();
  });

  test('requires a status and no text; an unchanged text is not repeated in the history [VAL-037, VAL-038]', async ({
    page,
    createOrder,
    adminApi,
  }) => {
    const order = await createOrder({}, { status: 'PROCESSING', latestUpdate: 'Emballé.' });
    const dialog = await openUpdate(page, order);
    await expect(dialog.getByLabel('Dernière mise à jour')).toHaveValue('Emballé.');
    await expect(dialog.getByLabel('Dernière mise à jour')).toHaveAccessibleDescription(
      /Visible par toute personne qui connaît le numéro\./,
    );
    await dialog.getByRole('combobox', { name: 'Statut' }).click();
    await expect(page.getByRole('option')).not.toHaveText([/^\s*$/]);
    await page.getByRole('option', { name: 'Arrivée au Burkina' }).click();
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(dialog).toBeHidden();
    const events = await (await adminApi.get(`/api/orders/${order.reference}/events`)).json();
    expect(events.at(-1)).toMatchObject({ status: 'ARRIVED', note: null });
    expect(await (await adminApi.get(`/api/orders/${order.reference}`)).json()).toMatchObject({
      latestUpdate: 'Emballé.',
    });
  });

  test('stays open as typed when the server fails [ADM-ORD-017, ERR-050]', async ({ page, createOrder }) => {
    const order = await createOrder();
    const dialog = await openUpdate(page, order);
    await choose(dialog, 'Livrée');
    await dialog.getByLabel('Dernière mise à jour').fill('Remis.');
    await page.route(`**/api/orders/${order.id}`, (route) => route.fulfill({ status: 500, body: '' }));
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await expectToast(page, 'Erreur', 'Échec de la mise à jour de la commande');
    await expect(dialog.getByRole('combobox', { name: 'Statut' })).toHaveText('Livrée');
    await expect(dialog.getByLabel('Dernière mise à jour')).toHaveValue('Remis.');
    await expect(dialog.getByRole('button', { name: 'Enregistrer' })).toBeEnabled();
  });

  test('opens by its address and clears it when closed; an unknown order opens nothing [ADM-NAV-012]', async ({
    page,
    createOrder,
  }) => {
    const order = await createOrder({}, { status: 'ARRIVED' });
    await page.goto(`/admin/orders?edit=${order.id}`);
    const dialog = page.getByRole('dialog', { name: 'Mettre à jour le statut' });
    await expect(dialog).toContainText(order.reference);
    await expect(dialog.getByRole('combobox', { name: 'Statut' })).toHaveText('Arrivée au Burkina');
    await dialog.getByRole('button', { name: 'Annuler' }).click();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL('/admin/orders');

    for (const unknown of ['2147483646', '0', 'abc']) {
      await page.goto(`/admin/orders?edit=${unknown}`);
      await expect(page).toHaveURL('/admin/orders');
      await expect(page.getByTestId('order-card').first()).toBeVisible();
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(page.getByTestId('toast')).toBeHidden();
    }
  });

  test('lets a customer see the new status and text with its time [ADM-ORD-018]', async ({ page, createOrder }) => {
    const order = await createOrder();
    expect(order.latestUpdateTime).toBeNull();
    const dialog = await openUpdate(page, order);
    await choose(dialog, 'En Transit');
    await dialog.getByLabel('Dernière mise à jour').fill('Parti de Guangzhou ce matin.');
    const answer = page.waitForResponse(`**/api/orders/${order.id}`);
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    const { latestUpdateTime } = await (await answer).json();
    expect(Date.parse(latestUpdateTime)).toBeGreaterThan(Date.parse(order.createdAt));

    await page.goto(`/?tracking=${order.reference}`);
    const card = page.getByTestId('result-card');
    await expect(card.getByTestId('status-badge')).toHaveText('En Transit');
    await expect(card.getByText('Parti de Guangzhou ce matin.').first()).toBeVisible();
    const time = new Intl.DateTimeFormat('fr-FR', { timeZone: 'UTC', hour: '2-digit', minute: '2-digit' });
    await expect(card).toContainText(`${time.format(new Date(latestUpdateTime))} GMT+0`);
  });

  test('offers an active status of the administrator, which customers see by its label while it is active [ADM-ORD-019]', async ({
    page,
    createOrder,
    adminApi,
  }) => {
    const suffix = generateReference().slice(3);
    const definition = { code: `CUSTOMS_HOLD_${suffix}`, label: `Retenu en douane ${suffix}`, displayOrder: 90 };
    const created = await (await adminApi.post('/api/order-statuses', { data: definition })).json();
    const order = await createOrder();
    const dialog = await openUpdate(page, order);
    await choose(dialog, definition.label);
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(cardOf(page, order).getByTestId('status-badge')).toHaveText(definition.label);
    await page.goto(`/?tracking=${order.reference}`);
    await expect(page.getByTestId('result-card').getByTestId('status-badge')).toHaveText(definition.label);

    await adminApi.patch(`/api/order-statuses/${created.id}`, { data: { isActive: false } });
    await openUpdate(page, order);
    await dialog.getByRole('combobox', { name: 'Statut' }).click();
    await expect(page.getByRole('option', { name: `CUSTOMS HOLD_${suffix} (inactif)` })).toBeDisabled();
    await adminApi.delete(`/api/order-statuses/${created.id}`);
  });
});

test('the screen of orders and its dialogs have no automatically detectable accessibility faults', async ({ page }) => {
  await page.goto('/admin/orders');
  await expect(page.getByTestId('order-card').first()).toBeVisible();
  await expectNoFaults(page);
  await page.getByRole('button', { name: 'Nouvelle commande' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nouvelle commande' });
  await expect(dialog.getByLabel('Référence')).toBeFocused();
  await dialog.getByRole('button', { name: 'Créer' }).click();
  await expect(dialog.getByText('Le code de référence doit contenir au moins 4 caractères')).toBeVisible();
  await expectNoFaults(page);
});
