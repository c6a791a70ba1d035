import { BOTH, expectAccessible } from '@fasocolis/web-kit/testing/accessibility';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FakeApi, openScreen } from './back-office.tsx';
import { milestone } from './consignments.ts';
import { LONG_ADDRESS, newOffice } from './office.ts';

const main = page.getByRole('main');
const dialog = page.getByRole('dialog');
const button = (name: string) => page.getByRole('button', { name, exact: true });
const loading = main.getByText('Chargement en cours');

beforeEach(() => localStorage.clear());

describe('a screen of the back office is accessible with its records', () => {
  it.each([
    ['/', 'FC-7ABC'],
    ['/orders', 'FC-7ABC'],
    ['/orders/7', 'Parti de Guangzhou'],
    ['/consignments', 'AIR-2026-047'],
    ['/consignments/5', 'Parti de Chine'],
    ['/milestone-definitions', 'En transit'],
    ['/scan', 'Référence'],
    ['/to-tell', 'Awa'],
    ['/to-tell?tab=told', 'Aminata'],
    ['/to-tell?tab=stopped', 'Issa'],
    ['/order-statuses', 'CUSTOMS'],
    ['/products', 'Montre connectée'],
    ['/users', 'awa@example.com'],
    ['/popup-notifications', 'Ouverture'],
    ['/contact-messages', 'Retard'],
    ['/static-pages', "Conditions d'utilisation"],
    ['/static-pages/edit/terms', 'Vos droits'],
    ['/email-deliveries', LONG_ADDRESS],
    ['/journal', 'FC-7ABC'],
    ['/team', 'issa@example.com'],
  ])('at %s', async (path, text) => {
    openScreen(path, newOffice());
    await expect.element(main.getByText(text).first()).toBeVisible();
    await expect.element(loading).not.toBeInTheDocument();
    await expectAccessible(BOTH);
  });

  it('at /orders as a table', async () => {
    openScreen('/orders', newOffice());
    await button('Tableau').click();
    await expect.element(page.getByRole('table')).toBeVisible();
    await expectAccessible(BOTH);
  });

  it('at / under "Messages"', async () => {
    openScreen('/', newOffice());
    await page.getByRole('tab', { name: 'Messages' }).click();
    await expect.element(main.getByRole('list', { name: 'Messages non lus' })).toBeVisible();
    await expectAccessible(BOTH);
  });

  it('at /settings', async () => {
    openScreen('/settings', newOffice());
    await expect.element(main.getByRole('textbox', { name: 'Numéro WhatsApp' })).toHaveValue('+22670123456');
    await expectAccessible(BOTH);
  });

  it('at /notifications, filled in', async () => {
    openScreen('/notifications', newOffice());
    await page.getByRole('textbox', { name: 'Titre' }).fill('Bonjour');
    await page.getByRole('switch', { name: 'Tous les utilisateurs' }).click();
    await page.getByRole('textbox', { name: 'IDs utilisateurs' }).fill('1,2');
    await expect.element(page.getByRole('list', { name: 'Utilisateurs' }).getByRole('checkbox').first()).toBeVisible();
    await expectAccessible(BOTH);
  });
});

describe('a list is accessible while it loads, after a failure and when it is empty', () => {
  it.each([
    '/orders',
    '/consignments',
    '/order-statuses',
    '/products',
    '/users',
    '/popup-notifications',
    '/contact-messages',
    '/static-pages',
  ])('at %s', async (path) => {
    const api = new FakeApi();
    const list = `GET /api${path}`;
    api.respond(list, 500, { message: 'Erreur interne du serveur', code: 'internal' });
    const release = api.hold(list);
    openScreen(path, api);
    await expect.element(loading.first()).toBeInTheDocument();
    await expectAccessible();
    release();
    await expect.element(button('Réessayer').first()).toBeVisible();
    await expectAccessible();
    api.reset(list);
    await button('Réessayer').first().click();
    await expect.element(button('Réessayer')).not.toBeInTheDocument();
    await expectAccessible();
  });
});

