import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { AWA, expectToast, FAILURE, type FakeApi, openPage } from './customer-site.tsx';
import { apiWith, card, ORDER } from './tracked-parcel.ts';

const CHECK = `GET /api/orders/saved/check/${ORDER.id}`;
const SAVE = 'POST /api/orders/save';
const REMOVE = `DELETE /api/orders/saved/${ORDER.id}`;

const save = card.getByRole('button', { name: 'Sauvegarder' });
const unsave = card.getByRole('button', { name: 'Retirer des favoris' });
const signIn = page.getByRole('banner').getByRole('link', { name: 'Se connecter' });

/** Opens the parcel as a customer who has saved it, or not. */
function openParcel(isSaved: boolean): FakeApi {
  const api = apiWith(ORDER);
  api.signIn(AWA);
  api.respond(CHECK, 200, { isSaved });
  const link = { id: 3, orderId: ORDER.id, userId: AWA.id, createdAt: ORDER.createdAt, isSaved: true };
  api.respond(SAVE, 201, link);
  api.respond(REMOVE, 200, { message: 'Retirée', isSaved: false });
  return openPage('/?tracking=DEMO0003', api);
}

describe('saving a parcel', () => {
  it('is not offered to a visitor, and not asked about [TRACK-016, TRACK-017]', async () => {
    const api = openPage('/?tracking=DEMO0003', apiWith(ORDER));
    await expect.element(card).toBeVisible();
    await expect.element(signIn).toBeVisible();
    await expect.element(save).not.toBeInTheDocument();
    expect(api.sent(CHECK)).toEqual([]);
  });

  it.each([
    ['not yet saved', false, save],
    ['saved before', true, unsave],
  ])('is offered to a customer by one request: %s [TRACK-016, TRACK-017]', async (_, isSaved, button) => {
    const api = openParcel(isSaved);
    await expect.element(button).toBeEnabled();
    expect(api.sent(CHECK)).toHaveLength(1);
  });

  it('shows a toast, and then offers to remove it [TRACK-018, ERR-034]', async () => {
    const api = openParcel(false);
    await save.click();
    await expectToast('Commande sauvegardée');
    await expect.element(unsave).toBeVisible();
    expect(api.sent(SAVE)).toEqual([{ orderId: ORDER.id, reference: 'DEMO0003' }]);
  });

  it('is undone with a toast [TRACK-019, ERR-035]', async () => {
    const api = openParcel(true);
    await unsave.click();
    await expectToast('Commande retirée');
    await expect.element(save).toBeVisible();
    expect(api.sent(REMOVE)).toHaveLength(1);
  });

  it('that fails shows a toast and changes nothing [TRACK-020, ERR-028]', async () => {
    const api = openParcel(false);
    api.respond(SAVE, 500, FAILURE);
    await save.click();
    await expectToast('Erreur', 'Impossible de sauvegarder cette commande');
    await expect.element(save).toBeEnabled();
  });

  it('cannot be undone by a failing server, which shows a toast [TRACK-021, ERR-029]', async () => {
    const api = openParcel(true);
    api.respond(REMOVE, 500, FAILURE);
    await unsave.click();
    await expectToast('Erreur', 'Impossible de retirer cette commande des favoris');
    await expect.element(unsave).toBeEnabled();
  });

  it('over the limit of a user shows what to do [SEC-001]', async () => {
    const api = openParcel(false);
    const message = 'Vous suivez déjà 200 colis. Retirez-en un pour en ajouter.';
    api.respond(SAVE, 409, { message, code: 'conflict' });
    await save.click();
    await expect.element(page.getByTestId('toast').getByText(message)).toBeVisible();
    await expect.element(save).toBeVisible();
  });

  it('after the session has ended elsewhere asks to sign in again [TRACK-022, ERR-045]', async () => {
    const api = openParcel(false);
    await expect.element(save).toBeEnabled();
    api.signIn(null);
    api.respond(SAVE, 401, { message: 'Non authentifié', code: 'unauthenticated' });
    await save.click();
    await expectToast('Non authentifié', 'Veuillez connecter pour sauvegarder cette commande');
    await expect.element(signIn).toBeVisible();
    await expect.element(save).not.toBeInTheDocument();
  });
});
