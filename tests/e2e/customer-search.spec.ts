import { generateReference } from '@fasocolis/contracts/reference';
import { expect, test } from './fixtures.ts';
import { resultCard, toast, track, trackingField } from './tracking-screen.ts';

// Most tests stub the API of public pages.
test.use({ rendered: false });

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
        await track(page, 'DEMO0002');
        await expect(resultCard(page)).toBeVisible();
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
      () => trackingField(page).press('Enter'),
    ]) {
      await page.goto('/');
      await trackingField(page).fill(reference);
      const asked = page.waitForRequest((request) => request.url().endsWith(expected));
      await submit();
      expect((await asked).method()).toBe('GET');
      await expect(resultCard(page)).toContainText(reference);
    }
  });

  test('finds the parcel in any letter case, with spaces, dots and hyphens [D-82]', async ({ page }) => {
    await page.goto('/');
    for (const typed of ['demo0003', ' DEMO 00 03 ', 'de-mo.0003']) {
      await track(page, typed);
      await expect(resultCard(page).getByRole('heading', { name: 'DEMO0003' })).toBeVisible();
    }
  });

  test('starts by itself from the address, on / and /home [TRACK-004, TRACK-026]', async ({ page }) => {
    for (const path of ['/', '/home']) {
      await page.goto(`${path}?tracking=DEMO0002`);
      await expect(resultCard(page)).toContainText('DEMO0002');
      await expect(trackingField(page)).toHaveValue('DEMO0002');
    }
  });

  test('is in the address, so that back and forward search again [TRACK-005]', async ({ page }) => {
    await page.goto('/');
    await track(page, 'DEMO0002');
    await expect(page).toHaveURL('/?tracking=DEMO0002');
    await expect(resultCard(page)).toContainText('DEMO0002');
    await track(page, 'DEMO0003');
    await expect(resultCard(page)).toContainText('DEMO0003');

    const asked = page.waitForRequest('**/api/orders/DEMO0002');
    await page.goBack();
    await asked;
    await expect(resultCard(page)).toContainText('DEMO0002');
    await expect(trackingField(page)).toHaveValue('DEMO0002');
    await page.goForward();
    await expect(resultCard(page)).toContainText('DEMO0003');
    await page.goBack();
    await page.goBack();
    await expect(resultCard(page)).toBeHidden();
    await expect(trackingField(page)).toHaveValue('');
  });

  test('asks the server again each time, also for the same reference', async ({ page, createOrder, adminApi }) => {
    const { id, reference } = await createOrder();
    await page.goto(`/?tracking=${reference}`);
    await expect(resultCard(page).getByTestId('status-badge')).toHaveText('Commande Confirmée');
    await adminApi.patch(`/api/orders/${id}`, { data: { status: 'PROCESSING' } });
    await page.getByRole('button', { name: 'Suivre' }).click();
    await expect(resultCard(page).getByTestId('status-badge')).toHaveText('En Traitement');
  });

  test('of nothing or of spaces only asks for a number and calls nobody [TRACK-006, VAL-003]', async ({ page }) => {
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/orders/')) calls.push(request.url());
    });
    await page.goto('/');
    for (const typed of ['', '   ']) {
      await track(page, typed);
      await expect(page.getByRole('alert')).toHaveText('Veuillez saisir un numéro de suivi');
    }
    await trackingField(page).fill('D');
    await expect(page.getByRole('alert')).toBeHidden();
    expect(calls).toEqual([]);
  });

  test('that finds nothing or fails says so and shows no card [TRACK-007, ERR-002, ERR-027]', async ({ page }) => {
    const failed = async () => {
      await expect(toast(page)).toContainText('Erreur');
      await expect(toast(page)).toContainText('Impossible de trouver une commande avec ce numéro de référence');
      await expect(resultCard(page)).toBeHidden();
    };
    await page.goto('/');
    await track(page, 'INCONNU-1');
    await failed();
    await expect(page.getByText('Aucun colis ne porte le numéro « INCONNU-1 »')).toBeVisible();

    await page.route('**/api/orders/DEMO0003', (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto('/?tracking=DEMO0003');
    await failed();
    await page.unroute('**/api/orders/DEMO0003');
    await page.getByRole('button', { name: 'Réessayer' }).click();
    await expect(resultCard(page)).toContainText('DEMO0003');
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
    await expect(resultCard(page)).toContainText('DEMO0003');
    await expect(resultCard(page).getByText('Dernière information du 5 mars 2026 à 14:07 (GMT)')).toBeVisible();
    await expect(resultCard(page).getByRole('button', { name: 'Sauvegarder' })).toHaveCount(0);

    await page.unroute('**/api/orders/DEMO0003');
    await resultCard(page).getByRole('button', { name: 'Réessayer' }).click();
    await expect(resultCard(page).getByText('Dernière information du')).toHaveCount(0);
    await expect(resultCard(page)).toContainText('DEMO0003');
  });

  test('for a generated reference with a wrong character says so', async ({ page }) => {
    const reference = generateReference();
    const wrong = '0';
    await page.goto('/');
    await track(page, reference.slice(0, -1) + wrong);
    await expect(page.getByText('Un caractère de ce numéro est faux.')).toBeVisible();
    await track(page, reference);
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
      await track(page, reference);
      await expect(toast(page)).toContainText('Impossible de trouver une commande avec ce numéro de référence');
      await expect(resultCard(page)).toBeHidden();
    });
  }
});
