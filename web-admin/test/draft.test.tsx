import { unmountAll } from '@fasocolis/web-kit/testing/mount';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { FakeApi, openScreen, sidebarEntry } from './back-office.tsx';
import { CUSTOMS, order } from './orders.ts';

const KEY = 'fasocolis:draft';

/** Ends the page as a phone does that needs its memory: while it is hidden, without the end of its forms. */
function endHiddenPage(): void {
  dispatchEvent(new PageTransitionEvent('pagehide'));
  const kept = sessionStorage.getItem(KEY);
  unmountAll();
  if (kept !== null) sessionStorage.setItem(KEY, kept);
}

const STATUS_FORM = '/order-statuses?edit=7';
const newApi = () => new FakeApi({ 'order-statuses': [CUSTOMS], orders: [order] });
const label = page.getByRole('dialog', { name: 'Modifier le statut de commande' }).getByLabelText('Libellé');
const save = page.getByRole('button', { name: 'Enregistrer' });

it('what was typed into a dialog is there again after a phone has ended the hidden page, and is sent', async () => {
  openScreen(STATUS_FORM, newApi());
  await label.fill('En douane, contrôle');
  endHiddenPage();
  const api = newApi();
  openScreen(STATUS_FORM, api);
  await expect.element(label).toHaveValue('En douane, contrôle');
  await save.click();
  await expect.poll(() => api.sent('PATCH /api/order-statuses/7')).toMatchObject([{ label: 'En douane, contrôle' }]);
});

it('the text of a notification and its choices are there again after a phone has ended the hidden page', async () => {
  openScreen('/notifications', newApi());
  await page.getByRole('textbox', { name: 'Titre' }).fill('Fermeture');
  await page.getByRole('textbox', { name: 'Message' }).fill('Le dépôt est fermé lundi.');
  await page.getByRole('switch', { name: 'Tous les utilisateurs' }).click();
  endHiddenPage();
  openScreen('/notifications', newApi());
  await expect.element(page.getByRole('textbox', { name: 'Titre' })).toHaveValue('Fermeture');
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Le dépôt est fermé lundi.');
  await expect.element(page.getByRole('switch', { name: 'Tous les utilisateurs' })).not.toBeChecked();
});

it('a dialog that was saved or closed keeps nothing', async () => {
  openScreen(STATUS_FORM, newApi());
  await label.fill('En douane, contrôle');
  dispatchEvent(new PageTransitionEvent('pagehide'));
  expect(sessionStorage.getItem(KEY)).toContain('contrôle');
  await save.click();
  await expect.element(label).not.toBeInTheDocument();
  await expect.poll(() => sessionStorage.getItem(KEY)).toBeNull();
});

it('a dialog keeps its text under its title, so that no other one of the same address gets it', async () => {
  openScreen(STATUS_FORM, newApi());
  await label.fill('En douane, contrôle');
  dispatchEvent(new PageTransitionEvent('pagehide'));
  const [draft] = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as { address: string }[];
  expect(draft?.address).toMatch(/ Modifier le statut de commande$/);
});

it('a form without changes keeps nothing', async () => {
  openScreen(STATUS_FORM, newApi());
  await label.fill('Autre');
  await label.fill(CUSTOMS.label);
  dispatchEvent(new PageTransitionEvent('pagehide'));
  expect(sessionStorage.getItem(KEY)).toBeNull();
});

it('a sign-out forgets what was typed', async () => {
  openScreen(STATUS_FORM, newApi());
  await label.fill('En douane, contrôle');
  endHiddenPage();
  const api = newApi();
  api.respond('POST /api/auth/logout', 200, { message: 'Déconnexion réussie' });
  openScreen('/orders', api);
  await expect.element(sidebarEntry('Commandes')).toBeVisible();
  expect(sessionStorage.getItem(KEY)).toContain('contrôle');
  await page.getByRole('button', { name: 'Déconnexion' }).click();
  await expect.poll(() => sessionStorage.getItem(KEY)).toBeNull();
});
