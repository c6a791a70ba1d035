import { expectAccessible } from '@fasocolis/web-kit/testing/accessibility';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAddress, expectNarrow, FakeApi, openScreen } from './back-office.tsx';
import { consignment } from './consignments.ts';
import { order } from './orders.ts';
import { AWA } from './people.ts';

/** `archived` is what the server filters by. */
const parcel = { ...order, archived: false };

const dialog = page.getByRole('dialog', { name: 'Rechercher' });
const field = dialog.getByRole('combobox', { name: 'Rechercher' });
const group = (name: string) => dialog.getByRole('group', { name, exact: true });
const heading = page.getByRole('heading', { level: 1, name: 'Statuts de commande' });

async function openOffice(path = '/order-statuses'): Promise<FakeApi> {
  const api = new FakeApi({ orders: [parcel], consignments: [consignment], users: [AWA] });
  openScreen(path, api);
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  return api;
}

describe('the search of the back office', () => {
  it('keeps what is typed before it is open [OFF-003]', async () => {
    await openOffice();
    await userEvent.keyboard('/awa');
    await expect.element(field).toHaveValue('awa');
    await expect.element(group('Commandes').getByRole('option')).toBeVisible();
  });

  it.each(['/', '{Control>}k{/Control}'])(
    'opens with %s and finds orders, consignments and users [OFF-003]',
    async (keys) => {
      const api = await openOffice();
      await userEvent.keyboard(keys);
      await expect.element(field).toHaveFocus();
      await field.fill('awa');
      await expect.element(group('Commandes').getByRole('option', { name: 'FC-7ABC' })).toBeVisible();
      await expect.element(group('Expéditions').getByRole('option', { name: consignment.code })).toBeVisible();
      await expect.element(group('Utilisateurs').getByRole('option', { name: 'Awa Ouédraogo' })).toBeVisible();
      await expect.element(group('Commandes').getByRole('mark')).toHaveTextContent('Awa');
      expect(api.lists('users').map(({ filter, range }) => [filter, range])).toEqual([[{ q: 'awa' }, [0, 4]]]);
      await expectAccessible();
    },
  );

  it('is used by keyboard alone: arrows and Enter [OFF-003]', async () => {
    await openOffice();
    await userEvent.keyboard('/');
    await field.fill('awa');
    await expect.element(group('Commandes').getByRole('option')).toHaveAttribute('aria-selected', 'true');
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(group('Utilisateurs').getByRole('option')).toHaveAttribute('aria-selected', 'true');
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expectAddress('/admin/orders/7');
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('shows what is left to pay for a parcel [OFF-003]', async () => {
    const api = await openOffice();
    const owing = { ...parcel, due: 12_500, paid: 2500 };
    api.set('orders', [owing]);
    await userEvent.keyboard('/');
    await field.fill('awa');
    await expect.element(group('Commandes').getByText(/reste 10\s000\sFCFA/)).toBeVisible();
  });

  it('says that nothing is found', async () => {
    const api = await openOffice();
    for (const resource of ['orders', 'consignments', 'users']) api.set(resource, []);
    await userEvent.keyboard('/');
    await field.fill('personne');
    await expect.element(dialog.getByText('Aucun résultat pour cette recherche.')).toBeVisible();
  });

  it('leaves "/" to fields and to scanners', async () => {
    await openOffice('/users');
    const search = page.getByRole('searchbox', { name: "Nom d'utilisateur ou email" });
    await search.click();
    await userEvent.keyboard('a/b');
    await expect.element(search).toHaveValue('a/b');
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('asks whether a reference that looks alike was meant when it finds nothing [READ-003, OFF-003]', async () => {
    const api = new FakeApi({ orders: [], consignments: [], users: [] });
    api.respond('GET /api/orders/FC-7ABO/matches', 200, { orders: [], suggestion: 'FC-7ABC' });
    openScreen('/order-statuses', api);
    await expect.element(heading).toBeVisible();
    await userEvent.keyboard('/');
    await field.fill('FC-7ABO');
    await dialog.getByRole('button', { name: 'Vouliez-vous dire FC-7ABC\u00a0?' }).click();
    await expect.element(field).toHaveValue('FC-7ABC');
    await expect.element(field).toHaveFocus();
  });

  it('requests no users for an agent', async () => {
    const api = new FakeApi({ orders: [parcel], consignments: [consignment] });
    api.respond('GET /api/user', 200, { ...AWA, isAgent: true });
    openScreen('/orders', api);
    await expect.element(page.getByRole('heading', { level: 1, name: 'Gestion des Commandes' })).toBeVisible();
    await userEvent.keyboard('/');
    await field.fill('fc7');
    await expect.element(group('Commandes').getByRole('option')).toBeVisible();
    expect(api.paths).not.toContain('/api/users');
  });

  it('is an icon on a phone', async () => {
    await page.viewport(360, 740);
    await openOffice();
    await expect.element(heading).toBeVisible();
    await page.getByRole('button', { name: 'Rechercher', exact: true }).click();
    await field.fill('awa');
    await expect.element(group('Commandes').getByRole('option')).toBeVisible();
    expectNarrow();
  });
});
