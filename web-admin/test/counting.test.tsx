import type { ConsignmentCount, CountedOrder } from '@fasocolis/contracts/consignments';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAddress, expectNarrow, FakeApi, openScreen, push } from './back-office.tsx';
import { consignment, definitions, milestone } from './consignments.ts';
import { order } from './orders.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = page.getByRole('dialog');
const tab = (name: string) => page.getByRole('tab', { name, exact: true });

const COUNT: ConsignmentCount = {
  end: 'arrive',
  expected: 3,
  loaded: 3,
  arrived: 2,
  missing: 1,
  unscanned: 1,
  extra: 1,
};
const parcel = (id: number, changes: Partial<CountedOrder> = {}): CountedOrder => ({
  ...{ ...order, id, reference: `FC-00${id}`, loadedPieces: 2, arrivedPieces: 2 },
  ...changes,
});
const PARCELS: Record<string, CountedOrder[]> = {
  expected: [parcel(1), parcel(2), parcel(3, { arrivedPieces: 1, recipientName: 'Ali Zongo' })],
  missing: [parcel(3, { arrivedPieces: 1, recipientName: 'Ali Zongo' })],
  extra: [parcel(4, { pieces: null, loadedPieces: 0, arrivedPieces: 1 })],
};

function openCount(count = COUNT) {
  const api = new FakeApi({ consignments: [consignment], 'milestone-definitions': definitions, milestones: [] });
  api.respond('GET /api/consignments/5/count', 200, count);
  api.compute('GET /api/consignments/5/counted', ({ query }) => {
    const { group } = JSON.parse(query.get('filter') ?? '{}') as { group: string };
    const rows = PARCELS[group] ?? [];
    return Response.json(rows, { headers: { 'content-range': `counted-orders 0-${rows.length}/${rows.length}` } });
  });
  openScreen('/consignments/5?tab=count', api);
  return api;
}

describe('the tab "Pointage" of a consignment', () => {
  it('shows what was expected, loaded, arrived, is missing and too many as tabs of one table [CNT-004]', async () => {
    openCount();
    for (const name of ['3 Attendus', '3 Chargés', '2 Arrivés', '1 Manquants', '1 En trop']) {
      await expect.element(tab(name)).toBeVisible();
    }
    const partly = page.getByRole('row', { name: 'FC-003' });
    for (const text of ['2 sur 2', '1 sur 2'])
      await expect.element(partly.getByText(text, { exact: true })).toBeVisible();
    await tab('1 Manquants').click();
    await expect.element(page.getByText("pas encore scannés à l'arrivée")).toBeVisible();
    const missing = page.getByRole('row', { name: 'FC-003' });
    await expect.element(missing.getByText('Ali Zongo')).toHaveStyle({ color: 'rgb(185, 28, 28)' });
    await tab('1 En trop').click();
    const extra = page.getByRole('row', { name: 'FC-004' });
    for (const text of ['Non', 'Arrivé']) await expect.element(extra.getByText(text, { exact: true })).toBeVisible();
  });

  it('follows what other agents scan [CNT-004]', async () => {
    const api = openCount();
    await expect.element(tab('1 Manquants')).toBeVisible();
    await tab('1 Manquants').click();
    await expect.element(page.getByRole('row', { name: 'FC-003' })).toBeVisible();
    api.respond('GET /api/consignments/5/count', 200, { ...COUNT, arrived: 3, missing: 0 });
    api.respond('GET /api/consignments/5/counted', 200, []);
    await expect
      .poll(
        () => {
          push({ type: 'counted', data: { consignmentIds: [4, 5] } });
          return tab('0 Manquants').elements().length;
        },
        { timeout: 5000 },
      )
      .toBe(1);
    await expect.element(page.getByText('Aucun colis ne manque.')).toBeVisible();
  });

  it('leads to the scanner, which counts arrivals with this consignment until another one is chosen [CNT-004]', async () => {
    openCount();
    await button("Scanner à l'arrivée").click();
    await expectAddress('/admin/scan');
    await expect.element(page.getByRole('combobox', { name: 'Mode' })).toHaveTextContent('Arrivé');
    const choice = page.getByRole('combobox', { name: 'Expédition' });
    await expect.element(choice).toHaveTextContent('AIR-2026-047');
    await choice.click();
    await page.getByRole('option', { name: 'Toutes' }).click();
    await expect.element(choice).toHaveTextContent('Toutes');
  });

  it('fits a phone', async () => {
    await page.viewport(360, 740);
    openCount();
    await expect.element(page.getByRole('row', { name: 'FC-001' })).toBeVisible();
    expectNarrow();
  });
});

describe('a milestone of the arrival, while parcels were not scanned', () => {
  const RECORD = 'POST /api/consignments/5/milestones';
  const SENTENCE = "2 colis n'ont pas été scannés.";

  function openRoute() {
    const passed = [milestone(80, { label: 'En transit' })];
    const ready = definitions.map((each) => (each.id === 4 ? { ...each, defaultPlace: 'Ouagadougou' } : each));
    const api = new FakeApi({ consignments: [consignment], 'milestone-definitions': ready, milestones: passed });
    api.respond('GET /api/consignments/5/count', 200, { ...COUNT, expected: 5, missing: 3, unscanned: 2 });
    api.compute(RECORD, ({ body }) => {
      const { unscanned } = body as { unscanned?: string };
      if (!unscanned) return Response.json({ message: SENTENCE, code: 'not-scanned' }, { status: 409 });
      return Response.json(milestone(90, { state: 'pending' }), { status: 201 });
    });
    openScreen('/consignments/5', api);
    return api;
  }

  it.each([
    ['Les laisser en attente (conseillé)', 'leave'],
    ['Les annoncer aussi', 'announce'],
  ])('asks before one tap records it: "%s" [CNT-004]', async (choice, unscanned) => {
    const api = openRoute();
    await button('Arrivé à Ouagadougou').click();
    await expect.element(dialog.getByRole('heading', { name: SENTENCE })).toBeVisible();
    await button(choice).click();
    await expect.poll(() => api.sent(RECORD)).toEqual([{ definitionId: 4 }, { definitionId: 4, unscanned }]);
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('asks in the form too, and leaves them unless staff says otherwise [CNT-004]', async () => {
    const api = openRoute();
    await button('Autre jalon, lieu ou heure').click();
    await expect.element(dialog.getByText(SENTENCE)).toBeVisible();
    await expect.element(dialog.getByLabelText('Les laisser en attente (conseillé)')).toBeChecked();
    await button('Enregistrer').click();
    await expect.poll(() => api.sent(RECORD)).toEqual([{ definitionId: 4, unscanned: 'leave' }]);
  });
});