describe('a dialog is accessible', () => {
  beforeEach(() => page.viewport(360, 800));

  it.each([
    ['/orders', 'Nouvelle commande', 'Créer'],
    ['/consignments', 'Nouvelle expédition', 'Créer'],
    ['/milestone-definitions', 'Nouveau jalon', 'Créer'],
    ['/order-statuses', 'Nouveau statut', 'Créer'],
    ['/products', 'Ajouter un Produit', 'Ajouter'],
    ['/popup-notifications', 'Créer une notification popup', 'Créer'],
  ])('with its mistakes, at %s', async (path, open, send) => {
    openScreen(path, newOffice());
    await button(open).click();
    await dialog.getByRole('button', { name: send, exact: true }).click();
    await expect.poll(() => document.activeElement?.getAttribute('aria-invalid')).toBe('true');
    await expectAccessible();
  });

  it.each([
    ['the message', '/contact-messages?view=7', 'Bonjour, où est mon colis'],
    ['the product', '/products?edit=7', 'Images supplémentaires'],
    ['the order', '/orders?edit=7', 'Prévenir le client'],
  ])('with %s', async (_, path, text) => {
    openScreen(path, newOffice());
    await expect.element(dialog.getByText(text).first()).toBeVisible();
    await expectAccessible();
  });

  it('with the lines of an import', async () => {
    const api = newOffice();
    api.respond('POST /api/orders/import', 200, [
      { line: 2, outcome: 'ready' },
      { line: 3, outcome: 'refused', message: 'Référence déjà enregistrée' },
    ]);
    openScreen('/orders', api);
    await button('Importer').click();
    await expect.element(button('Choisir un fichier')).toBeVisible();
    const input = document.querySelector<HTMLInputElement>('[role="dialog"] input[type="file"]');
    const file = new File(['Référence;Livraison estimée;Client\nFC-1;;\nFC-2;;\n'], 'colis.csv', { type: 'text/csv' });
    await page.elementLocator(input as Element).upload(file);
    await expect.element(dialog.getByText('Référence déjà enregistrée')).toBeVisible();
    await expectAccessible();
  });

  it('with orders that a consignment refuses', async () => {
    const api = newOffice();
    api.respond('POST /api/consignments/5/orders', 200, [
      { line: 1, outcome: 'ready' },
      { line: 2, outcome: 'refused', message: 'Référence inconnue' },
    ]);
    openScreen('/consignments/5?dialog=add', api);
    await dialog.getByLabelText('Références').fill('FC-1\nINCONNU');
    await dialog.getByRole('button', { name: 'Vérifier' }).click();
    await expect.element(dialog.getByText('Référence inconnue')).toBeVisible();
    await expectAccessible();
  });

  it('with a milestone, and the toast that can take it back', async () => {
    const api = newOffice();
    const pending = milestone(90, { label: 'En transit', state: 'pending', total: 0, applied: 0 });
    api.respond('POST /api/consignments/5/milestones', 201, pending);
    openScreen('/consignments/5', api);
    await button('Autre jalon, lieu ou heure').click();
    await dialog.getByRole('combobox', { name: 'Jalon' }).click();
    await page.getByRole('option', { name: 'En transit' }).click();
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expectAccessible();
  });

  it('with the prompt before a person gets no more messages', async () => {
    openScreen('/to-tell', newOffice());
    await button('Ne plus prévenir').click();
    await expect.element(dialog).toBeVisible();
    await expectAccessible();
  });

  it('with the user', async () => {
    openScreen('/users?view=12', newOffice());
    await expect.element(dialog.getByText('Dernière connexion')).toBeVisible();
    await expectAccessible([1280]);
  });

  it('with an email that failed', async () => {
    openScreen('/email-deliveries', newOffice());
    await button(`Détails : ${LONG_ADDRESS}`).click();
    await expect.element(dialog.getByText('Numéro de demande')).toBeVisible();
    await expectAccessible(BOTH);
  });

  it.each(['Contenu', 'Apparence', 'Paramètres'])('with the popup, under "%s"', async (tab) => {
    openScreen('/popup-notifications?edit=7', newOffice());
    await dialog.getByRole('tab', { name: tab }).click();
    await expectAccessible(BOTH);
  });

  it('with the prompt before a deletion', async () => {
    openScreen('/users', newOffice());
    await button('Supprimer awa').click();
    await expect.element(dialog.getByText('Cette action est irréversible.')).toBeVisible();
    await expectAccessible();
  });

  it('with the prompt before typed text is lost', async () => {
    openScreen('/orders?create', newOffice());
    await dialog.getByLabelText('Référence').fill('FC-9');
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog', { name: 'Abandonner les modifications' })).toBeVisible();
    await expectAccessible();
  });
});

it('the focus moves into a dialog, back to its button, and to the heading when that was deleted', async () => {
  openScreen('/order-statuses', newOffice());
  const edit = button('Modifier Perdu');
  const remove = button('Supprimer Perdu');
  await edit.click();
  await expect.element(dialog.getByRole('textbox', { name: 'Code' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(edit).toHaveFocus();
  await remove.click();
  await dialog.getByRole('button', { name: 'Annuler' }).click();
  await expect.element(remove).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await dialog.getByRole('button', { name: 'Supprimer' }).click();
  await expect.element(remove).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
});

it('nothing moves when the user prefers reduced motion', async () => {
  expect(matchMedia('(prefers-reduced-motion: reduce)').matches).toBe(true);
  openScreen('/orders?create', newOffice());
  await expect.element(dialog).toBeVisible();
  const durations = [dialog.element(), ...dialog.element().querySelectorAll('*')].flatMap((element) => {
    const { transitionDuration, animationDuration } = getComputedStyle(element);
    return `${transitionDuration},${animationDuration}`.split(',').map(Number.parseFloat);
  });
  expect(Math.max(...durations)).toBeLessThan(0.001);
});
