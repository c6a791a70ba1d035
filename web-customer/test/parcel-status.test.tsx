import type { Order } from '@fasocolis/contracts/orders';
import type { Situation } from '@fasocolis/contracts/situation-schema';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { AWA, expectUrl, openPage, toast } from './customer-site.tsx';
import {
  apiWith,
  badge,
  card,
  EVENTS,
  inStatus,
  ORDER,
  openOrder,
  pathOf,
  step,
  track,
  withSituation,
} from './tracked-parcel.ts';

const CUSTOMS = { status: 'CUSTOMS_HOLD', statusLabel: 'En douane', statusKind: 'waiting' } satisfies Partial<Order>;

const stepStates = () => [1, 2, 3, 4, 5].map((number) => step(number).element().getAttribute('data-status'));

describe('a status that the administrator defined', () => {
  it.each([
    ['step', 'rgb(17, 94, 89)', 'rgb(204, 251, 241)'],
    ['waiting', 'rgb(120, 53, 15)', 'rgb(253, 230, 138)'],
    ['problem', 'rgb(185, 28, 28)', 'rgb(254, 242, 242)'],
    ['end', 'rgb(17, 24, 39)', 'rgb(229, 231, 235)'],
  ] as const)(
    'of the kind %s is shown with its label alone and its colour, and marks the furthest step reached [DOSS-006, CARD-009]',
    async (statusKind, color, backgroundColor) => {
      openOrder({ ...CUSTOMS, statusKind });
      await expect.element(badge).toHaveTextContent('En douane');
      await expect.element(badge).toHaveStyle({ color, backgroundColor });
      expect(stepStates()).toEqual(['completed', 'completed', 'active', 'pending', 'pending']);
      await expect.element(step(3)).toHaveAttribute('data-kind', statusKind);
      await expect.element(step(3).getByText('En douane', { exact: true })).toBeVisible();
      await expect.element(card.getByText(/\((?:étape|attente|problème|fin)\)/)).not.toBeInTheDocument();
    },
  );

  it('is the headline of the card and the title of the page', async () => {
    openOrder(CUSTOMS);
    await expect.element(card.getByRole('paragraph').filter({ hasText: /^En douane$/ })).toBeVisible();
    await expect.poll(() => document.title).toBe('Colis DEMO0003\u00a0: En douane - FasoColis');
    const description = document.head.querySelector('meta[name="description"]')?.getAttribute('content');
    expect(description).toBe('En douane. Suivez-le de la Chine au Burkina Faso.');
  });

  it('has the sentence of its definition as its headline [CARD-009]', async () => {
    openOrder({ ...CUSTOMS, statusSentence: "Votre colis passe la douane. Vous n'avez rien à faire." });
    await expect.element(card.getByText("Votre colis passe la douane. Vous n'avez rien à faire.")).toBeVisible();
    const description = () => document.head.querySelector('meta[name="description"]')?.getAttribute('content');
    await expect.poll(description).toContain('rien à faire. Suivez-le');
  });

  it('is named by its label alone in the history [CARD-009]', async () => {
    const api = apiWith({ ...ORDER, ...CUSTOMS });
    const event = { id: 4, status: 'CUSTOMS_HOLD', label: 'En douane', kind: 'waiting', note: null };
    api.respond(`${pathOf('DEMO0003')}/events`, 200, [...EVENTS, { ...event, occurredAt: ORDER.updatedAt }]);
    openPage('/c/DEMO0003', api);
    const history = card.getByRole('group');
    await history.getByText('Historique').click();
    const entries = history.getByRole('listitem');
    await expect.element(entries.nth(0).getByText('En douane', { exact: true })).toBeVisible();
    await expect.element(entries.nth(0)).toHaveAttribute('data-kind', 'waiting');
    await expect.element(entries.nth(1).getByText('En Transit', { exact: true })).toBeVisible();
  });
});

