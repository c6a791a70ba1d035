import type { StaffClaim } from '@fasocolis/contracts/claims';
import { UNNAMED_MEMBER } from '@fasocolis/contracts/receiving';
import { BOTH, expectAccessible } from '@fasocolis/web-kit/testing/accessibility';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectToast, FakeApi, openScreen } from './back-office.tsx';
import { order } from './orders.ts';

const DAY_MS = 24 * 3600 * 1000;
const unnamed = {
  ...order,
  ...{ id: 8, reference: 'FC-8DEF', aliases: ['YT7512345678'], status: 'PROCESSING', statusLabel: 'En Traitement' },
  ...{
    recipientName: null,
    recipientPhone: null,
    userId: null,
    createdAt: new Date(Date.now() - 3.5 * DAY_MS).toISOString(),
  },
  photos: [5],
};
const claim: StaffClaim = {
  ...{ id: '7b1b6a00-2f3c-4c55-8a53-0a4f4f3f8a10', orderId: 8, userId: 42, text: 'Vingt paires de chaussures' },
  ...{ state: 'open', reason: null, createdAt: '2026-11-24T10:00:00.000Z' },
};
const user = {
  ...{ id: 42, username: 'awa', email: null, emailVerified: false, firstName: 'Awa', lastName: 'Ouédraogo' },
  ...{ phone: '+226 70123456', provider: null, providerId: null, isAdmin: false, notifyByEmail: true },
  ...{ createdAt: '2026-01-05T10:00:00.000Z', updatedAt: '2026-01-05T10:00:00.000Z' },
};

function openQueue(claims: StaffClaim[] = [], reader?: object) {
  const api = new FakeApi({ orders: [unnamed], claims, users: [user], staff: [] });
  api.respond('GET /api/app-settings/client_code_prefix', 200, {
    key: 'client_code_prefix',
    value: 'FASO',
    description: null,
  });
  if (reader) api.respond('GET /api/user', 200, reader);
  openScreen('/unnamed', api);
  return api;
}
const parcel = () => page.getByRole('article', { name: 'FC-8DEF' });
const dialog = () => page.getByRole('dialog');

