/// <reference lib="dom" />
import AxeBuilder from '@axe-core/playwright';
import { generateReference } from '@fasocolis/contracts/reference';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const NARROW = { width: 360, height: 740 };

const field = (page: Page) => page.getByRole('textbox', { name: 'Numéro de suivi' });
const card = (page: Page) => page.getByTestId('result-card');
const toast = (page: Page) => page.getByTestId('toast');
async function search(page: Page, reference: string) {
  await field(page).fill(reference);
  await page.getByRole('button', { name: 'Suivre' }).click();
}

test.describe('the search', () => {
  test('is a titled block with a field and a button, on / and /home, signed in or not [TRACK-001, SHELL-006]', async ({
    page,
    signIn,
  }) => {
    const look = async () => {
      for (const path of ['/', '/home']) {
        await page.goto(path);
        const block = page.getByRole('region', { name: 'Suivre Votre Colis' });
        await expect(block.getByRole('heading', { name: 'Suivre Votre Colis' })).toBeVisible();
        await expect(block.getByRole('textbox', { name: 'Numéro de suivi' })).toBeVisible();
        await expect(block.getByRole('button', { name: 'Suivre' })).toBeVisible();
        await search(page, 'DEMO0002');
        await expect(card(page)).toBeVisible();
      }
    };
    await look();
    await signIn(page);
    await look();
  });

  test('asks for the encoded reference, by button and by Enter [TRACK-002]', async ({ page, createOrder }) => {
    const { reference } = await createOrder({ reference: `A/b c?${Date.now()}` });
    const expected = `/api/orders/${encodeURIComponent(reference)}`;
    for (const submit of [
      () => page.getByRole('button', { name: 'Suivre' }).click(),
      () => field(page).press('Enter'),
    ]) {
      await page.goto('/');
      await field(page).fill(reference);
      const asked = page.waitForRequest((request) => request.url().endsWith(expected));
      await submit();
      expect((await asked).method()).toBe('GET');
      await expect(card(page)).toContainText(reference);
    }
  });

  test('finds the parcel in any letter case, with spaces, dots and hyphens', async ({ page }) => {
    await page.goto('/');
    for (const typed of ['demo0003', ' DEMO 00 03 ', 'de-mo.0003']) {
      await search(page, typed);
      await expect(card(page).getByRole('heading', { name: 'DEMO0003' })).toBeVisible();
    }
  });

  test('starts by itself from the address, on / and /home [TRACK-004, TRACK-026]', async ({ page }) => {
    for (const path of ['/', '/home']) {
      await page.goto(`${path}?tracking=DEMO0002`);
      await expect(card(page)).toContainText('DEMO0002');
      await expect(field(page)).toHaveValue('DEMO0002');
    }
  });

  test('is in the address, so that back and forward search again [TRACK-005]', async ({ page }) => {
    await page.goto('/');
    await search(page, 'DEMO0002');
    await expect(page).toHaveURL('/?tracking=DEMO0002');
    await expect(card(page)).toContainText('DEMO0002');
    await search(page, 'DEMO0003');
    await expect(card(page)).toContainText('DEMO0003');

    const asked = page.waitForRequest('**/api/orders/DEMO0002');
    await page.goBack();
    await asked;
    await expect(card(page)).toContainText('DEMO0002');
    await expect(field(page)).toHaveValue('DEMO0002');
    await page.goForward();
    await expect(card(page)).toContainText('DEMO0003');
    await page.goBack();
    await page.goBack();
    await expect(card(page)).toBeHidden();
    await expect(field(page)).toHaveValue('');
  });

  test('asks the server again each time, also for the same reference', async ({ page, createOrder, adminApi }) => {
    const { id, reference } = await createOrder();
    await page.goto(`/?tracking=${reference}`);
    await expect(card(page).getByTestId('status-badge')).toHaveText('Commande Confirmée');
    await adminApi.patch(`/api/orders/${id}`, { data: { status: 'PROCESSING' } });
    await page.getByRole('button', { name: 'Suivre' }).click();
    await expect(card(page).getByTestId('status-badge')).toHaveText('En Traitement');
  });

  test('of nothing or of spaces only asks for a number and calls nobody [TRACK-006, VAL-003]', async ({ page }) => {
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/orders/')) calls.push(request.url());
    });
    await page.goto('/');
    for (const typed of ['', '   ']) {
      await search(page, typed);
      await expect(page.getByRole('alert')).toHaveText('Veuillez saisir un numéro de suivi');
    }
    await field(page).fill('D');
    await expect(page.getByRole('alert')).toBeHidden();
    expect(calls).toEqual([]);
  });

  test('that finds nothing or fails says so and shows no card [TRACK-007, ERR-002, ERR-027]', async ({ page }) => {
    const failed = async () => {
      await expect(toast(page)).toContainText('Erreur');
      await expect(toast(page)).toContainText('Impossible de trouver une commande avec ce numéro de référence');
      await expect(card(page)).toBeHidden();
    };
    await page.goto('/');
    await search(page, 'INCONNU-1');
    await failed();
    await expect(page.getByText('Aucun colis ne porte le numéro « INCONNU-1 »')).toBeVisible();

    await page.route('**/api/orders/DEMO0003', (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto('/?tracking=DEMO0003');
    await failed();
    await page.unroute('**/api/orders/DEMO0003');
    await page.getByRole('button', { name: 'Réessayer' }).click();
    await expect(card(page)).toContainText('DEMO0003');
  });

  test('of a parcel whose service cannot be asked shows what was known last, with its date', async ({
    page,
    signIn,
  }) => {
    await signIn(page);
    const knownAt = '2026-03-05T14:07:00.000Z';
    await page.route('**/api/orders/DEMO0003', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), knownAt } });
    });
    await page.goto('/?tracking=DEMO0003');
    await expect(card(page)).toContainText('DEMO0003');
    await expect(card(page).getByText('Dernière information du 5 mars 2026 à 14:07 (GMT)')).toBeVisible();
    await expect(card(page).getByRole('button', { name: 'Sauvegarder' })).toHaveCount(0);

    await page.unroute('**/api/orders/DEMO0003');
    await card(page).getByRole('button', { name: 'Réessayer' }).click();
    await expect(card(page).getByText('Dernière information du')).toHaveCount(0);
    await expect(card(page)).toContainText('DEMO0003');
  });

  test('for a generated reference with a wrong character says so', async ({ page }) => {
    const reference = generateReference();
    const wrong = '0';
    await page.goto('/');
    await search(page, reference.slice(0, -1) + wrong);
    await expect(page.getByText('Un caractère de ce numéro est faux.')).toBeVisible();
    await search(page, reference);
    await expect(page.getByText('Vérifiez le numéro de suivi, lettre par lettre')).toBeVisible();
  });

  for (const [kind, reference] of [
    ['an emoji', '📦📦📦📦'],
    ['a slash', 'A/../B'],
    ['two dots', '..'],
    ['5,000 characters', 'X'.repeat(5000)],
  ] as const) {
    test(`for ${kind} ends like any unknown reference`, async ({ page }) => {
      await page.goto('/');
      await search(page, reference);
      await expect(toast(page)).toContainText('Impossible de trouver une commande avec ce numéro de référence');
      await expect(card(page)).toBeHidden();
    });
  }
});

