import type { Milestone } from '@fasocolis/contracts/milestones';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectNarrow, expectToast, FakeApi, openScreen, push } from './back-office.tsx';
import { consignment, definitions, milestone } from './consignments.ts';

const RECORD = 'POST /api/consignments/5/milestones';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = page.getByRole('dialog');
const stops = () => page.getByRole('list', { name: 'Jalons' }).getByRole('listitem');
const stopTexts = () =>
  stops()
    .elements()
    .map(({ textContent }) => textContent);

function openRoute(...milestones: Milestone[]) {
  const api = new FakeApi({ consignments: [consignment], 'milestone-definitions': definitions, milestones });
  api.compute(RECORD, ({ body }) => {
    const { definitionId, place = 'Guangzhou' } = body as { definitionId: number; place?: string };
    const label = definitions.find(({ id }) => id === definitionId)?.label ?? '';
    const recorded = milestone(90, { label, place, state: 'pending', total: 0, applied: 0 });
    api.set('milestones', [...milestones, recorded]);
    return Response.json(recorded, { status: 201 });
  });
  openScreen('/consignments/5', api);
  return api;
}

async function choose(label: string, option: string) {
  await dialog.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

describe('the route of a consignment', () => {
  it('shows the passed milestones with place and time, and those ahead', async () => {
    openRoute(milestone(80));
    await expect.element(stops().nth(0)).toBeVisible();
    expect(stopTexts()).toEqual([
      'Parti de ChineGuangzhou21/11/2026, 10:00 GMT+0Reprendre ce jalon',
      'En transit',
      'Arrivé à Ouagadougou',
    ]);
  });

  it('records the next milestone with one tap, which can be cancelled [CONS-005]', async () => {
    const api = openRoute();
    await button("Reçu à l'entrepôt, Guangzhou").click();
    await expect
      .element(page.getByText("« Reçu à l'entrepôt, Guangzhou » sera sur chaque colis dans 10 secondes."))
      .toBeVisible();
    expect(api.sent(RECORD)).toEqual([{ definitionId: 1 }]);
    api.compute('DELETE /api/milestones/90', () => {
      api.set('milestones', []);
      return { message: 'Jalon annulé' };
    });
    await button('Annuler').click();
    await expectToast('Succès', 'Jalon annulé');
    await expect.element(button("Reçu à l'entrepôt, Guangzhou")).toBeVisible();
  });

  it('names the place that is recorded: the town of the consignment where the definition lists it [CNT-007]', async () => {
    const api = openRoute(milestone(80));
    const places = ['Guangzhou', 'Yiwu'];
    api.setRow('milestone-definitions', 3, { places, defaultPlace: 'Yiwu' });
    await button('En transit, Guangzhou').click();
    await expect.poll(() => api.sent(RECORD)).toEqual([{ definitionId: 3 }]);
  });

  it('says when it is too late to cancel', async () => {
    const api = openRoute(milestone(90, { state: 'pending' }));
    const message = 'Le délai d’annulation est passé\u00a0: choisissez «\u00a0Reprendre ce jalon\u00a0».';
    api.respond('DELETE /api/milestones/90', 409, { message, code: 'conflict' });
    await button('Annuler').click();
    await expectToast('Erreur', message);
  });

  it('takes the newest milestone back with a reason, and shows how far it is [HIST-006]', async () => {
    const api = openRoute(milestone(80), milestone(81, { label: 'En transit', place: 'Dubaï' }));
    api.compute('POST /api/milestones/81/withdraw', () => {
      api.setRow('milestones', 81, { state: 'withdrawing', applied: 12 });
      return Response.json(milestone(81, { state: 'withdrawing' }));
    });
    await expect.poll(() => stopTexts()[1]).toContain('Reprendre ce jalon');
    expect(button('Reprendre ce jalon').elements()).toHaveLength(1);
    await button('Reprendre ce jalon').click();
    await expect.element(dialog.getByText('« En transit, Dubaï » est retiré de ses 30 colis')).toBeVisible();
    await button('Reprendre le jalon').click();
    await expect.element(dialog.getByText('Indiquez la raison')).toBeVisible();
    await dialog.getByLabelText('Raison').fill('Vol retardé');
    await button('Reprendre le jalon').click();
    await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '18 sur 30');
    expect(api.sent('POST /api/milestones/81/withdraw')).toEqual([{ reason: 'Vol retardé' }]);
    api.setRow('milestones', 81, { state: 'withdrawn', applied: 0 });
    await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument();
    await expect.poll(() => stopTexts()[0]).toContain('Reprendre ce jalon');
    expect(stopTexts()).toHaveLength(3);
  });

  it('asks for the place of a milestone that has no usual one', async () => {
    const api = openRoute(milestone(80));
    await button('En transit').click();
    await dialog.getByLabelText('Lieu').fill('Dubaï');
    await button('Enregistrer').click();
    await expect.poll(() => api.sent(RECORD)).toEqual([{ definitionId: 3, place: 'Dubaï' }]);
  });

  it('records any milestone at one of its places and at an earlier time', async () => {
    const api = openRoute(milestone(80));
    await button('Autre jalon, lieu ou heure').click();
    await choose('Jalon', 'Arrivé à Ouagadougou');
    await choose('Lieu', 'Ouaga 2000');
    await dialog.getByLabelText('Date et heure').fill('2026-11-24T08:30');
    await dialog.getByLabelText('Texte').fill('Vol ET605');
    await button('Enregistrer').click();
    const body = { definitionId: 4, place: 'Ouaga 2000', occurredAt: '2026-11-24T08:30:00.000Z', note: 'Vol ET605' };
    await expect.poll(() => api.sent(RECORD)).toEqual([body]);
  });

  it('shows the pushed progress of a milestone [CONS-004]', async () => {
    openRoute(milestone(90, { state: 'pending', total: 0, applied: 0 }));
    await expect.element(button('Annuler')).toBeVisible();
    const data = { id: 90, consignmentId: 5, state: 'running', total: 2000, applied: 800, skipped: 10 };
    await expect
      .poll(() => {
        push({ type: 'milestone', data });
        return page.getByRole('progressbar').elements()[0]?.getAttribute('aria-valuetext');
      })
      .toBe('810 sur 2000');
  });

  it('follows the progress without a socket as well [CONS-004]', async () => {
    const api = openRoute(milestone(90, { state: 'running', total: 2000, applied: 200 }));
    await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '200 sur 2000');
    api.setRow('milestones', 90, { applied: 1400 });
    await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '1400 sur 2000');
    api.setRow('milestones', 90, { state: 'done', applied: 2000 });
    await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument();
    await expect.element(button('En transit')).toBeVisible();
  });

  it('lists and counts the orders that a milestone skipped [CONS-004]', async () => {
    const api = openRoute(milestone(80, { applied: 28, skipped: 2 }));
    api.compute('GET /api/milestones/80/skipped', () =>
      Response.json(
        [
          { id: 7, reference: 'FC-7ABC', reason: 'further' },
          { id: 8, reference: 'FC-8ABC', reason: 'archived' },
        ],
        { headers: { 'content-range': 'skipped-orders 0-1/2' } },
      ),
    );
    await button('Parti de Chine : 2 colis laissés tels quels').click();
    await expect.element(dialog.getByText('30 colis : 28 mis à jour, 2 laissés.')).toBeVisible();
    const list = dialog.getByRole('list', { name: 'Colis laissés tels quels' });
    await expect.element(list).toHaveTextContent('FC-7ABCDéjà plus loinFC-8ABCArchivé');
  });

  it('fits a phone', async () => {
    await page.viewport(360, 740);
    openRoute(milestone(80), milestone(90, { state: 'pending' }));
    await expect.element(button('Annuler')).toBeVisible();
    expectNarrow();
  });
});

