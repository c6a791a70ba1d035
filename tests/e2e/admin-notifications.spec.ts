import type { Notification } from '@fasocolis/contracts/notifications';
import type { Page } from '@playwright/test';
import { ADMIN, expect, expectToast, newName, test } from './fixtures.ts';

const picker = (page: Page) => page.getByRole('list', { name: 'Utilisateurs' });
const optionOf = (page: Page, { username }: { username: string }) =>
  picker(page).getByRole('listitem').filter({ hasText: username }).getByRole('checkbox');

async function fill(page: Page, words: { title: string; body: string }) {
  await page.getByRole('textbox', { name: 'Titre' }).fill(words.title);
  await page.getByRole('textbox', { name: 'Message' }).fill(words.body);
  await page.getByRole('switch', { name: 'Tous les utilisateurs' }).click();
}

test.beforeEach(async ({ page, signIn }) => {
  await signIn(page, ADMIN);
  await page.goto('/admin/notifications');
});

test('a notification reaches a customer who was found by username, first name, last name and phone number [ADM-NTF-006]', async ({
  page,
  createUser,
  adminApi,
}) => {
  const letters = () =>
    newName()
      .slice(3)
      .replace(/[^a-z]/g, 'x');
  const digits = `70${String(Date.now()).slice(-6)}`;
  const { user } = await createUser({
    firstName: `Fatou${letters()}`,
    lastName: `Ilboudo${letters()}`,
    phone: `+226 ${digits}`,
  });
  const words = { title: newName(), body: 'Votre colis vous attend.' };
  await fill(page, words);
  const search = page.getByRole('searchbox', { name: 'Rechercher un utilisateur' });
  for (const text of [user.username, user.firstName.toUpperCase(), user.lastName, digits]) {
    const found = page.waitForResponse((response) => decodeURIComponent(response.url()).includes(`"${text}"`));
    await search.fill(text);
    await found;
    await expect(picker(page).getByRole('listitem')).toHaveCount(1);
    await expect(optionOf(page, user)).toBeVisible();
  }
  await optionOf(page, user).check();
  await page.getByRole('button', { name: 'Envoyer', exact: true }).click();
  await expectToast(page, 'Succès', 'Notification(s) envoyée(s) avec succès');
  const list = async (): Promise<Notification[]> => (await adminApi.get(`/api/notifications/user/${user.id}`)).json();
  await expect.poll(list).toContainEqual(expect.objectContaining({ ...words, isGlobal: false, targetUserId: user.id }));
});