test.describe('the result card', () => {
  test('shows a visitor status, delivery, five steps and latest update [TRACK-003, ROLE-001]', async ({ page }) => {
    await page.goto('/');
    await search(page, 'DEMO0003');
    await expect(card(page).getByTestId('status-badge')).toHaveText('En Transit');
    await expect(card(page).getByText('Livraison estimée')).toBeVisible();
    await expect(card(page).getByRole('list', { name: 'Étapes du colis' }).getByRole('listitem')).toHaveCount(5);
    await expect(card(page).getByRole('heading', { name: 'Dernière mise à jour' })).toBeVisible();
  });

  test('shows reference as tracking number, route, badge, delivery, steps and update [TRACK-008, TRACK-009, TRACK-010, TRACK-011, TRACK-012, TRACK-013, TRACK-014]', async ({
    page,
    createOrder,
  }) => {
    const order = await createOrder(
      { estimatedDelivery: '2027-08-09' },
      { status: 'ARRIVED', latestUpdate: 'Votre colis vous attend à Ouagadougou.' },
    );
    await page.goto(`/?tracking=${order.reference}`);
    await expect(card(page).getByRole('heading', { name: order.reference })).toBeVisible();
    await expect(card(page)).toContainText('Numéro de suivi');
    await expect(card(page)).toContainText('Chine → Burkina Faso');
    await expect(card(page).getByTestId('status-badge')).toHaveText('Arrivée au Burkina');
    await expect(card(page)).toContainText('9 août 2027');
    for (const [index, state] of ['completed', 'completed', 'completed', 'active', 'pending'].entries()) {
      await expect(card(page).getByTestId(`tracker-step-${index + 1}`)).toHaveAttribute('data-status', state);
    }
    await expect(card(page)).toContainText('Votre colis est arrivé au Burkina Faso');
    const update = card(page).getByRole('region', { name: 'Dernière mise à jour' });
    await expect(update).toContainText('Votre colis vous attend à Ouagadougou.');
    const at = new Date(order.latestUpdateTime ?? '');
    const month = at.toLocaleDateString('fr-FR', { month: 'long', timeZone: 'UTC' });
    await expect(update).toContainText(`${at.getUTCDate()} ${month} ${at.getUTCFullYear()}`);
    await expect(update).toContainText(`${at.toISOString().slice(11, 16)} GMT+0`);

    const { reference } = await createOrder();
    await page.goto(`/?tracking=${reference}`);
    await expect(card(page)).toContainText('Non disponible');
  });

  for (const [row, reference, label, colour, background] of [
    ['[STAT-006]', 'DEMO0001', 'Commande Confirmée', 'rgb(29, 78, 216)', 'rgb(219, 234, 254)'],
    ['[STAT-007]', 'DEMO0002', 'En Traitement', 'rgb(133, 77, 14)', 'rgb(254, 249, 195)'],
    ['[STAT-008]', 'DEMO0003', 'En Transit', 'rgb(107, 33, 168)', 'rgb(243, 232, 255)'],
    ['[STAT-009]', 'DEMO0004', 'Arrivée au Burkina', 'rgb(55, 48, 163)', 'rgb(224, 231, 255)'],
    ['[STAT-010]', 'DEMO0005', 'Livrée', 'rgb(22, 101, 52)', 'rgb(220, 252, 231)'],
  ] as const) {
    test(`has the badge of ${label} in its colour ${row}`, async ({ page }) => {
      await page.goto(`/?tracking=${reference}`);
      const badge = card(page).getByTestId('status-badge');
      await expect(badge).toHaveText(label);
      await expect(badge).toHaveCSS('color', colour);
      await expect(badge).toHaveCSS('background-color', background);
    });
  }

  test('shows a status of its own as the first step', async ({ page }) => {
    await page.goto('/?tracking=DEMO0006');
    await expect(card(page).getByTestId('status-badge')).toHaveText('ON HOLD_NOW');
    await expect(card(page)).toContainText('Mise à jour du statut');
    await expect(card(page).getByTestId('tracker-step-1')).toHaveAttribute('data-status', 'active');
  });

  test('draws checklist, package, truck, opened mail and house in a row [STAT-025]', async ({ page }) => {
    for (const viewport of [NARROW, { width: 1280, height: 800 }]) {
      await page.setViewportSize(viewport);
      await page.goto('/?tracking=DEMO0005');
      await expect(card(page).getByTestId('tracker-step-5').locator('svg.lucide-house')).toBeVisible();
      // All at the same instant: the card is still sliding up.
      const boxes = await card(page).evaluate((element) =>
        ['clipboard-check', 'package', 'truck', 'mail-open', 'house'].map((icon, index) => {
          const found = element.querySelector(`[data-testid="tracker-step-${index + 1}"] svg.lucide-${icon}`);
          return found?.getBoundingClientRect().toJSON() as { x: number; y: number };
        }),
      );
      expect(boxes.map(({ x }) => x)).toEqual(boxes.map(({ x }) => x).toSorted((left, right) => left - right));
      for (const { y } of boxes) expect(y).toBeCloseTo(boxes[0]?.y ?? Number.NaN, 0);
    }
  });

  test('highlights the active and the completed steps, and no others [STAT-028]', async ({ page }) => {
    await page.goto('/?tracking=DEMO0003');
    const disc = (step: number) => card(page).getByTestId(`tracker-step-${step}`).locator('.fc-tracker-icon');
    await expect(disc(1)).toHaveCSS('background-color', 'rgb(20, 83, 45)');
    await expect(disc(2)).toHaveCSS('background-color', 'rgb(20, 83, 45)');
    await expect(disc(3)).toHaveCSS('background-color', 'rgb(245, 158, 11)');
    await expect(disc(4)).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await expect(disc(5)).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  });

  test('shows the recorded time of each step in GMT, in figures and in words, far from Ouagadougou [STAT-029, STAT-030]', async ({
    page,
  }) => {
    expect(await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)).toBe('Asia/Shanghai');
    await page.route('**/api/orders/DEMO0003/events', (route) =>
      route.fulfill({
        json: [
          {
            id: 1,
            status: 'ORDER_CONFIRMED',
            label: 'Commande Confirmée',
            note: null,
            occurredAt: '2025-03-05T23:07:00.000Z',
          },
          { id: 2, status: 'PROCESSING', label: 'En Traitement', note: null, occurredAt: '2025-08-31T18:30:00.000Z' },
          { id: 3, status: 'IN_TRANSIT', label: 'En Transit', note: null, occurredAt: '2025-12-31T20:00:00.000Z' },
        ],
      }),
    );
    await page.goto('/?tracking=DEMO0003');
    for (const [step, figures, words] of [
      [1, '05/03/2025 23:07 GMT+0', '5 mars 2025, 23:07 GMT+0'],
      [2, '31/08/2025 18:30 GMT+0', '31 août 2025, 18:30 GMT+0'],
      [3, '31/12/2025 20:00 GMT+0', '31 décembre 2025, 20:00 GMT+0'],
    ] as const) {
      const shown = card(page).getByTestId(`tracker-step-${step}`);
      await expect(shown.locator('time')).toHaveText(figures);
      await expect(shown).toHaveAttribute('title', new RegExp(words.replace('+', '\\+')));
    }
    await expect(card(page).getByTestId('tracker-step-4').locator('time')).toHaveCount(0);
    const filled = await card(page)
      .getByTestId('tracker-bar')
      .evaluate(
        (bar) => (bar.firstElementChild?.getBoundingClientRect().width ?? 0) / bar.getBoundingClientRect().width,
      );
    expect(filled).toBeCloseTo(0.5, 1);
  });

  test('has the real history folded, newest first', async ({ page }) => {
    await page.goto('/?tracking=DEMO0005');
    const history = card(page).getByRole('group');
    await expect(history.getByRole('listitem').first()).toBeHidden();
    await history.getByText('Historique').click();
    await expect(history.getByRole('listitem')).toHaveCount(5);
    await expect(history.getByRole('listitem').first()).toContainText('Livrée');
    await expect(history.getByRole('listitem').first()).toContainText('Le colis a été remis à son destinataire.');
    await expect(history.getByRole('listitem').last()).toContainText('Commande Confirmée');
  });

  test('takes the focus when it appears', async ({ page }) => {
    await page.goto('/');
    await search(page, 'DEMO0003');
    await expect(card(page)).toBeFocused();
  });

  test('copies its number and its link', async ({ page, context, baseURL }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.addInitScript(() => Object.assign(navigator, { share: undefined }));
    await page.goto('/?tracking=DEMO0003');
    await card(page).getByRole('button', { name: 'Copier le numéro de suivi' }).click();
    await expect(toast(page)).toContainText('Numéro de suivi copié');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('DEMO0003');
    await card(page).getByRole('button', { name: 'Partager' }).click();
    await expect(toast(page)).toContainText('Lien copié');
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toBe(new URL('/?tracking=DEMO0003', baseURL).href);
  });

  test('leads to customer service at the configured number [TRACK-015]', async ({ page }) => {
    await page.route('**/api/whatsapp-number', (route) =>
      route.fulfill({ json: { whatsappNumber: '+226 70 12 34 56' } }),
    );
    await page.goto('/?tracking=DEMO0003');
    const link = card(page).getByRole('link', { name: 'Contacter le service client' });
    await expect(link).toHaveAttribute('href', 'https://wa.me/22670123456');
  });

  test('leads to customer service at the default number when none can be had [CONST-028]', async ({ page }) => {
    for (const failure of ['404', '500', 'abort']) {
      await page.route('**/api/whatsapp-number', (route) =>
        failure === 'abort' ? route.abort() : route.fulfill({ status: Number(failure), json: { message: 'panne' } }),
      );
      await page.goto('/?tracking=DEMO0003');
      const link = card(page).getByRole('link', { name: 'Contacter le service client' });
      await expect(link).toHaveAttribute('href', 'https://wa.me/22600000000');
      await expect(toast(page)).toHaveCount(0);
      await page.unroute('**/api/whatsapp-number');
    }
  });
});