it('an undefined status is shown as its code at the first step, without a mark [STAT-011, STAT-017, STAT-020]', async () => {
  openOrder({ status: 'ON_HOLD_NOW', statusLabel: 'ON HOLD_NOW', statusKind: null });
  await expect.element(badge).toHaveTextContent('ON HOLD_NOW');
  await expect.element(card.getByText('Mise à jour du statut')).toBeVisible();
  expect(stepStates()).toEqual(['active', 'pending', 'pending', 'pending', 'pending']);
  await expect.element(step(1)).not.toHaveAttribute('data-kind');
});

describe('the arrival', () => {
  const RANGE = { estimatedDelivery: null, expectedArrival: { from: '2026-03-28', to: '2026-04-09' } };
  const label = (text: string) => card.getByText(text, { exact: true });

  it('is a range with its source and a link to the transit times [QUIET-004]', async () => {
    openOrder(RANGE);
    await expect.element(label('Arrivée prévue')).toBeVisible();
    await expect.element(label('entre le 28 mars 2026 et le 9 avril 2026')).toBeVisible();
    await expect.element(card.getByText("d'après nos colis des 90 derniers jours")).toBeVisible();
    await expect.element(card.getByRole('link', { name: 'Nos délais' })).toHaveAttribute('href', '/nos-delais');
    await expect.element(label('Livraison estimée')).not.toBeInTheDocument();
  });

  it('is the day that was estimated, whatever the computed range [QUIET-004]', async () => {
    openOrder({ ...RANGE, estimatedDelivery: '2027-08-09' });
    await expect.element(label('Livraison estimée')).toBeVisible();
    await expect.element(label('9 août 2027')).toBeVisible();
    await expect.element(label('Arrivée prévue')).not.toBeInTheDocument();
  });

  it('is unavailable without a day or a range', async () => {
    openOrder({ estimatedDelivery: null });
    await expect.element(label('Livraison estimée')).toBeVisible();
    await expect.element(label('Non disponible')).toBeVisible();
    await expect.element(card.getByRole('link', { name: 'Nos délais' })).not.toBeInTheDocument();
  });

  it('is in the list of saved orders', async () => {
    const api = apiWith();
    api.signIn(AWA);
    const saved = withSituation({ ...ORDER, ...RANGE, ...CUSTOMS, savedAt: ORDER.createdAt });
    api.respond(`GET /api/orders/saved/${AWA.id}`, 200, [saved]);
    openPage('/saved-orders', api);
    const row = page.getByRole('listitem').filter({ hasText: 'DEMO0003' });
    await expect.element(row.getByText('Arrivée prévue')).toBeVisible();
    await expect.element(row.getByText('entre le 28 mars 2026 et le 9 avril 2026', { exact: true })).toBeVisible();
    await expect.element(row.getByTestId('status-badge')).toHaveTextContent('En douane');
  });
});

describe('the largest text of the card', () => {
  const situation = card.getByTestId('situation');
  const of = (kind: Situation['kind'], text: string, more: Partial<Situation> = {}) => ({
    situation: { kind, label: '', text, next: null, town: null, ...more },
  });

  it.each([
    ['an expected day', of('expected', '9 août 2027', { label: 'Livraison estimée' }), {}],
    ['a range', of('computed', 'entre le 28 mars 2026 et le 9 avril 2026', { label: 'Arrivée prévue' }), {}],
    ['a delay', of('late', 'En retard\u00a0: prévu le 9 mars 2026', { next: 'Contactez le service client.' }), {}],
    ['a pick-up', of('ready', 'À retirer'), { statusKind: 'step' }],
    ['a delivery', of('delivered', 'Livré le 9 mars 2026'), { status: 'DELIVERED', statusKind: 'end' }],
    ['a hand-over', of('delivered', 'Remis le 9 mars 2026 à Salif T.'), { status: 'DELIVERED', statusKind: 'end' }],
    ['a loss', of('problem', 'Perdu', { next: 'Nous le cherchons.' }), { ...CUSTOMS, statusKind: 'problem' }],
    ['a return', of('ended', 'Retourné', { next: 'Contactez-nous.' }), { ...CUSTOMS, statusKind: 'end' }],
  ] as const)('is what is true now: %s [CARD-001]', async (_, situated, status) => {
    openOrder({ ...situated, ...status });
    const text = situation.getByText(situated.situation.text, { exact: true });
    await expect.element(text).toBeVisible();
    const sizeOf = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);
    const others = [...card.element().querySelectorAll('p, h2, h3, dd')].filter((each) => each !== text.element());
    expect(Math.max(...others.map(sizeOf))).toBeLessThan(sizeOf(text.element()));
    const { kind, next } = situated.situation;
    await expect.element(situation.getByText(next ?? situated.situation.text, { exact: true })).toBeVisible();
    expect(card.getByText(/9 août 2027/).elements()).toHaveLength(kind === 'expected' ? 1 : 0);
  });

  it('is missing of an order that an older release stored on the device', async () => {
    const api = apiWith(ORDER);
    api.respond(pathOf('DEMO0003'), 200, { ...ORDER, situation: null });
    openPage('/c/DEMO0003', api);
    await expect.element(badge).toBeVisible();
    await expect.element(situation).not.toBeInTheDocument();
  });
});

