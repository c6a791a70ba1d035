import type { OrderStatus } from '@fasocolis/contracts/order-status-definitions';
import type { StaffOrder } from '@fasocolis/contracts/orders';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAddress, expectToast, FakeApi, openScreen } from './back-office.tsx';
import { order } from './orders.ts';

const UPDATE = 'PATCH /api/orders/7';
const PROCESSING: StaffOrder = { ...order, status: 'PROCESSING', statusLabel: 'En Traitement', latestUpdate: null };
const CUSTOMS: OrderStatus = {
  id: 3,
  code: 'CUSTOMS_HOLD',
  label: 'Retenu en douane',
  displayOrder: 90,
  isActive: true,
  kind: 'waiting',
  sentence: null,
};

const dialog = page.getByRole('dialog', { name: 'Mettre à jour le statut' });
const status = dialog.getByRole('combobox', { name: 'Statut' });
const text = dialog.getByLabelText('Dernière mise à jour');
const notify = dialog.getByRole('switch', { name: 'Prévenir le client' });
const save = dialog.getByRole('button', { name: 'Enregistrer' });
const card = page.getByTestId('order-card');

function open(orders: StaffOrder[], path: string, statuses: OrderStatus[] = []): FakeApi {
  const api = new FakeApi({ orders, 'order-statuses': statuses });
  openScreen(path, api);
  return api;
}
async function openForm(changed: StaffOrder = PROCESSING, statuses: OrderStatus[] = []): Promise<FakeApi> {
  const api = open([changed], '/orders', statuses);
  await card.getByRole('button', { name: 'Mettre à jour le statut' }).click();
  return api;
}
async function choose(name: string) {
  await status.click();
  await page.getByRole('option', { name }).click();
}

describe('the update dialog', () => {
  it('starts with the stored status, sends status and text, shows a toast and refreshes the list [ADM-ORD-013, ADM-ORD-014, ADM-ORD-016, ADM-NAV-033, ERR-052]', async () => {
    const api = await openForm();
    await expect.element(status).toHaveTextContent('En Traitement');
    const before = api.lists('orders').length;
    await choose('En Transit');
    await text.fill('Parti de Guangzhou.');
    await save.click();
    await expectToast('Succès', 'Commande mise à jour avec succès');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(card.getByText('Parti de Guangzhou.')).toBeVisible();
    expect(api.lists('orders').length).toBeGreaterThan(before);
    expect(api.sent(UPDATE)).toEqual([
      {
        status: 'IN_TRANSIT',
        latestUpdate: 'Parti de Guangzhou.',
        notifyCustomer: true,
        updatedAt: PROCESSING.updatedAt,
      },
    ]);
  });

  it('notifies the customer of a new status unless that is switched off, each time [ADM-ORD-014]', async () => {
    const api = await openForm();
    await expect.element(notify).toBeChecked();
    await notify.click();
    await choose('En Transit');
    await save.click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(api.sent(UPDATE)).toMatchObject([{ status: 'IN_TRANSIT', notifyCustomer: false }]);
    await card.getByRole('button', { name: 'Mettre à jour le statut' }).click();
    await expect.element(notify).toBeChecked();
  });

  it('offers no empty status, and sends no unchanged text [VAL-037, VAL-038]', async () => {
    const api = await openForm({ ...PROCESSING, latestUpdate: 'Emballé.' });
    await expect.element(text).toHaveValue('Emballé.');
    await expect
      .element(text)
      .toHaveAccessibleDescription(expect.stringContaining('Visible par toute personne qui connaît le numéro.'));
    await status.click();
    await expect.element(page.getByRole('option').first()).toBeVisible();
    const texts = page
      .getByRole('option')
      .elements()
      .map(({ textContent }) => textContent.trim());
    expect(texts).not.toContain('');
    await page.getByRole('option', { name: 'Arrivée au Burkina' }).click();
    await save.click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(api.sent(UPDATE)).toEqual([{ status: 'ARRIVED', notifyCustomer: true, updatedAt: PROCESSING.updatedAt }]);
  });

  it('stays open as typed when the server fails [ADM-ORD-017, ERR-050]', async () => {
    const api = await openForm();
    api.respond(UPDATE, 500);
    await choose('Livrée');
    await text.fill('Remis.');
    await save.click();
    await expectToast('Erreur', 'Échec de la mise à jour de la commande');
    await expect.element(status).toHaveTextContent('Livrée');
    await expect.element(text).toHaveValue('Remis.');
    await expect.element(save).toBeEnabled();
  });

  it('opens by its address and clears it when closed [ADM-NAV-012]', async () => {
    open([PROCESSING], '/orders?edit=7');
    await expect.element(dialog.getByText('FC-7ABC')).toBeVisible();
    await expect.element(status).toHaveTextContent('En Traitement');
    await dialog.getByRole('button', { name: 'Annuler' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expectAddress('/admin/orders');
  });

  it.each(['2147483646', '0', 'abc'])('does not open for an unknown order: %s', async (unknown) => {
    open([PROCESSING], `/orders?edit=${unknown}`);
    await expectAddress('/admin/orders');
    await expect.element(card).toBeVisible();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(page.getByTestId('toast')).not.toBeInTheDocument();
  });

  it('offers the statuses of the administrator that are active', async () => {
    const api = await openForm(PROCESSING, [CUSTOMS]);
    await choose('Retenu en douane');
    await save.click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(api.sent(UPDATE)).toMatchObject([{ status: 'CUSTOMS_HOLD' }]);
  });

  it('shows a status that is no longer active without offering it', async () => {
    const held: StaffOrder = { ...order, status: CUSTOMS.code, statusLabel: 'CUSTOMS HOLD', statusKind: null };
    await openForm(held, [{ ...CUSTOMS, isActive: false }]);
    await status.click();
    await expect.element(page.getByRole('option', { name: 'CUSTOMS HOLD (inactif)' })).toBeDisabled();
  });
});