test.describe('saving a parcel', () => {
  const save = (page: Page) => card(page).getByRole('button', { name: 'Sauvegarder' });
  const unsave = (page: Page) => card(page).getByRole('button', { name: 'Retirer des favoris' });

  test('is for signed-in people: a visitor has no button and causes no call [TRACK-016, TRACK-017]', async ({
    page,
    signIn,
    createOrder,
  }) => {
    const { id, reference } = await createOrder();
    const checks: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/orders/saved/check/')) checks.push(new URL(request.url()).pathname);
    });
    await page.goto(`/?tracking=${reference}`);
    await expect(card(page)).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Se connecter' })).toBeVisible();
    await expect(save(page)).toHaveCount(0);
    expect(checks).toEqual([]);

    await signIn(page);
    await page.reload();
    await expect(save(page)).toBeEnabled();
    expect(checks).toEqual([`/api/orders/saved/check/${id}`]);

    await page.request.post('/api/orders/save', { data: { orderId: id } });
    await page.reload();
    await expect(unsave(page)).toBeEnabled();
  });

  test('and removing it is told and remembered [TRACK-018, TRACK-019, ERR-034, ERR-035]', async ({
    page,
    signIn,
    createOrder,
  }) => {
    const { id, reference } = await createOrder();
    const isSaved = async () => (await (await page.request.get(`/api/orders/saved/check/${id}`)).json()).isSaved;
    await signIn(page);
    await page.goto(`/?tracking=${reference}`);

    const saved = page.waitForRequest('**/api/orders/save');
    await save(page).click();
    expect((await saved).postDataJSON()).toEqual({ orderId: id });
    await expect(toast(page)).toContainText('Commande sauvegardée');
    await expect(unsave(page)).toBeVisible();
    expect(await isSaved()).toBe(true);

    const removed = page.waitForRequest(`**/api/orders/saved/${id}`);
    await unsave(page).click();
    expect((await removed).method()).toBe('DELETE');
    await expect(toast(page)).toContainText('Commande retirée');
    await expect(save(page)).toBeVisible();
    expect(await isSaved()).toBe(false);
  });

  test('that fails is told and changes nothing [TRACK-020, TRACK-021, ERR-028, ERR-029]', async ({
    page,
    signIn,
    createOrder,
  }) => {
    const { id, reference } = await createOrder();
    await signIn(page);
    await page.route('**/api/orders/save', (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto(`/?tracking=${reference}`);
    await save(page).click();
    await expect(toast(page)).toContainText('Erreur');
    await expect(toast(page)).toContainText('Impossible de sauvegarder cette commande');
    await expect(save(page)).toBeVisible();

    await page.request.post('/api/orders/save', { data: { orderId: id } });
    await page.route(`**/api/orders/saved/${id}`, (route) => route.fulfill({ status: 500, body: '' }));
    await page.reload();
    await unsave(page).click();
    await expect(toast(page)).toContainText('Erreur');
    await expect(toast(page)).toContainText('Impossible de retirer cette commande des favoris');
    await expect(unsave(page)).toBeVisible();
  });

  test('after the session has ended elsewhere asks to sign in again [TRACK-022, ERR-045]', async ({ page, signIn }) => {
    await signIn(page);
    await page.goto('/?tracking=DEMO0002');
    await expect(save(page)).toBeEnabled();
    await page.request.post('/api/auth/logout');
    await save(page).click();
    await expect(toast(page)).toContainText('Non authentifié');
    await expect(toast(page)).toContainText('Veuillez connecter pour sauvegarder cette commande');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Se connecter' })).toBeVisible();
    await expect(save(page)).toHaveCount(0);
  });
});

