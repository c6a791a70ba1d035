import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { FakeApi, openScreen } from './back-office.tsx';
import { change } from './orders.ts';

const MEMBER = { id: 1, firstName: 'Salif', lastName: 'Kaboré' };

function openJournal(path = '/journal') {
  const api = new FakeApi({
    staff: [MEMBER],
    'order-changes': [
      change(2, { action: 'deleted', name: 'FC-GONE', before: null, after: null, userId: null }),
      change(1),
      change(3, {
        subject: 'order-status',
        name: 'CUSTOMS',
        before: { label: 'Douane' },
        after: { label: 'En douane' },
      }),
    ],
    'setting-changes': [
      change(9, {
        subject: 'setting',
        name: 'whatsapp_number',
        before: { value: '+226 1' },
        after: { value: '+226 2' },
      }),
    ],
  });
  openScreen(path, api);
  return api;
}

const row = (name: string) => page.getByRole('row', { name });

describe('the journal', () => {
  it('lists changes of orders and definitions with who, when, before and after [DOSS-008]', async () => {
    openJournal();
    await expect.element(row('FC-7ABC').getByText('Salif')).toBeVisible();
    await expect.element(row('FC-7ABC').getByText('21 novembre 2026 à 10:00 (GMT)')).toBeVisible();
    await expect.element(row('FC-7ABC').getByText('Pièces : 1 → 2')).toBeVisible();
    await expect.element(row('CUSTOMS').getByText('Libellé : Douane → En douane')).toBeVisible();
  });

  it('tells what the product did by itself', async () => {
    openJournal();
    await expect.element(row('FC-GONE').getByText('FasoColis')).toBeVisible();
  });

  it('lists changes of settings in a tab of its own', async () => {
    openJournal();
    await page.getByRole('tab', { name: 'Paramètres' }).click();
    await expect.element(row('whatsapp_number').getByText('Valeur : +226 1 → +226 2')).toBeVisible();
  });

  it('searches by order and by day', async () => {
    const api = openJournal();
    await page.getByLabelText('Rechercher une référence').fill('FC-7');
    await page.getByLabelText('Jour', { exact: true }).fill('2026-11-21');
    await expect.poll(() => api.lastFilter('order-changes')).toEqual({ q: 'FC-7', day: '2026-11-21' });
  });

  it('searches by person', async () => {
    const api = openJournal();
    await page.getByLabelText('Personne').click();
    await page.getByRole('option', { name: 'Salif Kaboré' }).click();
    await expect.poll(() => api.lastFilter('order-changes')).toEqual({ userId: 1 });
  });

  it('leads to the file of an order', async () => {
    openJournal();
    await expect.element(page.getByRole('link', { name: 'FC-7ABC' })).toHaveAttribute('href', '/admin/orders/7');
  });
});
