import type { AppSetting } from '@fasocolis/contracts/app-settings';
import type { StaticPage } from '@fasocolis/contracts/content';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAddress, expectToast, FakeApi, goBack, openScreen, sidebarEntry } from './back-office.tsx';
import { CUSTOMS } from './orders.ts';

const PRIVACY: StaticPage = {
  id: 3,
  slug: 'privacy',
  title: 'Confidentialité',
  content: '<p>Vos données</p>',
  lastUpdated: '2026-03-05T14:07:00.000Z',
};

const prompt = page.getByRole('dialog', { name: 'Abandonner les modifications' });
const choose = async (name: 'Continuer la saisie' | 'Abandonner') => {
  await prompt.getByRole('button', { name }).click();
  await expect.element(prompt).not.toBeInTheDocument();
};

describe('a dialog', () => {
  const dialog = page.getByRole('dialog', { name: 'Modifier le statut de commande' });
  const label = dialog.getByLabelText('Libellé');
  const cancel = dialog.getByRole('button', { name: 'Annuler' });

  beforeEach(async () => {
    openScreen('/order-statuses', new FakeApi({ 'order-statuses': [CUSTOMS] }));
    await page.getByRole('button', { name: 'Modifier En douane' }).click();
    await label.findElement();
  });

  it('closes without confirmation while nothing was typed', async () => {
    await cancel.click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(prompt).not.toBeInTheDocument();
  });

  it('stays open without a confirmation when the page beside it is clicked', async () => {
    await label.fill('Arrivé');
    const around = dialog.element().closest('.MuiDialog-container');
    if (!around) throw new Error('No page around the dialog');
    await userEvent.click(around, { position: { x: 5, y: 5 } });
    await expect.element(label).toHaveValue('Arrivé');
    await expect.element(prompt).not.toBeInTheDocument();
  });

  it.each<[string, () => Promise<unknown>]>([
    ['its button', () => cancel.click()],
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['a step back', async () => goBack()],
  ])('stays as typed when the confirmation is declined after %s', async (_, leave) => {
    await label.fill('Arrivé');
    await leave();
    const warning = "Ce que vous avez saisi n'est pas encore enregistré et sera perdu.";
    await expect.element(prompt.getByText(warning, { exact: true })).toBeVisible();
    await expect.element(prompt.getByRole('button', { name: 'Continuer la saisie' })).toHaveFocus();
    await choose('Continuer la saisie');
    await expect.element(label).toHaveValue('Arrivé');
    await expectAddress('/admin/order-statuses?edit=7');
  });

  it('stays as typed when the confirmation is closed by Escape', async () => {
    await label.fill('Arrivé');
    await userEvent.keyboard('{Escape}');
    await expect.element(prompt).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(prompt).not.toBeInTheDocument();
    await expect.element(label).toHaveValue('Arrivé');
  });

  it('closes when its changes are discarded', async () => {
    await label.fill('Arrivé');
    await cancel.click();
    await choose('Abandonner');
    await expect.element(dialog).not.toBeInTheDocument();
    await expectAddress('/admin/order-statuses');
  });

  it('closes without confirmation once it is saved', async () => {
    await label.fill('Arrivé');
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(prompt).not.toBeInTheDocument();
    await expectAddress('/admin/order-statuses');
  });
});

describe('the form of a page', () => {
  const content = page.getByRole('textbox', { name: 'Contenu' });

  beforeEach(async () => {
    const api = new FakeApi();
    api.respond('GET /api/static-pages/privacy', 200, PRIVACY);
    openScreen('/static-pages/edit/privacy', api);
    await content.click();
  });

  it('opens another screen without confirmation while nothing was typed', async () => {
    await sidebarEntry('Produits').click();
    await expectAddress('/admin/products');
  });

  it('asks for confirmation before another screen opens', async () => {
    await userEvent.keyboard('Brouillon ');
    await sidebarEntry('Produits').click();
    await choose('Continuer la saisie');
    await expect.element(content.getByText('Brouillon')).toBeVisible();
    await expectAddress('/admin/static-pages/edit/privacy');
    await sidebarEntry('Notifications').click();
    await choose('Abandonner');
    await expectAddress('/admin/notifications');
  });
});

it('the form of notifications asks for confirmation before another screen opens', async () => {
  openScreen('/notifications', new FakeApi());
  await page.getByRole('textbox', { name: 'Titre' }).fill('Bonjour');
  await sidebarEntry('Produits').click();
  await choose('Continuer la saisie');
  await expectAddress('/admin/notifications');
});

it('the settings ask for confirmation before another screen opens, and not once they are saved', async () => {
  const api = new FakeApi();
  const setting: AppSetting = { key: 'product_detail_paragraph', value: '', description: null };
  const path = '/api/app-settings/product_detail_paragraph';
  api.respond(`GET ${path}`, 200, setting);
  api.respond(`POST ${path}`, 200, { ...setting, value: 'Livraison en douceur' });
  openScreen('/settings', api);
  const card = page.getByRole('region', { name: 'Paragraphe des produits' });
  await card.getByRole('textbox').fill('Livraison en douceur');
  await sidebarEntry('Produits').click();
  await choose('Continuer la saisie');
  await card.getByRole('button', { name: 'Enregistrer' }).click();
  await expectToast('Succès', 'Paragraphe des produits mis à jour avec succès');
  await sidebarEntry('Produits').click();
  await expectAddress('/admin/products');
  await expect.element(prompt).not.toBeInTheDocument();
});