test.describe('"Nos produits" on the home screen', () => {
  const product = (id: number) => ({
    id,
    name: `Produit ${id}`,
    description: 'Une description',
    price: '99,99€',
    imageUrl: null,
    imageUrls: [],
    hasFreeshipping: false,
    features: [],
    specifications: {},
  });
  const offering = (page: Page, count: number) =>
    page.route('**/api/products?*', (route) =>
      route.fulfill({ json: Array.from({ length: count }, (_, index) => product(index + 1)) }),
    );

  test('shows the first six in two rows of three and leads to all of them [TRACK-023, TRACK-025, CONST-024]', async ({
    page,
  }) => {
    await offering(page, 8);
    await page.goto('/');
    const section = page.getByRole('region', { name: 'Nos produits' });
    const cards = section.getByTestId('product-card');
    await expect(cards).toHaveCount(6);
    await expect(cards.getByRole('heading')).toHaveText([1, 2, 3, 4, 5, 6].map((id) => `Produit ${id}`));
    const rows = await cards.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
    expect(rows.map((top) => [...new Set(rows)].indexOf(top))).toEqual([0, 0, 0, 1, 1, 1]);
    await expect(section.getByRole('link', { name: 'Voir tout' })).toHaveAttribute('href', '/products');
  });

  test('shows fewer when there are fewer, and nothing when there are none [TRACK-024]', async ({ page }) => {
    await offering(page, 2);
    await page.goto('/');
    await expect(page.getByTestId('product-card')).toHaveCount(2);
    await page.unroute('**/api/products?*');
    await offering(page, 0);
    const answered = page.waitForResponse('**/api/products?*');
    await page.reload();
    await answered;
    await expect(page.getByRole('heading', { name: 'Suivre Votre Colis' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Nos produits' })).toHaveCount(0);
    await expect(toast(page)).toHaveCount(0);
  });

  test('is left out while the products cannot be loaded', async ({ page }) => {
    await page.route('**/api/products?*', (route) => route.fulfill({ status: 503, json: { message: 'panne' } }));
    const answered = page.waitForResponse('**/api/products?*');
    await page.goto('/');
    await answered;
    await expect(page.getByRole('heading', { name: 'Nos produits' })).toHaveCount(0);
    await expect(toast(page)).toHaveCount(0);
  });

  test('opens the product that is clicked [PROD-010]', async ({ page }) => {
    await offering(page, 2);
    await page.goto('/');
    await page.getByTestId('product-card').nth(1).click();
    await expect(page).toHaveURL('/product/2');
  });
});

for (const viewport of [NARROW, { width: 1280, height: 800 }]) {
  test.describe(`at ${viewport.width} pixels`, () => {
    test.use({ viewport, contextOptions: { reducedMotion: 'reduce' } });

    test('home, result and sign-in pass the automatic accessibility checks and never scroll sideways', async ({
      page,
    }) => {
      for (const path of ['/', '/?tracking=DEMO0005', '/?tracking=INCONNU9', '/auth']) {
        await page.goto(path);
        if (path.includes('DEMO')) {
          await expect(card(page)).toBeVisible();
          await card(page).getByText('Historique').click();
        }
        if (path.includes('INCONNU')) await expect(toast(page)).toBeVisible();
        const { violations } = await new AxeBuilder({ page })
          .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
          .analyze();
        expect(violations, path).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow, path).toBeLessThanOrEqual(0);
      }
    });
  });
}