describe('the definitions of milestones', () => {
  function openDefinitions() {
    const api = new FakeApi({ 'milestone-definitions': definitions, 'order-statuses': [] });
    openScreen('/milestone-definitions', api);
    return api;
  }

  it('are listed by mode, in the order of the route', async () => {
    const api = openDefinitions();
    const row = page.getByRole('row', { name: 'Parti de Chine' });
    for (const text of ['2', 'En Transit', 'Guangzhou', 'Actif']) {
      await expect.element(row.getByText(text, { exact: true })).toBeVisible();
    }
    await page.getByRole('tab', { name: 'Jalons bateau' }).click();
    await expect.poll(() => api.lastFilter('milestone-definitions')).toEqual({ mode: 'SEA' });
  });

  it('are tabs beside the statuses of orders', async () => {
    openDefinitions();
    await page.getByRole('tab', { name: 'Statuts' }).click();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Statuts de commande' })).toBeVisible();
    await page.getByRole('tab', { name: 'Jalons avion' }).click();
    await expect.element(page.getByRole('row', { name: 'Parti de Chine' })).toBeVisible();
  });

  it('are created with their places', async () => {
    const api = openDefinitions();
    const created = { ...definitions[0], id: 9, label: 'Arrivé au port' };
    api.compute('POST /api/milestone-definitions', () => Response.json(created, { status: 201 }));
    await button('Nouveau jalon').click();
    await dialog.getByLabelText('Libellé').fill('Arrivé au port');
    await choose('Statut des colis', 'En Transit');
    const places = dialog.getByLabelText('Lieux possibles');
    for (const place of ['Lomé', 'Tema']) {
      await places.fill(place);
      places.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    }
    await button('Créer').click();
    await expectToast('Succès', 'Jalon créé');
    expect(api.sent('POST /api/milestone-definitions')).toEqual([
      {
        ...{ mode: 'AIR', label: 'Arrivé au port', status: 'IN_TRANSIT', places: ['Lomé', 'Tema'], position: 5 },
        ...{ isActive: true, opensPickup: false },
      },
    ]);
  });

  it('are edited and deleted', async () => {
    const api = openDefinitions();
    await button('Modifier Parti de Chine').click();
    await dialog.getByLabelText('Lieu habituel').fill('Yiwu');
    await button('Enregistrer').click();
    await expectToast('Succès', 'Jalon mis à jour');
    expect(api.sent('PATCH /api/milestone-definitions/2')).toEqual([
      expect.objectContaining({ label: 'Parti de Chine', defaultPlace: 'Yiwu', places: [] }),
    ]);
    await button('Supprimer En transit').click();
    await dialog.getByRole('button', { name: 'Supprimer' }).click();
    await expect.element(page.getByRole('row', { name: 'En transit', exact: true })).not.toBeInTheDocument();
  });

  it('fit a phone', async () => {
    await page.viewport(360, 740);
    openDefinitions();
    await expect.element(page.getByRole('row', { name: 'Parti de Chine' })).toBeVisible();
    expectNarrow();
  });
});
