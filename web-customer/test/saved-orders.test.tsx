import type { SavedOrder } from '@fasocolis/contracts/saved-orders';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { AWA, expectTexts, expectToast, expectUrl, FAILURE, FakeApi, main, openPage } from './customer-site.tsx';
import { apiWith, card, inStatus, ORDER, withSituation } from './tracked-parcel.ts';

const LIST = `GET /api/orders/saved/${AWA.id}`;
const REMOVE = `DELETE /api/orders/saved/${ORDER.id}`;

const saved = (changes: Partial<SavedOrder> = {}): SavedOrder =>
  withSituation({ ...ORDER, savedAt: ORDER.createdAt, ...changes });
const OTHER = saved({ id: 6, reference: 'DEMO0009', ...inStatus('ARRIVED'), estimatedDelivery: null });

afterEach(() => vi.useRealTimers());

const rows = main.getByRole('listitem');
const remove = rows.first().getByRole('button', { name: 'Supprimer' });

function openSaved(...orders: SavedOrder[]): FakeApi {
  const api = apiWith(ORDER);
  api.signIn(AWA);
  api.respond(LIST, 200, orders);
  return openPage('/saved-orders', api);
}

async function expectNone() {
  await expect.element(main.getByText('Aucune commande sauvegardée')).toBeVisible();
  await expect.element(main.getByRole('link', { name: 'Suivre une commande' })).toHaveAttribute('href', '/');
}

describe('the saved orders', () => {
  it('are below the client code [INT-001]', async () => {
    const prefix = { key: 'client_code_prefix', value: 'FASO', description: null };
    openSaved(saved()).respond('GET /api/app-settings/client_code_prefix', 200, prefix);
    await expect.element(main.getByText(`FASO${1000 + AWA.id}`, { exact: true })).toBeVisible();
  });

  it('are listed in the order of the API, with reference, delivery and status [SAVED-001, SAVED-002, SAVED-003, SAVED-004, SHELL-011]', async () => {
    openSaved(saved(), OTHER);
    await expect.element(main.getByRole('heading', { name: 'Commandes Sauvegardées' })).toBeVisible();
    await expectTexts(rows.getByRole('heading'), ['#DEMO0003', '#DEMO0009']);
    await expect.element(rows.nth(0).getByText('9 août 2027')).toBeVisible();
    await expect.element(rows.nth(0).getByTestId('status-badge')).toHaveTextContent('En Transit');
    await expect.element(rows.nth(1).getByText('Non disponible')).toBeVisible();
    await expect.element(rows.nth(1).getByTestId('status-badge')).toHaveTextContent('Arrivée au Burkina');
  });

  it('link to their parcels, which are looked up at once [SAVED-005]', async () => {
    openSaved(saved());
    await rows.getByRole('link', { name: 'Voir détails' }).click();
    await expectUrl('/?tracking=DEMO0003');
    await expect.element(card.getByRole('heading', { name: 'DEMO0003' })).toBeVisible();
  });

  it('disappear when they are removed, with a toast [SAVED-006, ERR-036]', async () => {
    const api = openSaved(saved(), OTHER);
    api.respond(REMOVE, 200, { message: 'Retirée', isSaved: false });
    await remove.click();
    await expectToast('Commande supprimée');
    await expectTexts(rows.getByRole('heading'), ['#DEMO0009']);
    expect(api.sent(REMOVE)).toHaveLength(1);
  });

  it('come back when their removal is undone, which is offered for ten seconds [CARD-008]', async () => {
    const api = openSaved(saved(), OTHER);
    const SAVE = 'POST /api/orders/save';
    api.respond(REMOVE, 200, { message: 'Retirée', isSaved: false });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    await remove.click();
    await expectToast('Commande supprimée');
    vi.advanceTimersByTime(7000);
    const undo = page.getByRole('button', { name: 'Annuler' });
    const link = { id: 1, orderId: ORDER.id, userId: AWA.id, createdAt: ORDER.createdAt, isSaved: true };
    api.respond(SAVE, 201, link);
    await undo.click();
    await expectTexts(rows.getByRole('heading'), ['#DEMO0003', '#DEMO0009']);
    expect(api.sent(SAVE)).toEqual([{ orderId: ORDER.id, reference: ORDER.reference }]);
    await remove.click();
    await expect.element(undo).toBeVisible();
    vi.advanceTimersByTime(10_000);
    await expect.element(undo).not.toBeInTheDocument();
  });

  it('stay when they cannot be removed, with a toast [SAVED-007, ERR-030]', async () => {
    const api = openSaved(saved());
    api.respond(REMOVE, 500, FAILURE);
    await remove.click();
    await expectToast('Erreur', 'Impossible de supprimer la commande');
    await expectTexts(rows.getByRole('heading'), ['#DEMO0003']);
  });

  it('expand to the latest update, its date and the date of creation [SAVED-008, SAVED-009, SAVED-010]', async () => {
    openSaved(saved());
    await expect.element(rows.getByText('Votre colis a quitté Canton.')).not.toBeVisible();
    await rows.getByText('Dernière mise à jour').click();
    await expect.element(rows.getByText('Votre colis a quitté Canton.')).toBeVisible();
    for (const day of ['5 mars 2026', '1er février 2026']) {
      await expect.element(rows.getByRole('definition').filter({ hasText: day })).toBeVisible();
    }
  });

  it('expand to a text without an update [SAVED-008]', async () => {
    openSaved(saved({ latestUpdate: null, latestUpdateTime: null }));
    await rows.getByText('Dernière mise à jour').click();
    await expect.element(rows.getByText('Aucune mise à jour disponible')).toBeVisible();
  });

  it('are replaced by a link to the search when there are none [SAVED-011]', async () => {
    openSaved();
    await expectNone();
  });

  it('are replaced by a link to the search when they cannot be loaded [SAVED-012]', async () => {
    const api = new FakeApi(AWA);
    api.respond(LIST, 500, FAILURE);
    openPage('/saved-orders', api);
    await expectNone();
    expect(api.sent(LIST)).not.toEqual([]);
  });

  it('show the latest status at each visit', async () => {
    const api = openSaved(saved());
    await expect.element(rows.getByTestId('status-badge')).toHaveTextContent('En Transit');
    await page.getByRole('banner').getByRole('link', { name: 'Logo' }).click();
    await expectUrl('/');
    api.respond(LIST, 200, [saved(inStatus('DELIVERED'))]);
    await page.getByRole('banner').getByRole('link', { name: 'Commandes sauvegardées' }).click();
    await expect.element(rows.getByTestId('status-badge')).toHaveTextContent('Livrée');
  });
});
