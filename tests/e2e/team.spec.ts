import { expect, isCall, newName, test } from './fixtures.ts';

const PASSWORD = 'Guangzhou-2026';

test('an agent is invited by email, works on orders alone, and is out as soon as the access is revoked [TEAM-001, TEAM-002, OFF-006]', async ({
  page,
  browser,
  baseURL,
  signIn,
  createOrder,
  mailedLink,
}) => {
  const order = await createOrder();
  const email = `${newName()}@example.com`;
  await signIn(page, { login: 'admin', password: 'Admin-1234' });
  await page.goto('/admin/team');
  await page.getByRole('button', { name: 'Inviter un agent' }).click();
  const form = page.getByRole('dialog');
  const field = (name: string) => form.getByRole('textbox', { name, exact: true });
  await field('Prénom').fill('Salif');
  await field('Nom').fill('Kaboré');
  await field('Email').fill(email);
  await field('Ville').fill('Guangzhou');
  await form.getByRole('button', { name: "Envoyer l'invitation" }).click();
  const row = page.getByRole('row').filter({ hasText: email });
  await expect(row.getByText('Invité', { exact: true })).toBeVisible();

  const context = await browser.newContext({ ...(baseURL && { baseURL }), serviceWorkers: 'block' });
  const agent = await context.newPage();
  await agent.goto(await mailedLink(email, "Invitation dans l'équipe FasoColis"));
  await agent.getByLabel('Nouveau mot de passe').fill(PASSWORD);
  await agent.getByLabel('Confirmer le mot de passe').fill(PASSWORD);
  await agent.getByRole('button', { name: 'Réinitialiser le mot de passe' }).click();
  await expect(agent.getByRole('heading', { name: 'Mot de passe modifié' })).toBeVisible();
  await agent.getByRole('link', { name: 'Retour à la connexion' }).click();
  await agent.getByLabel("Email ou nom d'utilisateur").fill(email);
  await agent.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
  await agent.getByRole('button', { name: 'Se connecter' }).click();
  await expect(agent).toHaveURL('/admin/orders');
  await expect(agent.getByTestId('admin-sidebar').getByRole('link')).toHaveText([
    ...['Commandes', /^Sans nom/, 'Expéditions', 'Scanner', /^À prévenir/, 'Voir le site', 'Mon profil'],
  ]);
  expect((await agent.request.get('/api/users')).status()).toBe(403);

  const opened = agent.waitForEvent('websocket');
  await agent.goto(`/admin/orders/${order.id}?dialog=tell`);
  const socket = await opened;
  const closed = socket.waitForEvent('close');
  await socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('auth_success'));
  const news = agent.getByRole('dialog');
  await news.getByLabel('Texte').fill('Arrivé au dépôt');
  const sent = agent.waitForResponse((response) => isCall('POST', '/api/orders/tell')(response.request()));
  await news.getByRole('button', { name: 'Enregistrer' }).click();
  expect((await sent).status()).toBe(200);
  await expect(agent.getByText('par Salif Kaboré').first()).toBeVisible();

  await row.getByRole('button', { name: 'Révoquer Salif Kaboré' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Révoquer' }).click();
  await expect(row.getByText('Révoqué')).toBeVisible();
  expect((await agent.request.get('/api/orders')).status()).toBe(401);
  await closed;
  // Without a reload: the next request of the open screen, at the latest after 10 seconds, is refused.
  await expect(agent).toHaveURL('/auth', { timeout: 20_000 });
  await context.close();
});