describe('a parcel that is ready for pick-up', () => {
  const OUAGADOUGOU = {
    ...{ town: 'Ouagadougou', place: 'Gounghin, rue 9.12', mapUrl: 'https://maps.app.goo.gl/abc' },
    ...{ hours: 'Du lundi au samedi, 8 h à 18 h', bring: 'Une pièce d’identité et le reçu' },
  };
  const next = "Donnez le code de retrait à l'agent.";
  const READY = { kind: 'ready', label: '', text: 'À retirer', next, town: 'OUAGADOUGOU' } as const;
  const block = card.getByRole('region', { name: 'À retirer' });

  function openReady(fields: Partial<Order> = {}, points: object[] = [OUAGADOUGOU]): void {
    const api = apiWith({ ...ORDER, ...inStatus('ARRIVED'), situation: READY, ...fields });
    api.respond('GET /api/pickup-points', 200, points);
    openPage('/?tracking=DEMO0003', api);
  }

  it('begins with the code, the place with its map, the hours and what to bring [CARD-002]', async () => {
    openReady({ userId: 5, recipientPhone: null, pickupCode: '048213' });
    const code = block.getByText('048213');
    await expect.element(code).toBeVisible();
    expect(Number.parseFloat(getComputedStyle(code.element()).fontSize)).toBeGreaterThanOrEqual(28);
    for (const text of [next, 'OUAGADOUGOU', OUAGADOUGOU.place, OUAGADOUGOU.hours, OUAGADOUGOU.bring]) {
      await expect.element(block.getByText(text)).toBeVisible();
    }
    const map = block.getByRole('link', { name: 'Voir sur la carte' });
    await expect.element(map).toHaveAttribute('href', OUAGADOUGOU.mapUrl);
    const below = card.getByText('Votre colis est arrivé au Burkina Faso').element().getBoundingClientRect();
    expect(below.top).toBeGreaterThan(block.element().getBoundingClientRect().bottom - 1);
  });

  it('shows no code to others [CARD-002]', async () => {
    openReady({ situation: { ...READY, next: null } });
    await expect.element(block.getByText(OUAGADOUGOU.place)).toBeVisible();
    await expect.element(block.getByText('Code de retrait')).not.toBeInTheDocument();
  });

  it('shows the town, and what to bring in general, where no place is set', async () => {
    openReady({}, [{ ...OUAGADOUGOU, town: 'Bobo-Dioulasso' }]);
    await expect.element(block.getByText('OUAGADOUGOU', { exact: true })).toBeVisible();
    await expect.element(block.getByText("Une pièce d'identité et le numéro de suivi")).toBeVisible();
    await expect.element(block.getByText(OUAGADOUGOU.place)).not.toBeInTheDocument();
  });

  it('is shown at the only place when its town is unknown', async () => {
    openReady({ situation: { ...READY, town: null } });
    await expect.element(block.getByText(OUAGADOUGOU.place)).toBeVisible();
  });
});

