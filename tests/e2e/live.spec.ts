import { ADMIN, expect, test } from './fixtures.ts';

test.use({ live: true, viewport: { width: 360, height: 740 } });

test('a status that the administrator changes reaches the phone of the customer, the list and the mailbox at once', async ({
  page,
  browser,
  createUser,
  createOrder,
  mailedLink,
  signIn,
}) => {
  const customer = await createUser();
  await page.goto(await mailedLink(customer.email, 'Vérification de votre adresse email'));
  await expect(page.getByRole('heading', { name: 'Email vérifié' })).toBeVisible();
  const order = await createOrder({ userId: customer.user.id });
  await signIn(page, customer);
  const authenticated = page
    .waitForEvent('websocket')
    .then((socket) => socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('auth_success')));
  await page.goto('/notifications');
  const badge = page.getByTestId('unread-badge');
  const listed = page.getByRole('main').getByRole('listitem').filter({ hasText: order.reference });
  await authenticated;

  const office = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const desk = await office.newPage();
  await signIn(desk, ADMIN);
  await desk.goto(`/admin/orders?filter=${encodeURIComponent(JSON.stringify({ q: order.reference }))}`);
  // Above 50 orders, the table is shown first.
  await desk.getByRole('button', { name: 'Cartes' }).click();
  const card = desk.getByTestId('order-card').filter({ hasText: order.reference });
  await card.getByRole('button', { name: 'Mettre à jour le statut' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Mettre à jour le statut' });
  await dialog.getByRole('combobox', { name: 'Statut' }).click();
  await desk.getByRole('option', { name: 'En Transit' }).click();
  await dialog.getByLabel('Dernière mise à jour').fill('Parti de Guangzhou.');
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();

  const message = page.getByTestId('toast').filter({ hasText: order.reference });
  await expect(message).toContainText('En Transit');
  await expect(message).toContainText('Parti de Guangzhou.');
  await expect(listed).toContainText('En Transit');
  await expect(listed).toContainText('Nouveau');
  const unread = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Nouveau' });
  await expect.poll(async () => Number(await badge.textContent()) - (await unread.count())).toBe(0);
  expect(await mailedLink(customer.email, `En Transit : ${order.reference}`)).toContain('token=');
  await office.close();
});
