/// <reference lib="dom" />
import { type CreateContactMessage, FASTEST_WRITER } from '@fasocolis/contracts/content';
import type { Page } from '@playwright/test';
import { expect, newName, test } from './fixtures.ts';

const CALL = '**/api/contact-messages';
const MESSAGE = {
  Prénom: 'Awa',
  Nom: 'Traoré',
  Email: 'awa@example.com',
  'Téléphone (optionnel)': '+226 70 12 34 56',
  Sujet: 'Mon colis',
  Message: 'Bonjour, où est mon colis ?',
};

const form = (page: Page) => page.getByRole('region', { name: 'Écrivez-nous' });
const field = (page: Page, label: string) => form(page).getByLabel(label, { exact: true });
const send = (page: Page) => page.getByRole('button', { name: 'Envoyer', exact: true }).click();
const toast = (page: Page) => page.getByTestId('toast');

async function write(page: Page, message: Record<string, string> = MESSAGE) {
  await page.goto('/contact');
  for (const [label, text] of Object.entries(message)) await field(page, label).fill(text);
}
async function expectKept(page: Page) {
  for (const [label, text] of Object.entries(MESSAGE)) await expect(field(page, label)).toHaveValue(text);
}

test.describe('the contact form', () => {
  test('asks for a name, an address, a subject and a message; a number is optional [PAGE-013, PAGE-014]', async ({
    page,
  }) => {
    await page.goto('/contact');
    await expect(form(page).getByRole('textbox')).toHaveCount(6);
    for (const label of Object.keys(MESSAGE)) await expect(field(page, label)).toBeVisible();
    await expect(field(page, 'Téléphone (optionnel)')).toHaveAttribute('placeholder', '+226 XX XX XX XX');
    await expect(page.getByRole('button', { name: 'Envoyer', exact: true })).toBeEnabled();
  });

  test("sends a visitor's message as it is, says so and thanks [PAGE-015, PAGE-016, PAGE-017, PAGE-018, PAGE-020, ERR-048, ROLE-003]", async ({
    page,
    adminApi,
  }) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(CALL, async (route) => {
      await released;
      await route.continue();
    });
    const subject = `Colis de ${newName()}`;
    await write(page, { ...MESSAGE, Sujet: subject });
    const sent = page.waitForRequest(CALL);
    await send(page);
    await expect(page.getByRole('button', { name: 'Envoi en cours...' })).toBeDisabled();
    const request = await sent;
    expect(request.method()).toBe('POST');
    const body = {
      firstName: 'Awa',
      lastName: 'Traoré',
      email: 'awa@example.com',
      phone: '+226 70 12 34 56',
      subject,
      message: 'Bonjour, où est mon colis ?',
    };
    expect(request.postDataJSON()).toEqual(body);
    release();

    await expect(toast(page)).toContainText('Message envoyé');
    await expect(toast(page)).toContainText(
      'Votre message a été envoyé avec succès. Nous vous répondrons dès que possible.',
    );
    await expect(page.getByText('Merci pour votre message !')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Envoyer', exact: true })).toHaveCount(0);
    const filter = encodeURIComponent(JSON.stringify({ q: subject }));
    const kept = await (await adminApi.get(`/api/contact-messages?filter=${filter}`)).json();
    expect(kept).toEqual([expect.objectContaining({ ...body, isRead: false })]);

    await page.getByRole('button', { name: 'Envoyer un autre message' }).click();
    for (const label of Object.keys(MESSAGE)) await expect(field(page, label)).toHaveValue('');
  });

  test('sends no number when none is given [VAL-031]', async ({ page }) => {
    await write(page, { ...MESSAGE, 'Téléphone (optionnel)': ' ' });
    const sent = page.waitForRequest(CALL);
    await send(page);
    expect((await sent).postDataJSON()).toMatchObject({ phone: null });
    await expect(page.getByText('Merci pour votre message !')).toBeVisible();
  });

  test('waits until anybody could have written so much, instead of refusing the quick', async ({ page }) => {
    let opened = 0;
    await page.route('**/api/static-pages/contact', (route) => {
      opened = Date.now();
      return route.continue();
    });
    await write(page);
    const sent = page.waitForRequest(CALL);
    await send(page);
    const body: CreateContactMessage = (await sent).postDataJSON();
    expect(Date.now() - opened).toBeGreaterThanOrEqual(FASTEST_WRITER);
    expect(body.elapsedMs).toBeUndefined();
    await expect(page.getByText('Merci pour votre message !')).toBeVisible();
  });

  test('has a trap for robots that nobody else can see or reach [D-93]', async ({ page }) => {
    await write(page);
    const trap = page.locator('input[name="website"]');
    await expect(trap).toHaveAttribute('autocomplete', 'off');
    await expect(trap).toHaveAttribute('tabindex', '-1');
    await expect(page.getByRole('textbox', { includeHidden: false })).toHaveCount(6);
    await trap.fill('https://spam.example', { force: true });
    const sent = page.waitForRequest(CALL);
    await send(page);
    expect((await sent).postDataJSON()).toMatchObject({ website: 'https://spam.example' });
    await expect(toast(page)).toContainText('Erreur');
    await expectKept(page);
    // It was a person after all, whose browser filled it in: nothing stands in the way of a second try.
    await send(page);
    await expect(page.getByText('Merci pour votre message !')).toBeVisible();
  });
});

