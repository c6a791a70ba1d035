import type { Order, OwnOrder } from '@fasocolis/contracts/orders';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { AWA, expectTexts, expectUrl, FakeApi, main, openPage } from './customer-site.tsx';
import { inStatus, ORDER, openOrder, withSituation } from './tracked-parcel.ts';

const OWN = `GET /api/orders/user/${AWA.id}`;
const SAVED = `GET /api/orders/saved/${AWA.id}`;

const own = (id: number, changes: Partial<OwnOrder> = {}): Order => {
  const order = { ...ORDER, id, reference: `FC-${id}`, ...changes };
  return {
    ...{ userId: AWA.id, recipientPhone: null, volumeCm3: null, contents: null, due: 0, paid: 0, pickupCode: null },
    ...withSituation(order),
  };
};
const READY = own(2, {
  ...inStatus('ARRIVED'),
  lastPlace: 'Ouagadougou',
  pickupCode: '482913',
  situation: { kind: 'ready', label: '', text: 'À retirer', next: null, town: 'Ouagadougou' },
});
const DELIVERED = own(3, inStatus('DELIVERED'));

function openAs(customer: boolean, path: string, api = new FakeApi(customer ? AWA : null)): FakeApi {
  api.respond(OWN, 200, [own(1, { lastPlace: 'Lomé' }), READY, DELIVERED]);
  api.respond(SAVED, 200, [{ ...withSituation({ ...ORDER, reference: 'DEMO0009' }), savedAt: ORDER.createdAt }]);
  return openPage(path, api);
}

const region = (name: string) => main.getByRole('region', { name });

