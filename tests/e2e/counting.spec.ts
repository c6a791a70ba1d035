import type { Consignment } from '@fasocolis/contracts/consignments';
import type { Order } from '@fasocolis/contracts/orders';
import type { Page } from '@playwright/test';
import { expectToast, expect as quickExpect, test } from './fixtures.ts';

/** A milestone is at the orders after ten seconds. */
const expect = quickExpect.configure({ timeout: 30_000 });

test.describe.configure({ timeout: 240_000 });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test.describe('a consignment that arrives', () => {
  test.use({ live: true });

  test('is counted while another agent scans, and a parcel that is late becomes ready by its scan [CNT-004]', async ({
    page,
    signIn,
    createAgent,
    createOrder,
    adminApi,
  }) => {
    const [seen, late] = [
      await createOrder({ mode: 'AIR' }),
      await createOrder({ mode: 'AIR', recipientName: 'Ali Zongo' }),
    ];
    const created = await adminApi.post('/api/consignments', { data: { mode: 'AIR', departureCity: 'Guangzhou' } });
    const { id }: Consignment = await created.json();
    const lines = [seen, late].map((order, index) => ({ line: index + 1, orderId: order.id }));
    await adminApi.post(`/api/consignments/${id}/orders`, { data: { lines, dryRun: false } });
    const scan = async ({ reference }: Order) => {
      const scans = [{ id: crypto.randomUUID(), mode: 'arrive', reference, at: new Date().toISOString() }];
      expect((await adminApi.post('/api/scans', { data: { scans } })).ok()).toBe(true);
    };

    await signIn(page, await createAgent());
    await page.goto(`/admin/consignments/${id}?tab=count`);
    const tab = (name: string) => page.getByRole('tab', { name, exact: true });
    await expect(tab('2 Attendus')).toBeVisible();
    await scan(seen);
    await expect(tab('1 Arrivés')).toBeVisible();
    await tab('1 Manquants').click();
    await expect(page.getByRole('row', { name: late.reference })).toContainText('Ali Zongo');

    await button(page, 'Autre jalon, lieu ou heure').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Jalon' }).click();
    await page.getByRole('option', { name: 'Prêt au retrait', exact: true }).click();
    await expect(dialog.getByText("1 colis n'a pas été scanné.").first()).toBeVisible();
    await expect(dialog.getByLabel('Les laisser en attente (conseillé)')).toBeChecked();
    await button(page, 'Enregistrer').click();
    await button(page, 'Prêt au retrait : 1 colis laissé tel quel').click();
    await expect(dialog.getByRole('listitem')).toHaveText(`${late.reference}Non scanné`);
    await button(page, 'Fermer').click();

    await scan(late);
    await expect(tab('0 Manquants')).toBeVisible();
    const { latestUpdate }: Order = await (await adminApi.get(`/api/orders/${late.reference}`)).json();
    expect(latestUpdate).toBe('Prêt au retrait, Ouagadougou');
  });
});

test('a damaged carton is reported with note and photo, told to its owner once, and settled [CNT-005]', async ({
  page,
  signIn,
  createAgent,
  createUser,
  createOrder,
  playwright,
  baseURL,
}) => {
  const customer = await createUser();
  const { id, reference } = await createOrder({ userId: customer.user.id, pieces: 3 });
  await signIn(page, await createAgent());
  await page.goto(`/admin/orders/${id}`);
  await button(page, 'Signaler un problème').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Abîmé').check();
  await dialog.getByRole('combobox', { name: 'Carton' }).click();
  await page.getByRole('option', { name: '2 sur 3' }).click();
  await dialog.getByLabel('Note').fill('Ouvert au port');
  const photo = { name: 'photo.png', mimeType: 'image/png', buffer: await page.screenshot() };
  await dialog.getByLabel('Photo du problème').setInputFiles(photo);
  await expect(dialog.getByRole('button', { name: 'Reprendre la photo' })).toBeVisible();
  await button(page, 'Signaler').click();
  await expectToast(page, 'Succès', 'Problème signalé');
  const problems = page.getByRole('region', { name: 'À régler' });
  await expect(problems.getByText('Abîmé, carton 2')).toBeVisible();
  const shown = await page.request.get((await problems.getByRole('link').getAttribute('href')) ?? '');
  expect(shown.headers()['content-type']).toBe('image/webp');

  const owner = await playwright.request.newContext({ ...(baseURL && { baseURL }) });
  await owner.post('/api/auth/login', { data: { email: customer.login, password: customer.password } });
  const told = async () => {
    const list = await owner.get(`/api/notifications/user/${customer.user.id}`);
    return (await list.json()).map(({ title, body }: { title: string; body: string }) => `${title} ${body}`);
  };
  // Among what everybody was told.
  const aboutParcel = async () => (await told()).filter((text: string) => text.includes('Abîmé'));
  await expect.poll(aboutParcel).toEqual([expect.stringContaining('Carton 2 sur 3. Ouvert au port')]);
  await owner.dispose();

  await page.goto(`/admin/orders?filter=${JSON.stringify({ toSettle: true, q: reference })}`);
  await expect(page.getByText(reference).first()).toBeVisible();
  await page.goto(`/admin/orders/${id}`);
  await button(page, "C'est réglé").click();
  await dialog.getByLabel('Note').fill('Réparé');
  await dialog.getByRole('button', { name: "C'est réglé" }).click();
  await expect(problems).toHaveCount(0);
});
