import type { Problem } from '@fasocolis/contracts/problems';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectNarrow, expectToast, FakeApi, openScreen } from './back-office.tsx';
import { order } from './orders.ts';

const REPORT = 'POST /api/orders/7/problems';
const dialog = page.getByRole('dialog');
const button = (name: string) => page.getByRole('button', { name, exact: true });
const panel = () => page.getByRole('region', { name: 'À régler' });

const PROBLEM: Problem = {
  ...{ id: 4, orderId: 7, kind: 'damaged', piece: 2, note: 'Ouvert au port', photo: '/api/order-problems/4/photo' },
  ...{ byUserId: 1, createdAt: '2026-11-25T10:00:00.000Z', closed: null },
};

function openFile(problems: Problem[] = []) {
  const staff = [{ id: 1, firstName: 'Salif', lastName: 'Kaboré' }];
  const parcel = { ...order, pieces: 3 };
  const api = new FakeApi({ orders: [parcel], 'order-problems': problems, staff });
  const nothingDue = { id: 7, charges: [], payments: [], due: 0, paid: 0, rest: 0, storage: null };
  api.respond('GET /api/ledgers/7', 200, { ...nothingDue, freight: { state: 'to-fix', proposal: null } });
  api.respond('GET /api/ledgers/7/reports', 200, { accounts: [], reports: [] });
  openScreen('/orders/7', api);
  return api;
}

describe('the problems of a parcel', () => {
  it('are reported with kind, carton, note and photo [CNT-005]', async () => {
    const api = openFile();
    api.respond(REPORT, 201, PROBLEM);
    await button('Signaler un problème').click();
    await button('Signaler').click();
    await expect.element(dialog.getByText('Choisissez manquant ou abîmé')).toBeVisible();
    await dialog.getByLabelText('Abîmé').click();
    await dialog.getByRole('combobox', { name: 'Carton' }).click();
    await page.getByRole('option', { name: '2 sur 3' }).click();
    await dialog.getByLabelText('Note').fill('Ouvert au port');
    const canvas = new OffscreenCanvas(320, 240);
    canvas.getContext('2d')?.fillRect(0, 0, 100, 100);
    const photo = new File([await canvas.convertToBlob()], 'photo.png', { type: 'image/png' });
    await dialog.getByLabelText('Photo du problème').upload(photo);
    await expect.element(dialog.getByRole('button', { name: 'Reprendre la photo' })).toBeVisible();
    await button('Signaler').click();
    await expectToast('Succès', 'Problème signalé');
    const sent = { kind: 'damaged', piece: 2, note: 'Ouvert au port' };
    expect(api.sent(REPORT)).toMatchObject([{ ...sent, photo: expect.stringMatching(/^data:image\/jpeg/) }]);
  });

  it('stand in the file with note, photo and author until they are closed [CNT-005]', async () => {
    const api = openFile([PROBLEM]);
    await expect.element(panel().getByText('Abîmé, carton 2')).toBeVisible();
    await expect.element(panel().getByText('Ouvert au port')).toBeVisible();
    await expect.element(panel().getByText('25/11/2026, par Salif Kaboré')).toBeVisible();
    await expect.element(panel().getByRole('link', { name: 'Voir la photo' })).toBeVisible();
    api.compute('POST /api/order-problems/4/close', () => {
      api.set('order-problems', []);
      return { ...PROBLEM, closed: { at: PROBLEM.createdAt, byUserId: 1, note: 'Réparé' } };
    });
    await button("C'est réglé").click();
    await dialog.getByLabelText('Note').fill('Réparé');
    await dialog.getByRole('button', { name: "C'est réglé" }).click();
    await expect.element(panel()).not.toBeInTheDocument();
    expect(api.sent('POST /api/order-problems/4/close')).toEqual([{ note: 'Réparé' }]);
  });

  it('fit a phone', async () => {
    await page.viewport(360, 740);
    openFile([PROBLEM]);
    await expect.element(panel().getByText('Abîmé, carton 2')).toBeVisible();
    expectNarrow();
  });
});
