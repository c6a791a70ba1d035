import type { Consignment } from '@fasocolis/contracts/consignments';
import type { MilestoneDefinition } from '@fasocolis/contracts/milestones';
import type { Order } from '@fasocolis/contracts/orders';
import type { Page } from '@playwright/test';
import { isCall, expect as quickExpect, test } from './fixtures.ts';

const expect = quickExpect.configure({ timeout: 20_000 });

test.use({ viewport: { width: 360, height: 740 } });
test.describe.configure({ timeout: 240_000 });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function choose(page: Page, label: string, option: string) {
  await page.getByLabel(label, { exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** A number that no other test uses. */
const newPhone = () => `+22671${String(Math.floor(Math.random() * 1_000_000)).padStart(6, '0')}`;

/** Opens the hand-over of a parcel on the scanner and says who receives it. */
async function startHandOver(page: Page, { reference }: Order) {
  // The dialog of the parcel before has a field whose label begins with the same word.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByLabel('Référence', { exact: true }).fill(reference);
  await button(page, 'Valider').click();
  const dialog = page.getByRole('dialog', { name: `Remettre ${reference}` });
  await dialog.getByLabel('Ou raison de remettre sans code').fill("Carte d'identité");
  await dialog.getByLabel('Remis à').fill('Awa Ouédraogo');
  return dialog;
}

test('a day at the counter: paid before, cash, mobile money, refused with a rest, and credit [PAY-005]', async ({
  page,
  signIn,
  createAgent,
  createUser,
  createOrder,
  adminApi,
}) => {
  const creditor = await createUser();
  const credit = await adminApi.patch(`/api/credits/${creditor.user.id}`, { data: { hasCredit: true } });
  expect(credit.ok(), await credit.text()).toBe(true);
  const charged = async (body: object = {}) => {
    const person = { recipientName: 'Awa Ouédraogo', recipientPhone: newPhone() };
    const order = await createOrder({ ...person, ...body }, { status: 'ARRIVED' });
    const data = { kind: 'freight', amount: 180_000 };
    expect((await adminApi.post(`/api/ledgers/${order.id}/charges`, { data })).status()).toBe(201);
    return order;
  };
  const [before, cash, mobile, refused] = [await charged(), await charged(), await charged(), await charged()];
  const onCredit = await charged({ userId: creditor.user.id });
  const paid = { id: crypto.randomUUID(), method: 'cash', amount: 180_000, orderIds: [before.id] };
  expect((await adminApi.post('/api/payments', { data: paid })).status()).toBe(201);

  await signIn(page, await createAgent());
  await page.goto('/admin/scan');
  await choose(page, 'Mode', 'Remettre');
  const done = page.getByTestId('last-hit').getByText('Remis', { exact: true });
  const rest = 'Reste à payer\u00a0: 180\u202f000\u00a0FCFA';
  const handOver = async (order: Order, status: number) => {
    const response = page.waitForResponse((each) => isCall('POST', `/api/handovers/${order.id}`)(each.request()));
    await page.getByRole('dialog').getByRole('button', { name: 'Remettre', exact: true }).click();
    expect((await response).status()).toBe(status);
  };

  const first = await startHandOver(page, before);
  await expect(first.getByText('Reste à payer')).toHaveCount(0);
  await handOver(before, 200);
  await expect(done).toBeVisible();

  const second = await startHandOver(page, cash);
  await expect(second.getByText(rest)).toBeVisible();
  await expect(second.getByLabel('Montant (FCFA)')).toHaveValue('180000');
  await handOver(cash, 200);

  const third = await startHandOver(page, mobile);
  await third.getByRole('combobox', { name: 'Moyen de paiement' }).click();
  await page.getByRole('option', { name: 'Orange Money' }).click();
  await third.getByLabel('Référence de la transaction').fill(`pp 261128.1030.B${String(mobile.id).padStart(5, '0')}`);
  await handOver(mobile, 200);

  const fourth = await startHandOver(page, refused);
  await fourth.getByLabel('Montant (FCFA)').fill('100 000');
  await handOver(refused, 409);
  await expect(fourth.getByText('Il reste 80\u202f000\u00a0FCFA à payer.')).toBeVisible();
  await fourth.getByLabel('Le client paie maintenant').click();
  await handOver(refused, 409);
  await expect(fourth.getByText('Il reste 180\u202f000\u00a0FCFA à payer.')).toBeVisible();
  await button(page, 'Annuler').click();
  await button(page, 'Abandonner').click();

  const fifth = await startHandOver(page, onCredit);
  await expect(fifth.getByText(rest)).toBeVisible();
  await fifth.getByLabel('Le client paie maintenant').click();
  await handOver(onCredit, 200);

  const ledgers = await Promise.all(
    [before, cash, mobile, refused, onCredit].map(async ({ id }) => {
      const ledger = await (await adminApi.get(`/api/ledgers/${id}`)).json();
      return [ledger.paid, ledger.payments.map(({ method }: { method: string }) => method)];
    }),
  );
  expect(ledgers).toEqual([
    [180_000, ['cash']],
    [180_000, ['cash']],
    [180_000, ['orange-money']],
    [0, []],
    [0, []],
  ]);
});

test('eleven parcels of a person are handed over with one code, one name and one photo in eight steps [CNT-006]', async ({
  page,
  signIn,
  createAgent,
  createUser,
  createOrder,
  adminApi,
  mailedLink,
  playwright,
  baseURL,
}) => {
  const customer = await createUser();
  const orders: Order[] = [];
  const phone = newPhone();
  const person = { userId: customer.user.id, recipientName: 'Awa Ouédraogo', recipientPhone: phone, mode: 'AIR' };
  for (let index = 0; index < 11; index += 1) orders.push(await createOrder(person));
  const post = async <T>(path: string, data: object): Promise<T> => {
    const response = await adminApi.post(path, { data });
    expect(response.ok(), await response.text()).toBe(true);
    return response.json();
  };
  const { id } = await post<Consignment>('/api/consignments', { mode: 'AIR', departureCity: 'Guangzhou' });
  const lines = orders.map((order, index) => ({ line: index + 1, orderId: order.id }));
  await post(`/api/consignments/${id}/orders`, { lines, dryRun: false });
  const definitions: MilestoneDefinition[] = await (await adminApi.get('/api/milestone-definitions')).json();
  const ready = definitions.find(({ mode, opensPickup }) => mode === 'AIR' && opensPickup);
  await post(`/api/consignments/${id}/milestones`, { definitionId: ready?.id });

  // Only owners with a verified address are shown the code.
  const owner = await playwright.request.newContext({ ...(baseURL && { baseURL }) });
  await owner.post('/api/auth/login', { data: { email: customer.login, password: customer.password } });
  await owner.post('/api/email/send-verification');
  const link = new URL(await mailedLink(customer.email, 'Vérification de votre adresse email'));
  await owner.get(link.pathname + link.search);
  await page.goto(link.href);
  await expect(page.getByText('Votre adresse email a été vérifiée avec succès.')).toBeVisible();
  const codeOf = async (order?: Order) =>
    (await (await owner.get(`/api/orders/${order?.reference}`)).json()).pickupCode;
  await expect.poll(() => codeOf(orders.at(-1)), { timeout: 40_000 }).toMatch(/^\d{6}$/);
  const code = await codeOf(orders.at(-1));
  await owner.dispose();

  await signIn(page, await createAgent());
  await page.goto('/admin/scan');
  await choose(page, 'Mode', 'Remettre');
  let steps = 0;
  const step = async (action: Promise<void>) => {
    await action;
    steps += 1;
  };
  await step(page.getByLabel('Référence').fill(orders[0]?.reference ?? ''));
  await step(button(page, 'Valider').click());
  const dialog = page.getByRole('dialog', { name: 'Remettre à Awa Ouédraogo' });
  await expect(dialog.getByRole('listitem')).toHaveCount(11);
  await step(dialog.getByLabel('Code de retrait').fill(code));
  await step(dialog.getByLabel('Remis à').fill('Awa Ouédraogo'));
  const photo = { name: 'photo.png', mimeType: 'image/png', buffer: await page.screenshot() };
  await step(dialog.getByLabel('Photo de la remise').setInputFiles(photo));
  await expect(dialog.getByRole('button', { name: 'Reprendre la photo' })).toBeVisible();
  await step(dialog.getByRole('button', { name: 'Remettre', exact: true }).click());
  await expect(page.getByTestId('last-hit').getByText('Remis, 11 colis')).toBeVisible();
  expect(steps).toBeLessThanOrEqual(8);

  for (const order of orders) {
    const proof = await (await adminApi.get(`/api/handovers/${order.id}`)).json();
    expect(proof).toMatchObject({ receiverName: 'Awa Ouédraogo', reason: null, photo: expect.any(String) });
  }
});
