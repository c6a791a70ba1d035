import type { AuditEvent } from '@fasocolis/contracts/audit';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { FakeApi, openScreen } from './back-office.tsx';
import { CUSTOMS, change } from './orders.ts';

const MEMBER = { id: 1, firstName: 'Salif', lastName: 'Kaboré' };

const AUDIT_EVENTS: AuditEvent[] = [
  {
    ...{ id: 11, service: 'auth', userId: 1, action: 'Connexion', outcome: 'success', status: 200, count: 1 },
    ...{ target: 'POST /api/auth/login', address: '203.0.113.0/24', requestId: 'r1' },
    createdAt: '2026-11-21T10:00:00.000Z',
  },
  {
    ...{ id: 12, service: 'gateway', userId: null, action: "Refus à l'entrée du site", outcome: 'refused', count: 340 },
    ...{ status: 429, target: 'GET /api/orders/FC-1', address: '198.51.100.0/24', requestId: 'r2' },
    createdAt: '2026-11-21T10:01:00.000Z',
  },
];

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
    'message-changes': [
      change(4, {
        ...{ subject: 'notification', name: 'Promo', action: 'sent' },
        ...{ before: null, after: { content: 'Fret à -10 %' } },
      }),
    ],
    'product-changes': [
      change(5, { subject: 'product', name: 'Lampe', action: 'created', before: null, after: { name: 'Lampe' } }),
    ],
    'account-changes': [
      change(6, {
        ...{ subject: 'agent', name: 'Issa Sanou' },
        ...{ before: { city: 'Guangzhou' }, after: { city: 'Yiwu' } },
      }),
    ],
    'audit-events': AUDIT_EVENTS,
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
  it('lists changes of orders and definitions with user, time, and values before and after [DOSS-008]', async () => {
    openJournal();
    await expect.element(row('FC-7ABC').getByText('Salif')).toBeVisible();
    await expect.element(row('FC-7ABC').getByText('21/11/2026, 10:00 GMT+0')).toBeVisible();
    await expect.element(row('FC-7ABC').getByText('Pièces : 1 → 2')).toBeVisible();
    await expect.element(row('CUSTOMS').getByText('Libellé : Douane → En douane')).toBeVisible();
  });

  it('names a status that the administrator defined by its label', async () => {
    const api = new FakeApi({
      staff: [MEMBER],
      'order-statuses': [CUSTOMS],
      'order-changes': [change(1, { before: { status: 'IN_TRANSIT' }, after: { status: CUSTOMS.code } })],
    });
    openScreen('/journal', api);
    await expect.element(row('FC-7ABC').getByText(`Statut\u00a0: En Transit → ${CUSTOMS.label}`)).toBeVisible();
  });

  it('lists changes that the product made itself', async () => {
    openJournal();
    await expect.element(row('FC-GONE').getByText('FasoColis')).toBeVisible();
  });

  it('lists changes of settings in a separate tab', async () => {
    openJournal();
    await page.getByRole('tab', { name: 'Paramètres' }).click();
    await expect.element(row('Numéro WhatsApp').getByText('Valeur : +226 1 → +226 2')).toBeVisible();
  });

  it('lists what staff did with messages, products, pages and the team, by kind [OFF-010]', async () => {
    const api = openJournal();
    for (const [tab, name, text] of [
      ['Annonces', 'Promo', 'Contenu\u00a0: Fret à -10 %'],
      ['Produits', 'Lampe', 'Nom\u00a0: Lampe'],
      ['Équipe et comptes', 'Issa Sanou', 'Ville\u00a0: Guangzhou → Yiwu'],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click();
      await expect.element(row(name).getByText(text)).toBeVisible();
    }
    await page.getByLabelText('Genre').click();
    await page.getByRole('option', { name: 'Agent' }).click();
    await expect.poll(() => api.lastFilter('account-changes')).toEqual({ subject: 'agent' });
  });

  it('lists who signed in and who was refused, by action and outcome [OPS-002]', async () => {
    const api = openJournal();
    await page.getByRole('tab', { name: 'Sécurité' }).click();
    const signIn = row('POST /api/auth/login');
    for (const text of ['Connexion', 'Salif', 'Réussi', '203.0.113.0/24', '21/11/2026, 10:00 GMT+0']) {
      await expect.element(signIn.getByText(text)).toBeVisible();
    }
    await expect.element(row('GET /api/orders/FC-1').getByText('Refusé (340 fois)')).toBeVisible();
    await expect.element(row('GET /api/orders/FC-1').getByText('Visiteur')).toBeVisible();
    await page.getByLabelText('Action').click();
    await page.getByRole('option', { name: 'Connexion', exact: true }).click();
    await page.getByLabelText('Résultat').click();
    await page.getByRole('option', { name: 'Échec' }).click();
    await expect.poll(() => api.lastFilter('audit-events')).toEqual({ action: 'sign-in', outcome: 'failure' });
  });

  it('searches by order and by range of days [OFF-010]', async () => {
    const api = openJournal();
    await page.getByLabelText('Rechercher une référence').fill('FC-7');
    await page.getByLabelText('Du', { exact: true }).fill('2026-11-20');
    await page.getByLabelText('Au', { exact: true }).fill('2026-11-21');
    await expect
      .poll(() => api.lastFilter('order-changes'))
      .toEqual({ q: 'FC-7', from: '2026-11-20', to: '2026-11-21' });
  });

  it('opens another tab without the search of the one before, whose filters it may not have', async () => {
    const api = openJournal('/journal?filter={"q":"FC-7","subject":"order"}');
    await expect.element(row('FC-7ABC')).toBeVisible();
    await page.getByRole('tab', { name: 'Sécurité' }).click();
    await expect.element(row('POST /api/auth/login')).toBeVisible();
    expect(api.lastFilter('audit-events')).toEqual({});
  });

  it('shows the names of all tabs whole on a phone', async () => {
    await page.viewport(360, 740);
    openJournal();
    const tabs = page.getByRole('tab');
    await expect.poll(() => tabs.elements().length).toBe(6);
    for (const tab of tabs.elements()) {
      const { left, right } = tab.getBoundingClientRect();
      expect([tab.textContent, left >= 0 && right <= innerWidth]).toEqual([tab.textContent, true]);
    }
  });

  it('exports what the filter finds to Excel [OFF-010]', async () => {
    const api = openJournal('/journal?log=account-changes');
    await expect.element(row('Issa Sanou')).toBeVisible();
    await page.getByRole('button', { name: 'Exporter en Excel' }).click();
    await expect.poll(() => api.paths).toContain('/api/account-changes/export/excel');
  });

  it('searches by user', async () => {
    const api = openJournal();
    await page.getByLabelText('Personne').click();
    await page.getByRole('option', { name: 'Salif Kaboré' }).click();
    await expect.poll(() => api.lastFilter('order-changes')).toEqual({ userId: 1 });
  });

  it('links to the file of an order', async () => {
    openJournal();
    await expect.element(page.getByRole('link', { name: 'FC-7ABC' })).toHaveAttribute('href', '/admin/orders/7');
  });
});
