import type { AnnouncementOutcome } from '@fasocolis/contracts/announcements';
import type { OwnOrder, StaffOrder } from '@fasocolis/contracts/orders';
import type { APIRequestContext, Page } from '@playwright/test';
import { ADMIN, expectToast, isCall, expect as quickExpect, test } from './fixtures.ts';
import { wedge } from './scanner.ts';

/** A milestone is at the orders after ten seconds. */
const expect = quickExpect.configure({ timeout: 30_000 });

test.use({ live: true, actionTimeout: 30_000, viewport: { width: 360, height: 740 } });
test.describe.configure({ timeout: 400_000 });

/** The cartons that each of the twelve people announces; one more arrives without a name. */
const ANNOUNCED = [5, 4, 3, 3, 2, 2, 2, 2, 2, 2, 1, 1];
/** A carton of the first, the second and the last person, who has no other one. */
const MISSING = [0, 5, 28];

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const counter = (page: Page) => page.getByTestId('scan-counter');
const lastHit = (page: Page) => page.getByTestId('last-hit');
const expectNarrow = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

async function choose(page: Page, label: string, option: string) {
  await page.getByLabel(label, { exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function pass(page: Page, milestone: string) {
  await button(page, 'Autre jalon, lieu ou heure').click();
  await page.getByRole('combobox', { name: 'Jalon' }).click();
  await page.getByRole('option', { name: milestone, exact: true }).click();
}

async function announce(api: APIRequestContext, numbers: string[]) {
  const data = { numbers: numbers.join('\n'), contents: 'Chaussures', goodsKind: 'ordinary', mode: 'AIR' };
  const response = await api.post('/api/announcements', { data });
  const outcomes: AnnouncementOutcome[] = await response.json();
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(numbers.map(() => 'announced'));
}

test('30 cartons of 12 people go from the announcement to the counter, three of them missing and one without a name', async ({
  page,
  browser,
  baseURL,
  playwright,
  signIn,
  createUser,
  adminApi,
  mailedLink,
}) => {
  const base = Date.now();
  const numbers = Array.from({ length: 30 }, (_, index) => `YT${base}${String(index).padStart(2, '0')}`);
  const unnamed = numbers[29] ?? '';
  const people = [];
  for (const [index, count] of ANNOUNCED.entries()) {
    const start = ANNOUNCED.slice(0, index).reduce((sum, each) => sum + each, 0);
    people.push({ ...(await createUser()), numbers: numbers.slice(start, start + count) });
  }
  const [customer, ...others] = people;
  if (!customer) throw new Error('no customer');
  const phone = await (await browser.newContext({ ...(baseURL && { baseURL }), locale: 'fr-FR' })).newPage();
  await phone.setViewportSize({ width: 360, height: 740 });
  await phone.route('**/api/popup-notifications/unseen/user/*', (route) => route.fulfill({ json: [] }));
  await signIn(phone, customer);
  await phone.request.post('/api/email/send-verification');
  await phone.goto(await mailedLink(customer.email, 'Vérification de votre adresse email'));
  await expect(phone.getByText('Votre adresse email a été vérifiée avec succès.')).toBeVisible();

  await phone.goto('/mes-colis');
  await phone.getByRole('link', { name: 'Annoncer un colis' }).click();
  await phone.getByRole('textbox', { name: /^Numéros/ }).fill(customer.numbers.join('\n'));
  await phone.getByRole('textbox', { name: 'Contenu' }).fill('Chaussures');
  await phone.getByRole('radio', { name: 'Ordinaire' }).check();
  await phone.getByRole('radio', { name: 'Avion' }).check();
  await button(phone, 'Annoncer').click();
  await expect(phone.getByText('5 colis annoncés')).toBeVisible();
  for (const { login, password, numbers: own } of others) {
    const api = await playwright.request.newContext({ ...(baseURL && { baseURL }) });
    expect((await api.post('/api/auth/login', { data: { email: login, password } })).ok()).toBe(true);
    await announce(api, own);
    await api.dispose();
  }

  await signIn(page, ADMIN);
  await page.goto('/admin/scan');
  await expect(counter(page)).toHaveText('0 lecture');
  for (const [index, number] of numbers.entries()) {
    await wedge(page, [number]);
    const form = page.getByRole('form', { name: `Carton ${number}` });
    await form.getByLabel('Poids (kg)').fill(String(index + 1));
    await button(page, 'Enregistrer').click();
    await expect(counter(page)).toContainText(`${index + 1} carton`);
  }
  await expect(counter(page)).toHaveText('30 lectures · 30 cartons notés');
  await expectNarrow(page);
  const waiting: StaffOrder = await (await adminApi.get(`/api/orders/${unnamed}`)).json();
  // Its own address, because other tests leave more parcels without a name than a page has.
  await page.goto(`/admin/unnamed?assign=${waiting.id}`);
  const dialog = page.getByRole('dialog');
  const last = people[11];
  await dialog.getByLabel('Client ou destinataire').fill(last?.login ?? '');
  await page.getByRole('option', { name: /Awa Traoré/ }).click();
  await dialog.getByRole('button', { name: 'Attribuer' }).click();
  await expectToast(page, 'Succès', 'Colis attribué');

  await page.goto('/admin/consignments');
  await button(page, 'Nouvelle expédition').click();
  await dialog.getByRole('combobox', { name: 'Transport' }).click();
  await page.getByRole('option', { name: 'Avion' }).click();
  await dialog.getByLabel('Ville de départ').fill('Guangzhou');
  const created = page.waitForResponse((response) => isCall('POST', '/api/consignments')(response.request()));
  await button(page, 'Créer').click();
  const { code } = await (await created).json();
  await page.getByRole('link', { name: code }).click();
  await expect(page).toHaveURL(/\/admin\/consignments\/\d+$/);
  const address = page.url();
  await button(page, 'Scanner des colis').click();
  await expect(counter(page)).toHaveText('0 lecture');
  await wedge(page, numbers);
  await expect(counter(page)).toHaveText('30 lectures');
  await page.goto(address);
  await expect(page.getByText(/^30 colis/)).toBeVisible();
  await pass(page, 'Parti de Chine');
  await button(page, 'Enregistrer').click();
  await expect(page.getByText('Partie', { exact: true })).toBeVisible();

  const arrived = numbers.filter((_, index) => !MISSING.includes(index));
  await page.goto('/admin/scan');
  await choose(page, 'Mode', 'Arrivé');
  await expect(counter(page)).toHaveText('0 lecture');
  await wedge(page, arrived);
  await expect(counter(page)).toHaveText('27 lectures');
  await page.goto(`${address}?tab=count`);
  await page.getByRole('tab', { name: '3 Manquants', exact: true }).click();
  await expect(page.getByRole('row')).toHaveCount(1 + MISSING.length);
  await expectNarrow(page);
  await pass(page, 'Prêt au retrait');
  await expect(dialog.getByText("3 colis n'ont pas été scannés.").first()).toBeVisible();
  await button(page, 'Enregistrer').click();
  await button(page, 'Prêt au retrait : 3 colis laissés tels quels').click();
  await expect(dialog.getByRole('listitem')).toHaveCount(MISSING.length);
  await button(page, 'Fermer').click();

  await phone.goto('/mes-colis');
  await expect(phone.getByText('À retirer, Ouagadougou').first()).toBeVisible();
  const owned: OwnOrder[] = await (await phone.request.get(`/api/orders/user/${customer.user.id}`)).json();
  const pickupCode = owned.find(({ situation }) => situation?.kind === 'ready')?.pickupCode;
  expect(pickupCode).toMatch(/^\d{6}$/);

  await page.goto('/admin/scan');
  await choose(page, 'Mode', 'Remettre');
  for (const [index, person] of people.entries()) {
    const cartons = [...person.numbers, ...(person === last ? [unnamed] : [])].filter((each) => arrived.includes(each));
    await expect(dialog).toHaveCount(0);
    await page.getByLabel('Référence', { exact: true }).fill(cartons[0] ?? '');
    await button(page, 'Valider').click();
    if (cartons.length > 1) await expect(dialog.getByRole('status').first()).toContainText(`${cartons.length} colis`);
    if (index === 0) await dialog.getByLabel('Code de retrait').fill(pickupCode ?? '');
    else await dialog.getByLabel('Ou raison de remettre sans code').fill("Carte d'identité");
    await dialog.getByLabel('Remis à').fill('Awa Traoré');
    await dialog.getByRole('button', { name: 'Remettre', exact: true }).click();
    const words = cartons.length > 1 ? `Remis, ${cartons.length} colis` : 'Remis';
    await expect(lastHit(page).getByText(words, { exact: true })).toBeVisible();
    await expect(lastHit(page)).toContainText(`FASO${1000 + person.user.id}`);
  }

  const left = numbers.filter((_, index) => MISSING.includes(index));
  for (const number of numbers) {
    const order: StaffOrder = await (await adminApi.get(`/api/orders/${number}`)).json();
    expect([number, order.status]).toEqual([number, left.includes(number) ? 'IN_TRANSIT' : 'DELIVERED']);
  }
  await phone.goto('/mes-colis');
  await expect(phone.getByText('En Transit').first()).toBeVisible();
  await expectNarrow(phone);
  await phone.context().close();
});
