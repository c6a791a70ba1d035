import type { OrderStatus } from '@fasocolis/contracts/order-status-definitions';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectToast, FakeApi, openScreen } from './back-office.tsx';
import { CUSTOMS } from './orders.ts';

const STORED = '/api/order-statuses/7';

function openStatuses(...statuses: OrderStatus[]): FakeApi {
  const api = new FakeApi({ 'order-statuses': statuses });
  openScreen('/order-statuses', api);
  return api;
}

const dialog = page.getByRole('dialog');
const rowOf = (code: string) => page.getByRole('row').filter({ hasText: code });
const fill = async (fields: Record<string, string>) => {
  for (const [label, text] of Object.entries(fields)) await dialog.getByLabelText(label).fill(text);
};

async function openCreate(...statuses: OrderStatus[]) {
  const api = openStatuses(...statuses);
  await page.getByRole('button', { name: 'Nouveau statut' }).click();
  return api;
}
async function openEdit() {
  const api = openStatuses(CUSTOMS);
  await page.getByRole('button', { name: 'Modifier En douane' }).click();
  return api;
}
async function openDelete() {
  const api = openStatuses(CUSTOMS);
  await page.getByRole('button', { name: 'Supprimer En douane' }).click();
  return api;
}

it('the table shows order, code, label, kind and state of each status, sorted by order [ADM-STS-001]', async () => {
  const api = openStatuses(CUSTOMS, {
    ...CUSTOMS,
    id: 8,
    code: 'LOST',
    label: 'Perdu',
    displayOrder: 72,
    isActive: false,
  });
  await expect.element(rowOf('LOST')).toBeVisible();
  for (const name of ['Ordre', 'Code', 'Libellé', 'Statut']) {
    await expect.element(page.getByRole('columnheader', { name })).toBeVisible();
  }
  const cells = (code: string) =>
    rowOf(code)
      .getByRole('cell')
      .elements()
      .map(({ textContent }) => textContent);
  expect(cells('CUSTOMS')).toEqual(['4', 'CUSTOMS', 'En douane', 'Attente', 'Actif', '']);
  expect(cells('LOST')).toEqual(['72', 'LOST', 'Perdu', 'Attente', 'Inactif', '']);
  expect(api.lists('order-statuses').map(({ sort }) => sort)).toEqual([['displayOrder', 'ASC']]);
});

describe('creating a status', () => {
  it('sends the typed values, shows a toast and refreshes the list [ADM-STS-002, ADM-STS-003, ADM-NAV-033, ERR-056, VAL-042]', async () => {
    const api = await openCreate();
    await expect.element(dialog.getByRole('switch', { name: 'Actif' })).toBeChecked();
    await fill({ Code: 'CUSTOMS', Libellé: 'Retenu en douane', "Ordre d'affichage": '60' });
    await dialog.getByRole('button', { name: 'Créer' }).click();
    await expectToast('Succès', 'Statut de commande créé avec succès');
    expect(api.sent('POST /api/order-statuses')).toEqual([
      { code: 'CUSTOMS', label: 'Retenu en douane', displayOrder: 60, isActive: true, kind: 'step' },
    ]);
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(rowOf('CUSTOMS').getByText('Actif', { exact: true })).toBeVisible();
  });

  it('shows an error at each invalid field until it is valid [VAL-039, VAL-040, VAL-041]', async () => {
    await openCreate();
    const faults = [
      dialog.getByText('Le code doit contenir au moins 2 caractères'),
      dialog.getByText('Le libellé doit contenir au moins 2 caractères'),
      dialog.getByText("L'ordre d'affichage doit être supérieur à 0"),
    ];
    await fill({ Code: 'A', Libellé: 'B', "Ordre d'affichage": '0' });
    await dialog.getByRole('button', { name: 'Créer' }).click();
    for (const fault of faults) await expect.element(fault).toBeVisible();
    await fill({ Code: 'AB', Libellé: 'CD', "Ordre d'affichage": '1' });
    for (const fault of faults) await expect.element(fault).not.toBeInTheDocument();
  });

  it('refuses letters as the display order [VAL-041]', async () => {
    const api = await openCreate();
    await fill({ Code: 'AB', Libellé: 'CD', "Ordre d'affichage": '' });
    await dialog.getByRole('button', { name: 'Créer' }).click();
    await expect.element(dialog.getByText("L'ordre d'affichage doit être supérieur à 0")).toBeVisible();
    expect(api.sent('POST /api/order-statuses')).toEqual([]);
  });

  it('stays open as typed when the code is taken [ADM-STS-004, ERR-053]', async () => {
    const api = await openCreate();
    const message = 'Ce code de statut existe déjà';
    api.respond('POST /api/order-statuses', 409, { message, code: 'conflict', errors: { code: message } });
    await fill({ Code: 'customs', Libellé: 'Encore une fois', "Ordre d'affichage": '2' });
    await dialog.getByRole('button', { name: 'Créer' }).click();
    await expectToast('Erreur', 'Échec de la création du statut de commande');
    await expect.element(dialog.getByText(message)).toBeVisible();
    await expect.element(dialog.getByLabelText('Libellé')).toHaveValue('Encore une fois');
  });
});

