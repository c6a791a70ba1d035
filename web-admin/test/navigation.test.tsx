import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAddress, FakeApi, openScreen, sidebarEntry } from './back-office.tsx';

/** The entries of the sidebar, with the address and the title of the screen each leads to. */
const ENTRIES = [
  ['Tableau de bord', '/admin', 'Tableau de bord'],
  ['Commandes', '/admin/orders', 'Gestion des Commandes'],
  ['Statuts de commande', '/admin/order-statuses', 'Statuts de commande'],
  ['Produits', '/admin/products', 'Gestion des Produits'],
  ['Utilisateurs', '/admin/users', 'Gestion des Utilisateurs'],
  ['Notifications', '/admin/notifications', 'Gestion des Notifications'],
  ['Popups', '/admin/popup-notifications', 'Gestion des Notifications Popup'],
  ['Messages de contact', '/admin/contact-messages', 'Messages de contact'],
  ['Pages Statiques', '/admin/static-pages', 'Pages Statiques'],
  ["E-mails et files d'attente", '/admin/email-deliveries', "E-mails et files d'attente"],
  ['Journal', '/admin/journal', 'Journal'],
  ['Paramètres', '/admin/settings', 'Paramètres'],
] as const;

const entryTexts = () =>
  page
    .getByTestId('admin-sidebar')
    .getByRole('link')
    .elements()
    .map(({ textContent }) => textContent);

it('one sidebar leads from every screen to every other [ADM-NAV-020, ADM-NAV-021, ADM-NAV-022, ADM-NAV-024, ADM-NAV-025, ADM-NAV-026, ADM-NAV-027, ADM-NAV-028]', async () => {
  openScreen('/settings', new FakeApi());
  for (const [name, address, title] of ENTRIES) {
    await sidebarEntry(name).click();
    await expectAddress(address);
    await expect.element(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
    await expect.element(sidebarEntry(name)).toHaveAttribute('aria-current', 'page');
    expect(entryTexts()).toEqual(ENTRIES.map(([each]) => each));
  }
});

it('the sidebar marks the dashboard only while it is open', async () => {
  openScreen('/orders', new FakeApi());
  await expect.element(sidebarEntry('Commandes')).toHaveAttribute('aria-current', 'page');
  await expect.element(sidebarEntry('Tableau de bord')).not.toHaveAttribute('aria-current');
});
