import { ADMIN, expect, expectToast, newName, test } from './fixtures.ts';

test('the link that staff sends from the file survives a preview, makes the recipient’s account at a click, and lists the parcel there [TEL-004, TEL-006]', async ({
  page,
  browser,
  baseURL,
  request,
  signIn,
  createOrder,
}) => {
  // With digits it would be no name.
  const family = newName().replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));
  const recipientPhone = `+22674${String(Date.now()).slice(-6)}`;
  const { id, reference } = await createOrder({ recipientName: `Awa ${family}`, recipientPhone });
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, ADMIN);
  await page.goto(`/admin/orders/${id}`);
  await page.getByRole('button', { name: 'Envoyer un lien de connexion' }).click();
  const dialog = page.getByRole('dialog', { name: 'Lien de connexion' });
  const address = new URL((await dialog.getByRole('link', { name: 'Ouvrir WhatsApp' }).getAttribute('href')) ?? '');
  expect(address.pathname).toBe(`/${recipientPhone.slice(1)}`);
  const link = /https?:\S+$/.exec(address.searchParams.get('text') ?? '')?.[0] ?? '';
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);

  const context = await browser.newContext({ ...(baseURL && { baseURL }), viewport: { width: 360, height: 740 } });
  // A preview robot fetches the page, and one that runs scripts opens it.
  expect((await request.get(link)).ok()).toBe(true);
  for (const visit of ['of a robot', 'of the recipient']) {
    const visited = await context.newPage();
    await visited.goto(link);
    await expect(visited.getByRole('heading', { name: 'Se connecter comme Awa ?' }), visit).toBeVisible();
    if (visit === 'of a robot') await visited.close();
  }
  const customer = context.pages()[0] ?? page;
  await customer.getByRole('button', { name: 'Se connecter', exact: true }).click();
  await expectToast(customer, 'Connexion réussie');
  const user = await (await customer.request.get('/api/user')).json();
  expect(user).toMatchObject({ firstName: 'Awa', email: null, phoneVerified: true });
  await expect(async () => {
    const orders = await (await customer.request.get(`/api/orders/user/${user.id}`)).json();
    expect(orders).toMatchObject([{ reference }]);
  }).toPass();

  await context.clearCookies();
  await customer.goto('/');
  await customer.goto(link);
  await expect(customer.getByText('Ce lien est expiré ou a déjà servi. Demandez-nous-en un autre.')).toBeVisible();
  await context.close();

  await page.goto('/admin/journal?log=account-changes');
  await expect(page.getByText(`Numéro en •••${recipientPhone.slice(-4)}`).first()).toBeVisible();
});