describe('the recipient and the mode of transport', () => {
  it.each([
    ['AIR', 'Avion'],
    ['SEA', 'Bateau'],
  ] as const)('are shown when known: %s as %s', async (mode, label) => {
    openOrder({ mode, recipientName: 'Awa O.' });
    await expect.element(card.getByText('Destinataire\u00a0: Awa O.')).toBeVisible();
    await expect.element(card.getByText(label, { exact: true })).toBeVisible();
  });

  it('are left out when unknown', async () => {
    openOrder();
    await expect.element(card.getByText('Chine → Burkina Faso')).toBeVisible();
    await expect.element(card.getByText(/Destinataire|Avion|Bateau/)).not.toBeInTheDocument();
  });
});

describe('an archived parcel', () => {
  const GONE = { message: "Ce colis n'est plus suivi.", code: 'gone' };

  function openArchived(): void {
    const api = apiWith();
    api.respond(pathOf('DEMO0003'), 410, GONE);
    api.respond(`${pathOf('DEMO0003')}/events`, 410, GONE);
    openPage('/', api);
  }
  const notice = page.getByRole('alert');

  it('is shown as no longer tracked, with advice, instead of the card [DOSS-005]', async () => {
    openArchived();
    await track('DEMO0003');
    await expect.element(notice.getByText("Ce colis n'est plus suivi.", { exact: true })).toBeVisible();
    await expect.element(notice.getByText('Pour suivre un autre colis')).toBeVisible();
    await expect
      .element(notice.getByRole('link', { name: 'Contacter le service client' }))
      .toHaveAttribute('href', expect.stringContaining('DEMO0003'));
    await expect.element(card).not.toBeInTheDocument();
  });

  it('shows no error toast', async () => {
    openArchived();
    await track('DEMO0003');
    await expect.element(notice).toBeVisible();
    await expect.element(toast).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Réessayer' })).not.toBeInTheDocument();
  });
});

it.each([404, 410])('the device forgets a parcel once the service responds with %s', async (status) => {
  openOrder();
  await expect.element(card).toBeVisible();
  const stored = () => localStorage.getItem('fasocolis:parcels');
  await expect.poll(stored).toContain('DEMO0003');
  const api = apiWith();
  api.respond(pathOf('DEMO0003'), status, { message: 'Parti', code: 'gone' });
  openPage('/c/DEMO0003', api);
  await expect.poll(stored).toBe('[]');
});

it('a parcel that was asked for before a sign-out is not stored by its response', async () => {
  const api = apiWith(ORDER);
  api.signIn(AWA);
  openPage('/c/DEMO0003', api);
  await expect.element(card).toBeVisible();
  const stored = () => localStorage.getItem('fasocolis:parcels');
  await expect.poll(stored).toContain('DEMO0003');
  const lookups = () => api.paths.filter((path) => path === '/api/orders/DEMO0003').length;
  const before = lookups();
  const respond = api.hold(pathOf('DEMO0003'));
  await track('DEMO0003');
  await expect.poll(lookups).toBeGreaterThan(before);
  await page.getByRole('button', { name: 'Mon compte, awa' }).click();
  await page.getByText('Déconnexion', { exact: true }).click();
  await expect.poll(stored).toBeNull();
  respond();
  await expectUrl('/');
  await expect.element(page.getByRole('heading', { name: "Le voyage d'un colis, en cinq étapes" })).toBeVisible();
  expect(stored()).toBeNull();
});

it('a parcel that a customer saw is not shown after the sign-out until the service responds again', async () => {
  const api = apiWith({ ...ORDER, recipientName: 'Awa Ouédraogo' });
  api.signIn(AWA);
  openPage('/c/DEMO0003', api);
  await expect.element(card.getByText('Awa Ouédraogo')).toBeVisible();
  await page.getByRole('button', { name: 'Mon compte, awa' }).click();
  await page.getByText('Déconnexion', { exact: true }).click();
  await expectUrl('/');
  await expect.element(page.getByRole('heading', { name: "Le voyage d'un colis, en cinq étapes" })).toBeVisible();
  const lookups = () => api.paths.filter((path) => path === '/api/orders/DEMO0003').length;
  const before = lookups();
  const respond = api.hold(pathOf('DEMO0003'));
  await track('DEMO0003');
  await expect.poll(lookups).toBeGreaterThan(before);
  await expect.element(card).not.toBeInTheDocument();
  respond();
  await expect.element(card).toBeVisible();
});
