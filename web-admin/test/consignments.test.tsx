import type { Consignment } from '@fasocolis/contracts/consignments';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAddress, expectNarrow, expectToast, FakeApi, openScreen } from './back-office.tsx';
import { consignment } from './consignments.ts';
import { order } from './orders.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = page.getByRole('dialog');
const CODE = 'GET /api/consignments/suggested-code';

async function choose(label: string, option: string, within: Pick<typeof page, 'getByRole'> = dialog) {
  await within.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

describe('the list of consignments', () => {
  function openList(rows: Consignment[] = [consignment, { ...consignment, id: 6, code: 'MER-2026-012', mode: 'SEA' }]) {
    const api = new FakeApi({ consignments: rows });
    openScreen('/consignments', api);
    return api;
  }

  it('shows code, state, mode, city, dates and the number of orders [CONS-001]', async () => {
    openList();
    const row = page.getByRole('row', { name: 'AIR-2026-047' });
    for (const text of ['En préparation', 'Avion', 'Guangzhou', '26/11/2026', '02/12/2026', '1']) {
      await expect.element(row.getByText(text, { exact: true })).toBeVisible();
    }
  });

  it('is filtered by state and mode, and searched', async () => {
    const api = openList();
    await choose('État', 'Arrivée', page);
    await expect.poll(() => api.lastFilter('consignments')).toEqual({ state: 'arrived' });
    await choose('Transport', 'Bateau', page);
    await expect.poll(() => api.lastFilter('consignments')).toEqual({ state: 'arrived', mode: 'SEA' });
    await page.getByLabelText('Rechercher une expédition').fill('2026');
    await expect.poll(() => api.lastFilter('consignments')).toEqual({ state: 'arrived', mode: 'SEA', q: '2026' });
  });

  it('leads to the page of each consignment', async () => {
    openList();
    await page.getByRole('cell', { name: 'Guangzhou' }).first().click();
    await expectAddress('/admin/consignments/5');
  });

  it('creates one with the code that is suggested for its mode [CONS-001]', async () => {
    const api = openList();
    api.compute('POST /api/consignments', () => Response.json({ ...consignment, id: 8 }, { status: 201 }));
    api.compute(CODE, ({ query }) => ({ code: query.get('mode') === 'AIR' ? 'AIR-2026-048' : 'MER-2026-013' }));
    await button('Nouvelle expédition').click();
    await choose('Transport', 'Avion');
    await expect.element(dialog.getByText('Laissé vide : AIR-2026-048.')).toBeVisible();
    await choose('Transport', 'Bateau');
    await expect.element(dialog.getByText('Laissé vide : MER-2026-013.')).toBeVisible();
    await dialog.getByLabelText('Ville de départ').fill('Ningbo');
    await button('Créer').click();
    await expect.poll(() => api.sent('POST /api/consignments')).toEqual([{ mode: 'SEA', departureCity: 'Ningbo' }]);
  });

  it('creates one with a typed code', async () => {
    const api = openList();
    await button('Nouvelle expédition').click();
    await choose('Transport', 'Avion');
    await dialog.getByLabelText('Code').fill('VOL-ET605');
    await dialog.getByLabelText('Ville de départ').fill('Ningbo');
    await button('Créer').click();
    await expect
      .poll(() => api.sent('POST /api/consignments'))
      .toEqual([{ code: 'VOL-ET605', mode: 'AIR', departureCity: 'Ningbo' }]);
  });

  it('fits a phone', async () => {
    await page.viewport(360, 740);
    openList();
    await expect.element(page.getByRole('row', { name: 'AIR-2026-047' })).toBeVisible();
    expectNarrow();
  });
});

describe('the page of a consignment', () => {
  function openConsignment(changes: Partial<Consignment> = {}) {
    const api = new FakeApi({ consignments: [{ ...consignment, ...changes }], orders: [order] });
    openScreen('/consignments/5', api);
    return api;
  }
  const facts = () => page.getByRole('region', { name: 'Expédition' });

  it('shows what is known, with the totals of its orders [CONS-001]', async () => {
    openConsignment({ orders: 30, pieces: 42, weightGrams: 312_500 });
    for (const text of ['En préparation', 'Avion', 'Guangzhou', '071-12345675', '30 colis, 42 pièces, 312,5 kg']) {
      await expect.element(facts().getByText(text, { exact: true })).toBeVisible();
    }
    await expect.element(page.getByRole('row', { name: 'FC-7ABC' }).getByText('Awa Ouédraogo')).toBeVisible();
  });

  it('shows what its orders owe and paid, what it cost and the margin [PAY-009]', async () => {
    openConsignment({ volumeCm3: 1_250_000, withoutVolume: 0, due: 900_000, paid: 400_000, cost: 650_000 });
    await expect.element(facts().getByText(/, 1,25\sm³$/)).toBeVisible();
    const amounts = { Dû: '900', Payé: '400', Reste: '500', Coût: '650', Marge: '250' };
    for (const [name, thousands] of Object.entries(amounts)) {
      const fact = facts()
        .getByRole('term')
        .filter({ hasText: new RegExp(`^${name}$`) });
      await expect.element(fact).toBeVisible();
      expect(fact.element().nextElementSibling?.textContent).toBe(`${thousands}\u202f000\u00a0FCFA`);
    }
  });

  it('says what its totals do not contain [CNT-007]', async () => {
    const known = { orders: 33, pieces: 3, weightGrams: 0, volumeCm3: 1_500_000 };
    openConsignment({ ...known, withoutPieces: 30, withoutWeight: 33, withoutVolume: 32 });
    const totals =
      '33 colis, 3 pièces, 1,5 m³, 30 colis sans nombre de pièces, 33 colis sans poids, 32 colis sans volume';
    await expect.element(facts().getByText(totals)).toBeVisible();
  });

  it('is corrected under the version that was edited', async () => {
    const api = openConsignment();
    await button('Modifier').click();
    await dialog.getByLabelText('LTA ou conteneur').fill('071-99999999');
    await button('Enregistrer').click();
    await expectToast('Succès', 'Expédition mise à jour');
    expect(api.sent('PATCH /api/consignments/5')).toEqual([
      expect.objectContaining({ carrierNumber: '071-99999999', updatedAt: consignment.updatedAt }),
    ]);
  });

  describe('with another arrival', () => {
    const TELL = 'POST /api/orders/tell';
    const at = '2026-11-26T10:00:00.000Z';

    async function moveArrival(day: string, preview: object = { orders: 31, people: 12, left: [], at }) {
      const api = openConsignment();
      api.respond(`${TELL}/preview`, 200, preview);
      api.respond(TELL, 200, [{ orderId: 7, outcome: 'done', eventId: 3 }]);
      await button('Modifier').click();
      await dialog.getByLabelText('Arrivée prévue').fill(day);
      await button('Enregistrer').click();
      return api;
    }

    it('offers to shift its orders by the same days, with the number of people who are told [HIST-007]', async () => {
      await page.viewport(360, 740);
      const left = [{ reason: 'Sans date à décaler', orders: 2 }];
      const api = await moveArrival('2026-12-12', { orders: 31, people: 12, left, at });
      await expect
        .element(page.getByText('Décaler aussi 31\u00a0colis de 10\u00a0jours et prévenir 12\u00a0personnes\u00a0?'))
        .toBeVisible();
      await expect.element(page.getByText('2 commandes\u00a0: Sans date à décaler')).toBeVisible();
      expectNarrow();
      expect(api.sent(TELL)).toEqual([]);
      await expect.element(button('Décaler')).toHaveFocus();
      await button('Décaler').click();
      await expect.element(dialog.getByRole('status')).toHaveTextContent('1 commande mise à jour.');
      const news = { shiftDays: 10, notifyCustomer: true, orderIds: [7] };
      expect(api.sent(`${TELL}/preview`)).toEqual([news]);
      expect(api.sent(TELL)).toEqual([{ ...news, unchangedSince: at }]);
      await button('Fermer').click();
      await expect.poll(() => dialog.elements()).toHaveLength(0);
    });

    it('leaves the orders as they are when that is declined', async () => {
      const api = await moveArrival('2026-12-01', { orders: 1, people: 1, left: [], at });
      await expect
        .element(page.getByText('Avancer aussi 1\u00a0colis de 1\u00a0jour et prévenir 1\u00a0personne\u00a0?'))
        .toBeVisible();
      await button('Ne pas décaler').click();
      await expect.poll(() => dialog.elements()).toHaveLength(0);
      expect(api.sent(TELL)).toEqual([]);
    });

    it('is not offered to shift anything while the arrival stays or becomes unknown', async () => {
      const api = await moveArrival('');
      await expectToast('Succès', 'Expédition mise à jour');
      expect(api.sent(`${TELL}/preview`)).toEqual([]);
    });
  });

  it('closes it', async () => {
    const api = openConsignment();
    await button('Clôturer').click();
    await expectToast('Succès', 'Expédition clôturée');
    expect(api.sent('PATCH /api/consignments/5')).toEqual([{ closed: true }]);
  });

  it('can only be opened again when it is closed [CONS-001]', async () => {
    openConsignment({ state: 'closed', closedAt: '2026-12-10T10:00:00.000Z' });
    await expect.element(button('Rouvrir')).toBeVisible();
    await expect.element(facts().getByText('Clôturée', { exact: true })).toBeVisible();
    for (const name of ['Ajouter des colis', 'Retirer FC-7ABC', 'Autre jalon, lieu ou heure']) {
      expect(button(name).elements()).toHaveLength(0);
    }
  });

  it('deletes an empty one after a confirmation', async () => {
    openConsignment({ orders: 0, pieces: 0, weightGrams: 0 });
    await button('Supprimer').click();
    await dialog.getByRole('button', { name: 'Supprimer' }).click();
    await expectToast('Succès', 'Expédition supprimée');
    await expectAddress('/admin/consignments');
  });

  it('is missing for an unknown one', async () => {
    openScreen('/consignments/9', new FakeApi());
    await expect.element(page.getByText("La page que vous recherchez n'existe pas.")).toBeVisible();
  });

  it('opens the scanner for it', async () => {
    openConsignment();
    await button('Scanner des colis').click();
    await expectAddress('/admin/scan');
    await expect.element(page.getByLabelText('Mode')).toHaveTextContent("Mettre dans l'expédition");
    await expect.element(page.getByLabelText('Expédition')).toHaveTextContent('AIR-2026-047');
  });

  it('removes an order after a confirmation', async () => {
    const api = openConsignment();
    api.respond('DELETE /api/consignments/5/orders/7', 200, { message: "Colis retiré de l'expédition" });
    await button('Retirer FC-7ABC').click();
    await dialog.getByRole('button', { name: 'Retirer' }).click();
    await expectToast('Succès', "Colis retiré de l'expédition");
    expect(api.writes).toEqual(['DELETE /api/consignments/5/orders/7']);
  });

  it('fits a phone', async () => {
    await page.viewport(360, 740);
    openConsignment();
    await expect.element(page.getByRole('row', { name: 'FC-7ABC' })).toBeVisible();
    expectNarrow();
  });
});

describe('the print-outs of a consignment', () => {
  const orders = [
    { ...order, id: 1, reference: 'FC-001', userId: 12, contents: 'Chaussures' },
    { ...order, id: 2, reference: 'FC-002', volumeCm3: 120_000 },
  ];
  const openPrinting = (name: string) => {
    const consignments: Consignment[] = [
      {
        ...consignment,
        orders: 2,
        pieces: 4,
        weightGrams: 25_000,
        volumeCm3: 120_000,
        withoutVolume: 1,
        billOfLading: 'COSU6171',
      },
    ];
    const api = new FakeApi({ consignments, orders });
    const prefix = { key: 'client_code_prefix', value: 'FASO', description: null };
    api.respond('GET /api/app-settings/client_code_prefix', 200, prefix);
    openScreen('/consignments/5', api);
    return button(name).click();
  };
  const cellsOf = (row: Element) => [...row.querySelectorAll('td, th')].map(({ textContent }) => textContent);

  it('are a numbered manifest with contents, volumes, phones, client codes, totals and transport numbers [CONS-008] [CNT-007]', async () => {
    await openPrinting('Imprimer le manifeste');
    await expect.element(dialog.getByText('contient 2 colis, sur des pages A4.')).toBeVisible();
    await expect.poll(() => document.querySelector('.fc-print article')?.textContent).toContain('FASO1012');
    const manifest = document.querySelector('.fc-print article');
    expect(manifest?.querySelector('h1')?.textContent).toBe('Manifeste AIR-2026-047');
    expect(manifest?.querySelector('p')?.textContent).toContain(
      'LTA ou conteneur 071-12345675, connaissement COSU6171, BESC BF-2026-000123',
    );
    const styles = [...document.querySelectorAll('style')].map(({ textContent }) => textContent).join();
    expect(styles).toContain('"Page " counter(page) " / " counter(pages)');
    expect([...(manifest?.querySelectorAll('tbody tr') ?? [])].map(cellsOf)).toEqual([
      ['1', 'FC-001', 'Awa Ouédraogo', '+22670123456', 'FASO1012', 'Chaussures', '2', '12,5\u00a0kg', ''],
      ['2', 'FC-002', 'Awa Ouédraogo', '+22670123456', '', '', '2', '12,5\u00a0kg', '0,12\u00a0m³'],
      ['Total\u00a0: 2 colis, 1 colis sans volume', '4', '25\u00a0kg', '0,12\u00a0m³'],
    ]);
  });

  it('are the labels of all its orders [SCAN-001]', async () => {
    await openPrinting('Imprimer les étiquettes');
    await expect.element(dialog.getByText('4 étiquettes pour 2 commandes, une par pièce.')).toBeVisible();
  });
});

describe('adding orders to a consignment', () => {
  const ADD = 'POST /api/consignments/5/orders';
  interface Lines {
    lines: { line: number; reference: string }[];
    dryRun: boolean;
  }

  async function openAdding() {
    const api = new FakeApi({ consignments: [consignment], orders: [] });
    api.compute(ADD, ({ body }) => {
      const { lines, dryRun } = body as Lines;
      return lines.map(({ line, reference }) => {
        if (reference === 'INCONNU') return { line, outcome: 'refused', message: 'Référence inconnue' };
        if (reference === 'FC-DEJA') return { line, outcome: 'already' };
        return { line, outcome: dryRun ? 'ready' : 'added' };
      });
    });
    openScreen('/consignments/5?dialog=add', api);
    return api;
  }
  const references = () => dialog.getByLabelText('Références');
  const refused = () => dialog.getByRole('list', { name: 'Lignes refusées' }).getByRole('listitem');

  it('validates each line of a pasted list, then adds the good ones and lists the others with their reason [CONS-002]', async () => {
    const api = await openAdding();
    await references().fill('FC-1\n INCONNU \n\nFC-DEJA\nFC-2');
    await button('Vérifier').click();
    await expect.element(dialog.getByRole('status')).toHaveTextContent("2 prêts, 1 déjà dans l'expédition, 1 refusé.");
    expect(
      refused()
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(['Ligne 2INCONNURéférence inconnue']);
    await button('Ajouter 2 colis').click();
    await expect
      .element(dialog.getByRole('status'))
      .toHaveTextContent("2 ajoutés, 1 déjà dans l'expédition, 1 refusé.");
    expect(api.sent(ADD).slice(-1)[0]).toEqual({
      lines: [
        { line: 1, reference: 'FC-1' },
        { line: 4, reference: 'FC-2' },
      ],
      dryRun: false,
    });
  });

  it('reads the column of references of a file [CONS-002]', async () => {
    const api = await openAdding();
    await expect.element(references()).toBeVisible();
    const input = document.querySelector<HTMLInputElement>('[role="dialog"] input[type="file"]');
    const file = new File(['Destinataire;N° de suivi\nAwa;FC-1\nIssa;FC-2\n'], 'liste.csv', { type: 'text/csv' });
    await page.elementLocator(input as Element).upload(file);
    await expect.element(dialog.getByRole('status')).toHaveTextContent('2 prêts.');
    expect(api.sent(ADD)).toEqual([
      {
        lines: [
          { line: 2, reference: 'FC-1' },
          { line: 3, reference: 'FC-2' },
        ],
        dryRun: true,
      },
    ]);
  });

  it('sends long lists in parts', async () => {
    const api = await openAdding();
    await references().fill(Array.from({ length: 501 }, (_, index) => `FC-${index}`).join('\n'));
    await button('Vérifier').click();
    await expect.element(dialog.getByRole('status')).toHaveTextContent('501 prêts.');
    expect(api.sent(ADD).map((body) => (body as Lines).lines.length)).toEqual([500, 1]);
  });

  it('asks for a reference', async () => {
    await openAdding();
    await button('Vérifier').click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Indiquez au moins une référence.');
  });

  it('says why nothing was added, and keeps the list', async () => {
    const api = await openAdding();
    await references().fill('FC-1');
    await button('Vérifier').click();
    await expect.element(button('Ajouter 1 colis')).toBeVisible();
    api.respond(ADD, 409, { message: 'Cette expédition est clôturée.', code: 'conflict' });
    await button('Ajouter 1 colis').click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Cette expédition est clôturée.');
    await expect.element(dialog.getByRole('status')).toHaveTextContent('1 prêt.');
  });

  it('is also done from a selection in the list of orders, with the reason of each refusal [CONS-002]', async () => {
    localStorage.clear();
    const orders = [1, 2, 3].map((id) => ({ ...order, id, reference: `FC-00${id}` }));
    const api = new FakeApi({ orders, consignments: [consignment] });
    api.respond(ADD, 200, [
      { line: 1, outcome: 'added' },
      { line: 2, outcome: 'refused', message: 'Déjà dans l’expédition AIR-2026-046' },
      { line: 3, outcome: 'already' },
    ]);
    openScreen('/orders', api);
    await page.getByLabelText('Tout sélectionner sur cette page').click();
    await button('Mettre dans une expédition').click();
    await choose('Expédition', 'AIR-2026-047');
    await button('Continuer').click();
    await button('Confirmer').click();
    await expect
      .element(dialog.getByRole('status'))
      .toHaveTextContent('1 commande mise à jour, 1 inchangée, 1 en échec.');
    const lines = [1, 2, 3].map((id) => ({ line: id, orderId: id }));
    expect(api.sent(ADD)).toEqual([{ lines, dryRun: false }]);
    await expect.element(dialog.getByText('Déjà dans l’expédition AIR-2026-046')).toBeVisible();
    await button('Tout annuler').click();
    await expect
      .element(dialog.getByRole('status'))
      .toHaveTextContent('1 commande remise comme avant, 1 inchangée, 1 en échec.');
    expect(api.writes.slice(-1)[0]).toBe('DELETE /api/consignments/5/orders/1');
  });
});
