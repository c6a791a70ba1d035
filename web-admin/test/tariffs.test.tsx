import type { Tariff } from '@fasocolis/contracts/tariffs';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectNarrow, expectToast, FakeApi, openScreen } from './back-office.tsx';

const EXPRESS: Tariff = {
  ...{ id: 3, mode: 'AIR', label: 'Express', unit: 'kg', price: 9000, minimum: 2500, isActive: true },
};

function openTariffs(...tariffs: Tariff[]): FakeApi {
  const api = new FakeApi({ tariffs });
  openScreen('/tariffs', api);
  return api;
}

const dialog = page.getByRole('dialog');
const row = page.getByRole('row').filter({ hasText: 'Express' });

describe('the screen of tariffs', () => {
  it('shows label, price per unit, minimum and state of each tariff of a mode, also at 360 pixels [PAY-001]', async () => {
    await page.viewport(360, 740);
    const api = openTariffs(EXPRESS);
    for (const text of ['Express', '9\u202f000\u00a0FCFA par kg', '2\u202f500\u00a0FCFA', 'Actif']) {
      await expect.element(row.getByText(text, { exact: true })).toBeVisible();
    }
    expectNarrow();
    await page.getByRole('tab', { name: 'Bateau' }).click();
    await expect.poll(() => api.lastFilter('tariffs')).toEqual({ mode: 'SEA' });
  });

  it('creates a tariff, and says what an amount with a comma has to be [PAY-001]', async () => {
    const api = openTariffs();
    await page.getByRole('button', { name: 'Nouveau tarif' }).click();
    await dialog.getByLabelText('Libellé').fill('Express');
    await dialog.getByLabelText('Prix (FCFA)').fill('12,5');
    await dialog.getByRole('button', { name: 'Créer' }).click();
    await expect.element(dialog.getByText('Écrivez un nombre entier de francs, sans virgule')).toBeVisible();
    await dialog.getByLabelText('Prix (FCFA)').fill('9 000');
    await dialog.getByRole('button', { name: 'Créer' }).click();
    await expectToast('Tarif créé');
    const { id: _, ...created } = { ...EXPRESS, minimum: 0 };
    expect(api.sent('POST /api/tariffs')).toEqual([created]);
  });

  it('deactivates a tariff that was used, and shows why it cannot be deleted [PAY-001]', async () => {
    const api = openTariffs(EXPRESS);
    const message = 'Ce tarif a déjà servi\u00a0: il peut seulement être désactivé.';
    api.respond('DELETE /api/tariffs/3', 409, { code: 'conflict', message });
    await page.getByRole('button', { name: 'Supprimer Express' }).click();
    await dialog.getByRole('button', { name: 'Supprimer' }).click();
    await expectToast(message);
    await dialog.getByRole('button', { name: 'Annuler' }).click();
    await page.getByRole('button', { name: 'Modifier Express' }).click();
    await dialog.getByLabelText('Actif').click();
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await expect.element(row.getByText('Inactif', { exact: true })).toBeVisible();
  });
});
