/// <reference lib="dom" />
import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './fixtures.ts';
import { resultCard, toast, track } from './tracking-screen.ts';

// Most tests stub the API of public pages.
test.use({ rendered: false });

const NARROW = { width: 360, height: 740 };

test.describe('the result card', () => {
  test('shows a visitor status, delivery, five steps and latest update [TRACK-003, ROLE-001]', async ({ page }) => {
    await page.goto('/');
    await track(page, 'DEMO0003');
    await expect(resultCard(page).getByTestId('status-badge')).toHaveText('En Transit');
    await expect(resultCard(page).getByText('Livraison estimée')).toBeVisible();
    await expect(resultCard(page).getByRole('list', { name: 'Étapes du colis' }).getByRole('listitem')).toHaveCount(5);
    await expect(resultCard(page).getByRole('heading', { name: 'Dernière mise à jour' })).toBeVisible();
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
    await expect(resultCard(page).getByRole('heading', { name: order.reference })).toBeVisible();
    await expect(resultCard(page)).toContainText('Numéro de suivi');
    await expect(resultCard(page)).toContainText('Chine → Burkina Faso');
    await expect(resultCard(page).getByTestId('status-badge')).toHaveText('Arrivée au Burkina');
    await expect(resultCard(page)).toContainText('9 août 2027');
    for (const [index, state] of ['completed', 'completed', 'completed', 'active', 'pending'].entries()) {
      await expect(resultCard(page).getByTestId(`tracker-step-${index + 1}`)).toHaveAttribute('data-status', state);
    }
    await expect(resultCard(page)).toContainText('Votre colis est arrivé au Burkina Faso');
    const update = resultCard(page).getByRole('region', { name: 'Dernière mise à jour' });
    await expect(update).toContainText('Votre colis vous attend à Ouagadougou.');
    const at = new Date(order.latestUpdateTime ?? '');
    const month = at.toLocaleDateString('fr-FR', { month: 'long', timeZone: 'UTC' });
    await expect(update).toContainText(`${at.getUTCDate()} ${month} ${at.getUTCFullYear()}`);
    await expect(update).toContainText(`${at.toISOString().slice(11, 16)} GMT+0`);

    const { reference } = await createOrder();
    await page.goto(`/?tracking=${reference}`);
    await expect(resultCard(page)).toContainText('Non disponible');
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
      const badge = resultCard(page).getByTestId('status-badge');
      await expect(badge).toHaveText(label);
      await expect(badge).toHaveCSS('color', colour);
      await expect(badge).toHaveCSS('background-color', background);
    });
  }

  test('shows a status of its own as the first step', async ({ page }) => {
    await page.goto('/?tracking=DEMO0006');
    await expect(resultCard(page).getByTestId('status-badge')).toHaveText('ON HOLD_NOW');
    await expect(resultCard(page)).toContainText('Mise à jour du statut');
    await expect(resultCard(page).getByTestId('tracker-step-1')).toHaveAttribute('data-status', 'active');
  });

  test('draws checklist, package, truck, opened mail and house in a row [STAT-025]', async ({ page }) => {
    for (const viewport of [NARROW, { width: 1280, height: 800 }]) {
      await page.setViewportSize(viewport);
      await page.goto('/?tracking=DEMO0005');
      await expect(resultCard(page).getByTestId('tracker-step-5').locator('svg.lucide-house')).toBeVisible();
      // All at the same instant: the card is still sliding up.
      const boxes = await resultCard(page).evaluate((element) =>
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
    const disc = (step: number) => resultCard(page).getByTestId(`tracker-step-${step}`).locator('.fc-tracker-icon');
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
      const shown = resultCard(page).getByTestId(`tracker-step-${step}`);
      await expect(shown.locator('time')).toHaveText(figures);
      await expect(shown).toHaveAttribute('title', new RegExp(words.replace('+', '\\+')));
    }
    await expect(resultCard(page).getByTestId('tracker-step-4').locator('time')).toHaveCount(0);
    const filled = await resultCard(page)
      .getByTestId('tracker-bar')
      .evaluate(
        (bar) => (bar.firstElementChild?.getBoundingClientRect().width ?? 0) / bar.getBoundingClientRect().width,
      );
    expect(filled).toBeCloseTo(0.5, 1);
  });

  test('has the real history folded, newest first [D-81]', async ({ page }) => {
    await page.goto('/?tracking=DEMO0005');
    const history = resultCard(page).getByRole('group');
    await expect(history.getByRole('listitem').first()).toBeHidden();
    await history.getByText('Historique').click();
    await expect(history.getByRole('listitem')).toHaveCount(5);
    await expect(history.getByRole('listitem').first()).toContainText('Livrée');
    await expect(history.getByRole('listitem').first()).toContainText('Le colis a été remis à son destinataire.');
    await expect(history.getByRole('listitem').last()).toContainText('Commande Confirmée');
  });

  test('takes the focus when it appears', async ({ page }) => {
    await page.goto('/');
    await track(page, 'DEMO0003');
    await expect(resultCard(page)).toBeFocused();
  });

  test('copies its number and its link', async ({ page, context, baseURL }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.addInitScript(() => Object.assign(navigator, { share: undefined }));
    await page.goto('/?tracking=DEMO0003');
    await resultCard(page).getByRole('button', { name: 'Copier le numéro de suivi' }).click();
    await expect(toast(page)).toContainText('Numéro de suivi copié');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('DEMO0003');
    await resultCard(page).getByRole('button', { name: 'Partager' }).click();
    await expect(toast(page)).toContainText('Lien copié');
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toBe(new URL('/c/DEMO0003', baseURL).href);
  });

  test('leads to customer service at the configured number [TRACK-015]', async ({ page }) => {
    await page.route('**/api/whatsapp-number', (route) =>
      route.fulfill({ json: { whatsappNumber: '+226 70 12 34 56' } }),
    );
    await page.goto('/?tracking=DEMO0003');
    const link = resultCard(page).getByRole('link', { name: 'Contacter le service client' });
    await expect(link).toHaveAttribute('href', 'https://wa.me/22670123456');
  });

  test('leads to customer service at the default number when none can be had [CONST-028]', async ({ page }) => {
    for (const failure of ['404', '500', 'abort']) {
      await page.route('**/api/whatsapp-number', (route) =>
        failure === 'abort' ? route.abort() : route.fulfill({ status: Number(failure), json: { message: 'panne' } }),
      );
      await page.goto('/?tracking=DEMO0003');
      const link = resultCard(page).getByRole('link', { name: 'Contacter le service client' });
      await expect(link).toHaveAttribute('href', 'https://wa.me/22600000000');
      await expect(toast(page)).toHaveCount(0);
      await page.unroute('**/api/whatsapp-number');
    }
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
          await expect(resultCard(page)).toBeVisible();
          await resultCard(page).getByText('Historique').click();
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
