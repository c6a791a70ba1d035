import { expect as quickExpect, test } from './fixtures.ts';
import { resultCard, toast } from './tracking-screen.ts';

const expect = quickExpect.configure({ timeout: 20_000 });

test.use({ viewport: { width: 360, height: 740 } });
test.describe.configure({ timeout: 120_000 });

test('an owner sees what a parcel costs, pays from afar, and has the receipt once staff has confirmed it [PAY-006]', async ({
  page,
  browser,
  baseURL,
  signIn,
  createAgent,
  createUser,
  createOrder,
  adminApi,
}) => {
  const owner = await createUser();
  const order = await createOrder({ userId: owner.user.id });
  const charge = { kind: 'freight', amount: 180_000 };
  expect((await adminApi.post(`/api/ledgers/${order.id}/charges`, { data: charge })).status()).toBe(201);
  const accounts = [{ method: 'orange-money', number: '70 12 34 56', ussd: '*144*10*70123456*{montant}#' }];
  expect((await adminApi.patch('/api/payment-settings', { data: { accounts } })).ok()).toBe(true);

  await signIn(page, owner);
  await page.goto(`/c/${order.reference}`);
  const ledger = resultCard(page).getByRole('region', { name: /^(?:À payer|Payé)/ });
  await expect(ledger.getByRole('heading')).toHaveText('À payer\u00a0: 180\u202f000\u00a0FCFA');
  await expect(ledger.getByRole('listitem')).toHaveText(['Fret180\u202f000\u00a0FCFA']);
  await ledger.getByRole('button', { name: 'Payer' }).click();
  const sheet = page.getByRole('dialog');
  const code = sheet.getByRole('link', { name: 'Composer *144*10*70123456*180000#' });
  await expect(code).toHaveAttribute('href', 'tel:*144*10*70123456*180000%23');
  await sheet.getByLabel('Référence de la transaction').fill(`om PP261128.1031.B${String(order.id).padStart(5, '0')}`);
  await sheet.getByRole('button', { name: "J'ai payé" }).click();
  await expect(toast(page)).toContainText('Paiement signalé');
  await expect(ledger.getByText('nous vérifions votre paiement.')).toBeVisible();

  const office = await browser.newPage({ ...(baseURL && { baseURL }) });
  await signIn(office, await createAgent());
  await office.goto(`/admin/orders/${order.id}`);
  const reported = office.getByRole('list', { name: 'Paiements signalés' });
  await reported.getByRole('button', { name: 'Confirmer' }).click();
  await expect(reported).toHaveCount(0);
  await office.close();

  await page.reload();
  await expect(ledger.getByRole('heading')).toHaveText('Payé\u00a0: 180\u202f000\u00a0FCFA');
  const opened = page.context().waitForEvent('page');
  await ledger.getByRole('link', { name: /^Reçu REC-/ }).click();
  const receipt = await opened;
  await expect(receipt.getByText('cent quatre-vingt mille')).toBeVisible();
});