describe('the parcels of a customer', () => {
  it.each(['/', '/mes-colis'])(
    'are on %s: open ones with place, day and code, those that are followed, and delivered ones folded [TEL-007]',
    async (path) => {
      openAs(true, path);
      const rows = region('Mes colis').getByRole('listitem');
      await expect
        .element(rows.nth(0))
        .toMatchTextContent(/^FC-1En TransitDernier lieu\s: LoméLivraison estimée\s: 9 août 2027$/);
      await expect.element(rows.nth(1)).toMatchTextContent(/^FC-2.*À retirer, OuagadougouCode de retrait 482913$/);
      await expect.element(region('Que je suis').getByRole('listitem')).toMatchTextContent(/^DEMO0009/);
      await expect.element(main.getByText('FC-3')).not.toBeVisible();
      await main.getByText('Livrés et terminés (1)').click();
      await expect.element(main.getByText('FC-3')).toBeVisible();
      await rows.nth(0).getByRole('link').click();
      await expectUrl('/?tracking=FC-1');
    },
  );

  it.each(['/', '/mes-colis'])(
    'are beside the client code on %s, also before there are any [INT-001]',
    async (path) => {
      const api = new FakeApi(AWA);
      const prefix = { key: 'client_code_prefix', value: 'FASO', description: null };
      api.respond('GET /api/app-settings/client_code_prefix', 200, prefix);
      openPage(path, api);
      await expect.element(main.getByText(`FASO${1000 + AWA.id}`, { exact: true })).toBeVisible();
    },
  );

  it('show what is left to pay of each, as their cards do, on the narrowest screen too', async () => {
    await page.viewport(320, 740);
    const api = new FakeApi(AWA);
    const owed = own(1, { due: 231_500, paid: 50_000 });
    const paid = own(2, { due: 50_000, paid: 50_000 });
    api.respond(OWN, 200, [owed, paid, own(3), own(4, { ...inStatus('DELIVERED'), due: 999_999_999 })]);
    openPage('/mes-colis', api);
    const rows = region('Mes colis').getByRole('listitem');
    await expect.element(rows.nth(0)).toMatchTextContent(/2027À payer\s: 181\s500\sFCFA$/);
    await expect.element(rows.nth(2)).toBeVisible();
    await main.getByText('Livrés et terminés (1)').click();
    await expect.element(main.getByText('À payer : 999 999 999 FCFA')).toBeVisible();
    expect(main.getByText('À payer').elements()).toHaveLength(2);
    expect(document.documentElement.scrollWidth).toBe(320);
  });

  it('give way to the journey of a parcel on the home page while there are none', async () => {
    const api = new FakeApi(AWA);
    openPage('/', api);
    await expect.poll(() => api.paths).toContain(`/api/orders/user/${AWA.id}`);
    await expect.element(page.getByRole('heading', { name: "Le voyage d'un colis, en cinq étapes" })).toBeVisible();
  });

  describe('that could not be loaded', () => {
    const retry = main.getByRole('button', { name: 'Réessayer' });
    const failure = main.getByText("Vos colis n'ont pas pu être chargés.");

    it.each([
      ['/', OWN],
      ['/mes-colis', OWN],
      ['/', SAVED],
      ['/mes-colis', SAVED],
    ])('are not taken for none on %s while %s fails, and are requested again on demand', async (path, failing) => {
      const api = new FakeApi(AWA);
      api.respond(failing, 503);
      openPage(path, api);
      await expect.element(failure).toBeVisible();
      await expect.element(main.getByText('Aucun colis pour le moment')).not.toBeInTheDocument();
      const found = withSituation({ ...ORDER, reference: 'FC-1' });
      api.respond(failing, 200, [failing === OWN ? own(1) : { ...found, savedAt: ORDER.createdAt }]);
      await retry.click();
      await expect.element(main.getByRole('listitem').first()).toMatchTextContent(/^FC-1/);
      await expect.element(failure).not.toBeInTheDocument();
    });

    it('do not hide the own ones while those that are followed fail', async () => {
      const api = new FakeApi(AWA);
      api.respond(OWN, 200, [own(1)]);
      api.respond(SAVED, 500);
      openPage('/mes-colis', api);
      await expect.element(main.getByText("Les colis que vous suivez n'ont pas pu être chargés.")).toBeVisible();
      await expect.element(region('Mes colis').getByText('FC-1')).toBeVisible();
      api.respond(SAVED, 200, [{ ...withSituation({ ...ORDER, reference: 'DEMO0009' }), savedAt: ORDER.createdAt }]);
      await retry.click();
      await expect.element(region('Que je suis').getByRole('listitem')).toMatchTextContent(/^DEMO0009/);
      await expect.element(retry).not.toBeInTheDocument();
    });
  });

  it('are shown without codes as they were when the service does not respond, once the page is opened again [TEL-007]', async () => {
    openAs(true, '/mes-colis');
    await expect.element(region('Mes colis').getByText('482913')).toBeVisible();
    const api = new FakeApi(AWA);
    api.disconnect(OWN);
    openPage('/mes-colis', api);
    const seen = region('Vus sur ce téléphone');
    await expect.element(seen.getByRole('listitem').nth(0)).toMatchTextContent(/^FC-1/);
    await expect.element(main.getByText('Dernière information du')).toBeVisible();
    expect(document.body.textContent).not.toContain('482913');
  });
});

describe('the parcels of a visitor', () => {
  it('are those that were seen on this device, and can be forgotten [TEL-007]', async () => {
    openOrder();
    await expect.poll(() => localStorage.getItem('fasocolis:parcels')).toContain('DEMO0003');
    openPage('/mes-colis');
    const seen = region('Vus sur ce téléphone');
    await expect.element(seen.getByRole('listitem')).toMatchTextContent(/^DEMO0003/);
    await seen.getByRole('button', { name: 'Oublier DEMO0003' }).click();
    await expectTexts(main.getByRole('listitem'), []);
    await expect.element(main.getByText('Aucun colis pour le moment')).toBeVisible();
    expect(localStorage.getItem('fasocolis:parcels')).toBe('[]');
  });
});