describe('editing a status', () => {
  it('starts with the stored values [ADM-STS-005]', async () => {
    await openEdit();
    await expect.element(dialog).toHaveAccessibleName('Modifier le statut de commande');
    await expect.element(dialog.getByLabelText('Code')).toHaveValue('CUSTOMS');
    await expect.element(dialog.getByLabelText('Libellé')).toHaveValue('En douane');
    await expect.element(dialog.getByLabelText("Ordre d'affichage")).toHaveValue(4);
    await expect.element(dialog.getByRole('switch', { name: 'Actif' })).toBeChecked();
  });

  it('sends all four fields, shows a toast and refreshes the list [ADM-STS-005, ADM-STS-006, ADM-NAV-033, ERR-057]', async () => {
    const api = await openEdit();
    await fill({ Libellé: 'À la douane' });
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await expectToast('Succès', 'Statut de commande mis à jour avec succès');
    expect(api.sent(`PATCH ${STORED}`)).toEqual([
      { code: 'CUSTOMS', label: 'À la douane', displayOrder: 4, isActive: true, kind: 'waiting', sentence: null },
    ]);
    await expect.element(rowOf('CUSTOMS').getByText('À la douane')).toBeVisible();
  });

  it.each([
    [true, 'Inactif'],
    [false, 'Actif'],
  ])('switches a status whose state is %s to %s [ADM-STS-011]', async (isActive, state) => {
    openStatuses({ ...CUSTOMS, isActive });
    await page.getByRole('button', { name: 'Modifier En douane' }).click();
    await dialog.getByRole('switch', { name: 'Actif' }).click();
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await expect.element(rowOf('CUSTOMS').getByText(state, { exact: true })).toBeVisible();
  });

  it('refuses to overwrite the change of another administrator, shows it, and keeps what was typed', async () => {
    const api = await openEdit();
    await fill({ Libellé: 'À la douane' });
    api.setRow('order-statuses', 7, { displayOrder: 9 });
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await expect.element(dialog.getByText('a été modifiée entre-temps')).toBeVisible();
    await expect.element(dialog.getByLabelText("Ordre d'affichage")).toHaveValue(9);
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await expect.poll(() => api.sent(`PATCH ${STORED}`)).toMatchObject([{ label: 'À la douane', displayOrder: 9 }]);
  });

  it('can be saved again when the record could not be loaded after a refusal', async () => {
    const api = await openEdit();
    await fill({ Libellé: 'À la douane' });
    let reads = 0;
    api.compute('GET /api/order-statuses', () => {
      reads += 1;
      return reads === 1 ? [{ ...CUSTOMS, displayOrder: 9 }] : new Response('', { status: 503 });
    });
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await expect.element(dialog.getByText('a été modifiée entre-temps')).toBeVisible();
    await expect.element(page.getByText("La liste n'a pas pu être chargée.")).toBeInTheDocument();
    await api.settled();
    api.reset('GET /api/order-statuses');
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await expect.poll(() => api.sent(`PATCH ${STORED}`)).toMatchObject([{ label: 'À la douane' }]);
  });

  it('opens by a click on the row', async () => {
    openStatuses(CUSTOMS);
    await page.getByRole('cell', { name: 'CUSTOMS' }).click();
    await expect.element(dialog.getByLabelText('Code')).toHaveValue('CUSTOMS');
  });

  it('stays open as typed when the server fails [ADM-STS-007, ERR-054]', async () => {
    const api = await openEdit();
    api.respond(`PATCH ${STORED}`, 500);
    await fill({ Libellé: 'Perdu' });
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await expectToast('Erreur', 'Échec de la mise à jour du statut de commande');
    await expect.element(dialog.getByLabelText('Libellé')).toHaveValue('Perdu');
  });
});

