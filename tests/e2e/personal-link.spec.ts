import { expect, test } from './fixtures.ts';

/** A milestone is at its orders after ten seconds. */
const REACHED = { timeout: 40_000 };

test.use({ viewport: { width: 360, height: 740 } });
test.describe.configure({ timeout: 120_000 });

test('the link of a message shows the pick-up code and the amount due to a recipient without an account, and to nobody else [TEL-008, CARD-002]', async ({
  page,
  adminApi,
  createOrder,
}) => {
  const recipientPhone = `+22675${String(Date.now()).slice(-6)}`;
  const { id, reference } = await createOrder({ recipientName: 'Awa Ouédraogo', recipientPhone, mode: 'AIR' });
  const charge = { data: { kind: 'freight', amount: 57_600 } };
  expect((await adminApi.post(`/api/ledgers/${id}/charges`, charge)).status()).toBe(201);
  const stranger = await createOrder({ recipientPhone: `+22676${recipientPhone.slice(-6)}` });
  const definitions: { id: number; mode: string; opensPickup: boolean }[] = await (
    await adminApi.get('/api/milestone-definitions')
  ).json();
  const opening = definitions.find(({ mode, opensPickup }) => mode === 'AIR' && opensPickup);
  const data = { mode: 'AIR', departureCity: 'Guangzhou' };
  const consignment = await (await adminApi.post('/api/consignments', { data })).json();
  const address = `/api/consignments/${consignment.id}`;
  await adminApi.post(`${address}/orders`, { data: { lines: [{ line: 1, orderId: id }], dryRun: false } });
  await adminApi.post(`${address}/milestones`, { data: { definitionId: opening?.id } });

  const filter = encodeURIComponent(JSON.stringify({ told: false, q: recipientPhone }));
  let token = '';
  await expect(async () => {
    const [person] = await (await adminApi.get(`/api/to-tell?filter=${filter}`)).json();
    const order = person.changes.flatMap(({ orders }: { orders: { hasPickupCode?: boolean }[] }) => orders)[0];
    expect(order).toMatchObject({ reference, hasPickupCode: true });
    token = person.linkToken;
  }).toPass(REACHED);

  await page.goto(`/c/${reference}?w=${token}`);
  const card = page.getByTestId('result-card');
  const pickup = card.getByRole('region', { name: 'À retirer' });
  await expect(pickup.getByText(/^\d{6}$/)).toBeVisible();
  await expect(pickup.getByText("Donnez le code de retrait à l'agent.")).toBeVisible();
  await expect(pickup.getByText('À payer\u00a0: 57\u202f600\u00a0FCFA')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);

  await page.goto(`/c/${reference}`);
  await expect(pickup).toBeVisible();
  await expect(pickup.getByText('Code de retrait', { exact: true })).toHaveCount(0);
  await expect(pickup.getByText(/À payer/)).toHaveCount(0);

  const nothing = { situation: null, pickupCode: null };
  const ofStaff = await adminApi.post('/api/personal-parcel', { data: { token, reference } });
  expect(await ofStaff.json()).toEqual(nothing);
  const ofOther = await page.request.post('/api/personal-parcel', { data: { token, reference: stranger.reference } });
  expect(await ofOther.json()).toEqual(nothing);
  const forged = `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`;
  const refused = await page.request.post('/api/personal-parcel', { data: { token: forged, reference } });
  expect(refused.status()).toBe(400);
});