describe('the queue of parcels without a name', () => {
  it('shows photo, number and days waiting, with a counter in the menu [INT-005]', async () => {
    const api = openQueue();
    await expect.element(parcel().getByRole('link', { name: 'YT7512345678' })).toBeVisible();
    await expect.element(parcel().getByText('Depuis 3 jours')).toBeVisible();
    await expect.element(parcel().getByRole('img')).toHaveAttribute('src', '/api/reception-photos/5');
    const entry = page.getByTestId('admin-sidebar').getByRole('link', { name: /^Sans nom/ });
    await expect.element(entry).toHaveTextContent('Sans nom1 colis sans nom');
    expect(api.lists('orders').map(({ filter }) => filter)).toContainEqual({ unnamed: true });
    await expectAccessible(BOTH);
  });

  it('is searched among parcels without a name only', async () => {
    const api = openQueue();
    await page.getByRole('main').getByRole('searchbox').fill('YT7512');
    await expect
      .poll(() => api.lists('orders').map(({ filter }) => filter))
      .toContainEqual({ unnamed: true, q: 'YT7512' });
    await expect.element(parcel()).toBeVisible();
  });

  it('gives a parcel to a person with "Attribuer" [INT-005]', async () => {
    const api = openQueue();
    await parcel().getByRole('button', { name: 'Attribuer' }).click();
    await dialog().getByLabelText('Client ou destinataire').fill('Awa');
    await page.getByRole('option', { name: /Awa Ouédraogo/ }).click();
    await dialog().getByRole('button', { name: 'Attribuer' }).click();
    await expectToast('Colis attribué');
    expect(api.sent('PATCH /api/orders/8')).toMatchObject([{ userId: 42, recipientName: 'Awa Ouédraogo' }]);
  });

  it('gives a parcel to the customer whose code an agent types, without reading accounts [TEL-009]', async () => {
    const api = openQueue([], { ...user, id: 8, isAgent: true });
    await parcel().getByRole('button', { name: 'Attribuer' }).click();
    await dialog().getByLabelText('Client ou destinataire').fill('faso 1042');
    await page.getByRole('option', { name: 'FASO1042 · compte' }).click();
    await expect.element(dialog().getByText('Client\u00a0: FASO1042')).toBeVisible();
    await dialog().getByRole('button', { name: 'Attribuer' }).click();
    await expectToast('Colis attribué');
    expect(api.sent('PATCH /api/orders/8')).toMatchObject([{ userId: 42, recipientName: null }]);
    expect(api.lists('users')).toEqual([]);
  });

  it('shows the claims of a parcel beside each other, to accept or to refuse with a reason [INT-006]', async () => {
    const other = { ...claim, id: '8b1b6a00-2f3c-4c55-8a53-0a4f4f3f8a10', userId: 43, text: 'Une robe' };
    const api = openQueue([claim, other]);
    const claims = parcel().getByRole('list', { name: 'Demandes' }).getByRole('listitem');
    await expect.element(claims.first().getByText('Awa Ouédraogo, FASO1042')).toBeVisible();
    await expect.element(claims.first().getByText('Vingt paires de chaussures')).toBeVisible();
    await expect.element(claims.nth(1).getByText('FASO1043')).toBeVisible();
    await expect.element(claims.nth(1).getByText('Une robe')).toBeVisible();
    await expect
      .element(claims.first().getByRole('link', { name: 'Voir sa photo' }))
      .toHaveAttribute('href', `/api/claims/${claim.id}/photo`);
    api.respond(`POST /api/claims/${other.id}/refuse`, 200, { ...other, state: 'refused', reason: 'Mauvaise photo' });
    await claims.nth(1).getByRole('button', { name: 'Refuser' }).click();
    await dialog().getByLabelText('Raison').fill('Mauvaise photo');
    await dialog().getByRole('button', { name: 'Refuser' }).click();
    await expectToast('Demande refusée');
    expect(api.sent(`POST /api/claims/${other.id}/refuse`)).toMatchObject([{ reason: 'Mauvaise photo' }]);
    api.respond(`POST /api/claims/${claim.id}/accept`, 200, { ...claim, state: 'accepted' });
    await claims.first().getByRole('button', { name: 'Accepter' }).click();
    await expectToast('Colis attribué');
  });
});

describe('a parcel without a name', () => {
  it('is added to a consignment after a confirmation [INT-005]', async () => {
    const consignment = {
      ...{ id: 5, code: 'AIR-2026-047', mode: 'AIR', departureCity: 'Guangzhou', carrierNumber: null },
      ...{ departureDate: null, expectedArrival: null, state: 'preparing', orders: 0, pieces: 0, weightGrams: 0 },
      ...{ closedAt: null, createdAt: order.createdAt, updatedAt: order.createdAt },
    };
    const api = new FakeApi({ consignments: [consignment], orders: [], milestones: [], 'milestone-definitions': [] });
    const ADD = 'POST /api/consignments/5/orders';
    api.compute(ADD, ({ body }) => {
      const { dryRun, isConfirmed } = body as { dryRun: boolean; isConfirmed?: boolean };
      if (!isConfirmed) return [{ line: 1, outcome: 'refused', message: UNNAMED_MEMBER }];
      return [{ line: 1, outcome: dryRun ? 'ready' : 'added' }];
    });
    openScreen('/consignments/5', api);
    await page.getByRole('button', { name: 'Ajouter des colis' }).click();
    await dialog().getByLabelText('Références').fill('FC-8DEF');
    await dialog().getByRole('button', { name: 'Vérifier' }).click();
    await dialog().getByRole('button', { name: 'Ajouter aussi le colis sans nom' }).click();
    await dialog().getByRole('button', { name: 'Ajouter 1 colis' }).click();
    await expect.element(dialog().getByText('1 ajouté.')).toBeVisible();
    expect(api.sent(ADD).pop()).toMatchObject({ dryRun: false, isConfirmed: true });
  });
});
