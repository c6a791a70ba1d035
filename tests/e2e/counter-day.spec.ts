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

/** Opens the hand-over of a parcel on the scanner and says who receives it. */
async function startHandOver(page: Page, { reference }: Order) {
  await page.getByLabel('Référence').fill(reference);
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
    const order = await createOrder({ recipientName: 'Awa Ouédraogo', recipientPhone: '+22670123456', ...body });
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
  await third.getByLabel('Référence de la transaction').fill(`pp ${mobile.reference}`);
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