describe('the kind of a status', () => {
  it('is chosen among step, waiting, problem and end', async () => {
    const api = await openEdit();
    await dialog.getByLabelText('Type').click();
    const names = page.getByRole('option');
    await expect.element(names.first()).toBeVisible();
    expect(names.elements().map((option) => option.textContent)).toEqual(['Étape', 'Attente', 'Problème', 'Fin']);
    await page.getByRole('option', { name: 'Problème' }).click();
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await expect.poll(() => api.sent(`PATCH ${STORED}`)).toMatchObject([{ kind: 'problem' }]);
  });
});

it('a built-in status is shown as fixed, with the reason, and cannot be opened [OFF-007]', async () => {
  openStatuses({ ...CUSTOMS, code: 'DELIVERED', label: 'Livrée', kind: 'end' });
  await expect.element(page.getByText('Statut de base', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Les cinq statuts de base sont fixes')).toBeVisible();
  expect(page.getByRole('button', { name: /^(Modifier|Supprimer) / }).elements()).toEqual([]);
  await page.getByText('DELIVERED').click();
  await expect.element(dialog).not.toBeInTheDocument();
});

describe('deleting a status', () => {
  it('asks for confirmation and sends nothing when it is cancelled [ADM-STS-008]', async () => {
    const api = await openDelete();
    await expect.element(dialog).toHaveAccessibleName('Supprimer «\u00a0En douane\u00a0»\u00a0?');
    const prompt = 'Êtes-vous sûr de vouloir supprimer ce statut de commande ? Cette action est irréversible.';
    await expect.element(dialog.getByText(prompt, { exact: true })).toBeVisible();
    await dialog.getByRole('button', { name: 'Annuler' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(rowOf('CUSTOMS')).toBeVisible();
    expect(api.sent(`DELETE ${STORED}`)).toEqual([]);
  });

  it('removes it, shows a toast and refreshes the list [ADM-STS-009, ADM-NAV-033, ERR-058]', async () => {
    const api = await openDelete();
    await dialog.getByRole('button', { name: 'Supprimer' }).click();
    await expectToast('Succès', 'Statut de commande supprimé avec succès');
    expect(api.sent(`DELETE ${STORED}`)).toHaveLength(1);
    await expect.element(rowOf('CUSTOMS')).not.toBeInTheDocument();
  });

  it('shows a toast and keeps the row when the server fails [ADM-STS-010, ERR-055]', async () => {
    const api = await openDelete();
    api.respond(`DELETE ${STORED}`, 500);
    await dialog.getByRole('button', { name: 'Supprimer' }).click();
    await expectToast('Erreur', 'Échec de la suppression du statut de commande');
    await dialog.getByRole('button', { name: 'Annuler' }).click();
    await expect.element(rowOf('CUSTOMS')).toBeVisible();
  });
});

it('a status has an optional sentence for customers [CARD-009]', async () => {
  const api = await openEdit();
  await fill({ 'Phrase pour les clients': 'Votre colis passe la douane.' });
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect.poll(() => api.sent(`PATCH ${STORED}`)).toMatchObject([{ sentence: 'Votre colis passe la douane.' }]);
});
