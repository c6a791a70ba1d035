import type { ReportRow } from '@fasocolis/contracts/report';
import { expectAccessible } from '@fasocolis/web-kit/testing/accessibility';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectNarrow, FakeApi, openScreen } from './back-office.tsx';

const ROW: ReportRow = {
  ...{ period: '2026-11-01', group: '', received: 31, shipped: 20, arrived: 12, handedOver: 9 },
  ...{ weightGrams: 2500, withoutWeight: 30, volumeCm3: 500_000, withoutVolume: 0 },
};

/** The queries of the report so far. */
const requested: Record<string, string>[] = [];

function openReport(rows: ReportRow[] = [ROW]): FakeApi {
  requested.length = 0;
  const api = new FakeApi({ staff: [{ id: 9, firstName: 'Salif', lastName: 'Kaboré' } as { id: number }] });
  api.compute('GET /api/report', ({ query }) => {
    requested.push(Object.fromEntries(query));
    return rows;
  });
  openScreen('/report', api);
  return api;
}

const table = page.getByRole('table', { name: 'Bilan' });

describe('the report', () => {
  it('shows what was received, shipped, arrived and handed over, with measures and a chart [OFF-009]', async () => {
    openReport();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Bilan' })).toBeVisible();
    const row = table.getByRole('row').filter({ hasText: 'novembre 2026' });
    for (const text of ['31', '20', '12', '9']) {
      await expect.element(row.getByText(text, { exact: true })).toBeVisible();
    }
    await expect.element(row.getByText(/2,5\skg \(30 sans poids\)/)).toBeVisible();
    const bars = page.getByRole('list', { name: 'Colis reçus' }).getByRole('listitem');
    await expect.element(bars).toHaveTextContent('31novembre 2026');
    await expectAccessible();
  });

  it('is asked for by week or month, and by mode, town or agent [OFF-009]', async () => {
    openReport([{ ...ROW, group: '9' }]);
    await page.getByLabelText('Du', { exact: true }).fill('2026-11-01');
    await page.getByLabelText('Par', { exact: true }).selectOptions('Semaine');
    await page.getByLabelText('Et par').selectOptions('Agent');
    await expect
      .poll(() => requested[requested.length - 1])
      .toMatchObject({ from: '2026-11-01', unit: 'week', group: 'agent' });
    await expect.element(table.getByText('Salif Kaboré')).toBeVisible();
  });

  it.each([
    ['2026-12-05', '2026-11-28', 'Le dernier jour précède le premier'],
    ['2024-01-01', '2026-11-28', 'Choisissez un an au plus'],
  ])('from %s to %s is not asked for, and says why', async (from, to, message) => {
    openReport();
    await page.getByLabelText('Du', { exact: true }).fill(from);
    await page.getByLabelText('Au', { exact: true }).fill(to);
    await expect.element(page.getByRole('alert').getByText(message)).toBeVisible();
    expect(requested).not.toContainEqual(expect.objectContaining({ from, to }));
    await expect.element(page.getByRole('button', { name: 'Exporter en Excel' })).not.toBeInTheDocument();
  });

  it('is exported to Excel as it is shown [OFF-009]', async () => {
    const api = openReport();
    await expect.element(table).toBeVisible();
    await page.getByRole('button', { name: 'Exporter en Excel' }).click();
    await expect.poll(() => api.paths).toContain('/api/report/export/excel');
  });

  it('fits a narrow screen', async () => {
    await page.viewport(360, 740);
    openReport();
    await expect.element(page.getByText(/2,5\skg \(30 sans poids\)/)).toBeVisible();
    expectNarrow();
  });

  it('says that nothing happened', async () => {
    openReport([]);
    await expect.element(page.getByText("Rien ne s'est passé dans cette période.")).toBeVisible();
  });
});