test.describe('a message that could not be sent', () => {
  const GENERIC = "Une erreur est survenue lors de l'envoi de votre message. Veuillez réessayer.";

  for (const [circumstance, status, json, said, advice] of [
    [
      'and the server says why',
      503,
      { message: 'Le service est momentanément indisponible.' },
      'momentanément',
      'Envoyez-le',
    ],
    ['and the server says nothing', 500, {}, GENERIC, 'Envoyez-le à nouveau'],
    [
      'because there were too many',
      429,
      { message: 'Trop de messages. Réessayez dans 20 minutes.' },
      '20 minutes',
      'Patientez',
    ],
  ] as const) {
    test(`is kept, ${circumstance} [PAGE-019, ERR-047]`, async ({ page }) => {
      await page.route(CALL, (route) => route.fulfill({ status, json }));
      await write(page);
      await send(page);
      await expect(toast(page)).toContainText('Erreur');
      await expect(toast(page)).toContainText(said);
      await expect(form(page).getByText(advice)).toBeVisible();
      await expectKept(page);

      await page.unroute(CALL);
      await send(page);
      await expect(page.getByText('Merci pour votre message !')).toBeVisible();
    });
  }

  test('is kept without a network, and says what to do [PAGE-019, ERR-047]', async ({ page, context }) => {
    await write(page);
    await context.setOffline(true);
    await send(page);
    await expect(toast(page)).toContainText('Erreur');
    await expect(toast(page)).toContainText(GENERIC);
    await expect(form(page).getByText('Vérifiez votre connexion à Internet')).toBeVisible();
    await expectKept(page);
    await context.setOffline(false);
    await send(page);
    await expect(page.getByText('Merci pour votre message !')).toBeVisible();
  });
});

test.describe('the contact form refuses', () => {
  for (const [row, label, bad, good, message] of [
    ['VAL-028', 'Prénom', 'A', 'Al', 'Le prénom doit comporter au moins 2 caractères.'],
    ['VAL-029', 'Nom', ' T ', 'To', 'Le nom doit comporter au moins 2 caractères.'],
    ['VAL-030', 'Email', 'awa@', 'awa@example.com', 'Veuillez saisir une adresse email valide.'],
    ['VAL-032', 'Sujet', '1234', '12345', 'Le sujet doit comporter au moins 5 caractères.'],
    ['VAL-033', 'Message', '123456789', '1234567890', 'Le message doit comporter au moins 10 caractères.'],
  ] as const) {
    test(`"${bad}" as ${label} [${row}]`, async ({ page }) => {
      const calls: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'POST') calls.push(request.url());
      });
      await write(page, { ...MESSAGE, [label]: bad });
      await send(page);
      await expect(form(page).getByRole('alert')).toHaveText(message);
      await expect(field(page, label)).toBeFocused();
      await expect(field(page, label)).toHaveAccessibleDescription(message);
      expect(calls).toEqual([]);
      await field(page, label).fill(good);
      await expect(form(page).getByRole('alert')).toHaveCount(0);
    });
  }
});
