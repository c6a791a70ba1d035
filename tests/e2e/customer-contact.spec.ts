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
  test("sends a visitor's message unchanged, confirms it and shows thanks [PAGE-015, PAGE-016, PAGE-017, PAGE-018, PAGE-020, ERR-048, ROLE-003]", async ({
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
    expect(request.postDataJSON()).toEqual({ ...body, sentId: expect.any(String) });
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

  test('delays a message that was written faster than a person can type, instead of refusing it', async ({ page }) => {
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

  test('has its text again after the page was loaded again, and none after it was sent', async ({ page }) => {
    await write(page);
    await page.reload();
    await expectKept(page);
    await send(page);
    await expect(page.getByText('Merci pour votre message !')).toBeVisible();
    await page.reload();
    for (const label of Object.keys(MESSAGE)) await expect(field(page, label)).toHaveValue('');
  });

  test('has a field against robots that no person can see or reach [D-93]', async ({ page }) => {
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
    // The browser of a person may have filled in the field: the second attempt succeeds.
    await send(page);
    await expect(page.getByText('Merci pour votre message !')).toBeVisible();
  });
});
