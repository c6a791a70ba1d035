import { ORDER_STATUSES, statusLabel } from '@fasocolis/contracts/order-status';
import type { OrderEvent } from '@fasocolis/contracts/orders';
import { generateReference } from '@fasocolis/contracts/reading/reference';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AWA, expectToast, expectUrl, FAILURE, type FakeApi, openPage, toast } from './customer-site.tsx';
import {
  apiWith,
  badge,
  card,
  EVENTS,
  field,
  inStatus,
  ORDER,
  openOrder,
  pathOf,
  step,
  submit,
  track,
} from './tracked-parcel.ts';

const MISSING = 'Impossible de trouver une commande avec ce numéro de référence';

const alert = page.getByRole('alert');

afterEach(() => {
  Reflect.deleteProperty(navigator, 'share');
  vi.restoreAllMocks();
});

describe('a parcel on a page that was hidden', () => {
  const hide = (isHidden: boolean, now: string) => {
    vi.setSystemTime(now);
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
    document.dispatchEvent(new Event('visibilitychange'));
  };

  it('is fetched again after five minutes, and the card shows when [OLD-009]', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-26T10:00:00Z') });
    const api = openOrder();
    await expect.element(card.getByText('Vu à 10:00 GMT+0')).toBeVisible();
    api.respond(pathOf(ORDER.reference), 200, { ...ORDER, ...inStatus('ARRIVED') });
    hide(true, '2026-11-26T10:01:00Z');
    hide(false, '2026-11-26T10:06:01Z');
    await expect.element(card.getByText('Vu à 10:06 GMT+0')).toBeVisible();
    await expect.element(badge).toHaveTextContent('Arrivée au Burkina');
  });

  it('is not fetched again after four minutes [OLD-009]', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-26T10:00:00Z') });
    const api = openOrder();
    await expect.element(card).toBeVisible();
    hide(true, '2026-11-26T10:01:00Z');
    hide(false, '2026-11-26T10:05:00Z');
    await expect.element(card.getByText('Vu à 10:00 GMT+0')).toBeVisible();
    expect(api.sent(pathOf(ORDER.reference))).toHaveLength(1);
  });
});

describe('the search', () => {
  it.each([
    ['/', 'a visitor', null],
    ['/home', 'a visitor', null],
    ['/', 'a customer', AWA],
    ['/home', 'a customer', AWA],
  ])('is a titled block with a field and a button at %s for %s [TRACK-001, SHELL-006]', async (path, _, user) => {
    const api = apiWith(ORDER);
    api.signIn(user);
    openPage(path, api);
    const block = page.getByRole('region', { name: 'Suivre Votre Colis' });
    await expect.element(block.getByRole('heading', { name: 'Suivre Votre Colis' })).toBeVisible();
    await expect.element(block.getByRole('textbox', { name: 'Numéro de suivi' })).toBeVisible();
    await expect.element(block.getByRole('button', { name: 'Suivre' })).toBeVisible();
    await track('DEMO0003');
    await expect.element(card).toBeVisible();
  });

  it.each([
    ['the button', () => submit.click()],
    ['Enter', () => userEvent.type(field, '{Enter}')],
  ])('requests the encoded reference by %s [TRACK-002]', async (_, act) => {
    const reference = 'A/b c?1';
    const api = openPage('/', apiWith({ ...ORDER, reference }));
    await field.fill(reference);
    await act();
    await expect.element(card.getByRole('heading', { name: reference })).toBeVisible();
    expect(api.sent(pathOf(reference))).toHaveLength(1);
  });

  it('of a text with several references shows a line for each, to tap [READ-004]', async () => {
    const api = apiWith(ORDER, { ...ORDER, id: 6, reference: 'DEMO0002' });
    const text = 'DEMO0002, DEMO0003';
    api.respond(pathOf(text), 404, { message: 'Commande non trouvée', code: 'not-found' });
    const orders = [{ ...ORDER, id: 6, reference: 'DEMO0002' }, ORDER];
    api.respond(`${pathOf(text)}/matches`, 200, { orders, suggestion: null });
    openPage('/', api);
    await track(text);
    await expect.element(page.getByText('2 colis trouvés')).toBeVisible();
    expect(toast.elements()).toEqual([]);
    await page.getByRole('link', { name: 'DEMO0003' }).click();
    await expect.element(card.getByRole('heading', { name: 'DEMO0003' })).toBeVisible();
    await expectUrl('/?tracking=DEMO0003');
  });

  it('of several numbers says which ones were not found', async () => {
    const text = 'DEMO0003, DEMO9999';
    const api = apiWith(ORDER);
    api.respond(pathOf(text), 404, { message: 'Commande non trouvée', code: 'not-found' });
    const found = { orders: [ORDER], missing: ['DEMO9999'], suggestion: null };
    api.respond(`${pathOf(text)}/matches`, 200, found);
    openPage(`/?tracking=${encodeURIComponent(text)}`, api);
    const status = page.getByRole('status').filter({ hasText: '1 colis trouvé' });
    const one = 'Aucun colis suivi sous le numéro «\u00a0DEMO9999\u00a0». Vérifiez-le, lettre par lettre.';
    await expect.element(status.getByText(one)).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'DEMO0003' })).toBeVisible();
    api.respond(`${pathOf(text)}/matches`, 200, { ...found, missing: ['DEMO9999', 'DEMO8888'] });
    await track(text);
    await expect.element(status.getByText('les numéros «\u00a0DEMO9999\u00a0», «\u00a0DEMO8888\u00a0»')).toBeVisible();
  });

  it('of twenty numbers says that no more are read at once', async () => {
    const text = 'DEMO0003, DEMO0004';
    const api = apiWith(ORDER);
    api.respond(pathOf(text), 404, { message: 'Commande non trouvée', code: 'not-found' });
    const orders = Array.from({ length: 20 }, (_, id) => ({ ...ORDER, id: 100 + id, reference: `DEMO1${id}` }));
    api.respond(`${pathOf(text)}/matches`, 200, { orders, suggestion: null });
    openPage(`/?tracking=${encodeURIComponent(text)}`, api);
    await expect.element(page.getByText(/^20\s+numéros au plus sont lus à la fois/)).toBeVisible();
  });

  it('of a long text that is cut within a character leaves the page as it is', async () => {
    const text = `${'a'.repeat(62)}x📦📦DEMO`;
    const api = apiWith(ORDER);
    api.respond(pathOf(text), 404, { message: 'Commande non trouvée', code: 'not-found' });
    api.respond(`${pathOf(text)}/matches`, 200, { orders: [], suggestion: null });
    openPage(`/?tracking=${encodeURIComponent(text)}`, api);
    await expect.element(page.getByText(/^Aucun colis ne porte le numéro/)).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Contacter le service client' })).toBeVisible();
  });

  it('of a near miss asks whether the other reference was meant [READ-004]', async () => {
    const api = apiWith(ORDER);
    api.respond(pathOf('DEMOOOO3'), 404, { message: 'Commande non trouvée', code: 'not-found' });
    api.respond(`${pathOf('DEMOOOO3')}/matches`, 200, { orders: [], suggestion: 'DEMO0003' });
    openPage('/?tracking=DEMOOOO3', api);
    const prompt = page.getByRole('link', { name: 'Vouliez-vous dire DEMO0003\u00a0?' });
    await expect.element(prompt).toBeVisible();
    expect(toast.elements()).toEqual([]);
    await prompt.click();
    await expect.element(card.getByRole('heading', { name: 'DEMO0003' })).toBeVisible();
  });

  it('keeps apart the lines of a pasted list [READ-003]', async () => {
    openPage('/', apiWith(ORDER));
    await field.click();
    const data = new DataTransfer();
    data.setData('text', 'DEMO0002\r\nDEMO0003\n');
    field
      .element()
      .dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    await expect.element(field).toHaveValue('DEMO0002 DEMO0003 ');
  });

  it.each(['/', '/home'])('starts from the address at %s [TRACK-004, TRACK-026]', async (path) => {
    openPage(`${path}?tracking=DEMO0003`, apiWith(ORDER));
    await expect.element(card.getByRole('heading', { name: 'DEMO0003' })).toBeVisible();
    await expect.element(field).toHaveValue('DEMO0003');
  });

  it('is in the address, so that back and forward search again [TRACK-005]', async () => {
    const api = openPage('/', apiWith(ORDER, { ...ORDER, id: 6, reference: 'DEMO0002' }));
    const expectShown = async (reference: string) => {
      await expect.element(card.getByRole('heading', { name: reference })).toBeVisible();
      await expect.element(field).toHaveValue(reference);
    };
    await track('DEMO0002');
    await expectUrl('/?tracking=DEMO0002');
    await expectShown('DEMO0002');
    await track('DEMO0003');
    await expectShown('DEMO0003');
    history.back();
    await expectShown('DEMO0002');
    await expect.poll(() => api.sent(pathOf('DEMO0002'))).toHaveLength(2);
    history.forward();
    await expectShown('DEMO0003');
    history.go(-2);
    await expect.element(card).not.toBeInTheDocument();
    await expect.element(field).toHaveValue('');
  });

  it('requests the same reference again', async () => {
    const api = openOrder();
    await expect.element(badge).toHaveTextContent('En Transit');
    api.respond(pathOf('DEMO0003'), 200, { ...ORDER, ...inStatus('ARRIVED') });
    await submit.click();
    await expect.element(badge).toHaveTextContent('Arrivée au Burkina');
  });

  it.each(['', '   '])('requires a number instead of "%s" and sends no request [TRACK-006, VAL-003]', async (typed) => {
    const api = openPage('/', apiWith(ORDER));
    await track(typed);
    await expect.element(alert).toHaveTextContent('Veuillez saisir un numéro de suivi');
    await expect.element(field).toBeInvalid();
    await expectUrl('/');
    expect(api.paths.filter((path) => path.startsWith('/api/orders/'))).toEqual([]);
    await field.fill('D');
    await expect.element(alert).not.toBeInTheDocument();
  });

  it('shows a toast and no card for an unknown parcel [TRACK-007, ERR-002, ERR-027]', async () => {
    openPage('/', apiWith());
    await track('INCONNU-1');
    await expectToast('Erreur', MISSING);
    await expect.element(page.getByText('Aucun colis ne porte le numéro « INCONNU-1 »')).toBeVisible();
    await expect.element(card).not.toBeInTheDocument();
  });

  it('shows no card and no toast after a failure, and can be repeated [CARD-005]', async () => {
    const api = apiWith(ORDER);
    api.respond(pathOf('DEMO0003'), 500);
    openPage('/?tracking=DEMO0003', api);
    await expect.element(page.getByText("La recherche n'a pas abouti")).toBeVisible();
    await expect.element(card).not.toBeInTheDocument();
    await expect.element(toast).not.toBeInTheDocument();
    api.respond(pathOf('DEMO0003'), 200, ORDER);
    await page.getByRole('button', { name: 'Réessayer' }).click();
    await expect.element(card).toBeVisible();
  });

  it('shows for an unknown parcel an example, when it may appear, WhatsApp with the reference, and the FAQ [CARD-005]', async () => {
    openPage('/?tracking=INCONNU-1', apiWith());
    await expect.element(page.getByText('FC-7K3MP2QS')).toBeVisible();
    await expect.element(page.getByText('Un nouveau colis apparaît ici en un jour au plus.')).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Contacter le service client' }))
      .toHaveAttribute('href', expect.stringContaining('text=Bonjour%2C%20je%20cherche%20le%20colis%20INCONNU-1'));
    await expect
      .element(page.getByRole('main').getByRole('link', { name: 'Questions fréquentes' }))
      .toHaveAttribute('href', '/faq');
  });

  it('has other words for a missing network and too many searches than for an unknown parcel, and no toast [CARD-005]', async () => {
    const api = apiWith();
    api.disconnect(pathOf('PERDU-1'));
    openPage('/?tracking=PERDU-1', api);
    await expect.element(page.getByText('Pas de connexion à Internet')).toBeVisible();
    api.respond(pathOf('PERDU-2'), 429, { message: 'Réessayez dans 4 minutes.', code: 'too-many-requests' });
    openPage('/?tracking=PERDU-2', api);
    await expect.element(page.getByText('Trop de recherches en peu de temps')).toBeVisible();
    await expect.element(toast).not.toBeInTheDocument();
  });

  it('shows after too many unknown references when to come back, and the way over WhatsApp [SEC-025]', async () => {
    const api = apiWith();
    const message = 'Trop de numéros inconnus. Réessayez dans 4 minutes, ou écrivez-nous sur WhatsApp.';
    api.respond(pathOf('INCONNU-7'), 429, { message, code: 'too-many-requests' });
    openPage('/?tracking=INCONNU-7', api);
    await expect.element(page.getByText(message)).toBeVisible();
    const link = page.getByRole('link', { name: 'Contacter le service client' });
    await expect.element(link).toHaveAttribute('href', expect.stringContaining('INCONNU-7'));
  });

  it('fetches again after ten seconds what this device remembered, because the service did not respond', async () => {
    const api = apiWith(ORDER);
    openPage('/?tracking=DEMO0003', api);
    await expect.element(card.getByTestId('status-badge')).toBeVisible();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    api.respond(pathOf('DEMO0003'), 503);
    openPage('/?tracking=DEMO0003', api);
    const notice = card.getByText(/^Dernière information du /);
    await expect.element(notice).toBeVisible();
    api.respond(pathOf('DEMO0003'), 200, ORDER);
    vi.advanceTimersByTime(10_000);
    await expect.element(notice).not.toBeInTheDocument();
    await expect.element(card).toBeVisible();
  });

  it('searches again after ten seconds when the service was unavailable, and shows its message until then', async () => {
    const order = { ...ORDER, reference: 'PANNE-1' };
    const api = apiWith(order);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    api.respond(pathOf(order.reference), 503);
    openPage(`/?tracking=${order.reference}`, api);
    const message = page.getByText("La recherche n'a pas abouti");
    await expect.element(message).toBeVisible();
    const shown = message.element();
    vi.advanceTimersByTime(10_000);
    await expect.poll(() => api.sent(pathOf(order.reference)).length).toBeGreaterThan(1);
    await expect.element(message).toBeVisible();
    expect(message.element()).toBe(shown);
    api.respond(pathOf(order.reference), 200, order);
    await vi.waitFor(() => {
      vi.advanceTimersByTime(10_000);
      expect(card.query()).not.toBeNull();
    });
  });

  it('does not search again by itself after too many searches', async () => {
    const api = apiWith();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    api.respond(pathOf('PERDU-3'), 429, { message: 'Réessayez dans 4 minutes.', code: 'too-many-requests' });
    openPage('/?tracking=PERDU-3', api);
    await expect.element(page.getByText('Trop de recherches en peu de temps')).toBeVisible();
    const before = api.sent(pathOf('PERDU-3')).length;
    vi.advanceTimersByTime(60_000);
    await expect.element(page.getByText('Trop de recherches en peu de temps')).toBeVisible();
    expect(api.sent(pathOf('PERDU-3'))).toHaveLength(before);
  });

  it('shows the last known state with its date while the service is unavailable', async () => {
    const api = apiWith({ ...ORDER, knownAt: '2026-03-05T14:07:00.000Z' });
    api.signIn(AWA);
    openPage('/?tracking=DEMO0003', api);
    const notice = card.getByText('Dernière information du 5 mars 2026 à 14:07 (GMT)');
    await expect.element(notice).toBeVisible();
    await expect.element(card.getByRole('button', { name: 'Sauvegarder' })).not.toBeInTheDocument();
    api.respond(pathOf('DEMO0003'), 200, ORDER);
    await card.getByRole('button', { name: 'Réessayer' }).click();
    await expect.element(notice).not.toBeInTheDocument();
    await expect.element(card).toBeVisible();
  });

  it.each(['📦📦📦📦', 'A/../B', '..', 'X'.repeat(5000)])(
    'treats %.10s as any unknown reference',
    async (reference) => {
      openPage('/', apiWith());
      await track(reference);
      await expectToast('Erreur', MISSING);
      await expect.element(card).not.toBeInTheDocument();
    },
  );

  it('shows why a generated reference with a wrong character is invalid', async () => {
    const reference = generateReference();
    openPage('/', apiWith());
    await track(`${reference.slice(0, -1)}0`);
    await expect.element(page.getByText('Un caractère de ce numéro est faux.')).toBeVisible();
    await track(reference);
    await expect.element(page.getByText('Vérifiez le numéro de suivi, lettre par lettre')).toBeVisible();
  });
});

describe('the result card', () => {
  it('shows a visitor the facts of the parcel [TRACK-003, TRACK-008, TRACK-009, TRACK-010, TRACK-011, TRACK-012, TRACK-013, TRACK-014]', async () => {
    openOrder(inStatus('ARRIVED'));
    await expect.element(card.getByRole('heading', { name: 'DEMO0003' })).toBeVisible();
    await expect.element(badge).toHaveTextContent('Arrivée au Burkina');
    for (const text of [
      'Numéro de suivi',
      'Chine → Burkina Faso',
      'Livraison estimée',
      '9 août 2027',
      'Votre colis est arrivé au Burkina Faso',
    ]) {
      await expect.element(card.getByText(text).first()).toBeVisible();
    }
    const states = [1, 2, 3, 4, 5].map((number) => step(number).element().getAttribute('data-status'));
    expect(states).toEqual(['completed', 'completed', 'completed', 'active', 'pending']);
    const update = card.getByRole('region', { name: 'Dernière mise à jour' });
    await expect.element(update.getByText('Votre colis a quitté Canton.')).toBeVisible();
    expect(update.element().textContent).toMatch(/5 mars 2026.*14:07 GMT\+0/);
  });

  it('shows the owner how many pieces have come how far while others are missing [CNT-001]', async () => {
    const owner = { userId: 2, recipientPhone: null };
    openOrder({ ...owner, pieces: 3, passedPieces: { step: 'arrive', count: 2 } });
    await expect.element(card.getByText('2 sur 3 arrivées')).toBeVisible();
  });

  it('shows that there is no estimated delivery [TRACK-011]', async () => {
    openOrder({ estimatedDelivery: null });
    await expect.element(card.getByText('Non disponible')).toBeVisible();
  });

  it.each([
    ['ORDER_CONFIRMED', 'Commande Confirmée', 'rgb(29, 78, 216)', 'rgb(219, 234, 254)'],
    ['PROCESSING', 'En Traitement', 'rgb(133, 77, 14)', 'rgb(254, 249, 195)'],
    ['IN_TRANSIT', 'En Transit', 'rgb(107, 33, 168)', 'rgb(243, 232, 255)'],
    ['ARRIVED', 'Arrivée au Burkina', 'rgb(55, 48, 163)', 'rgb(224, 231, 255)'],
    ['DELIVERED', 'Livrée', 'rgb(22, 101, 52)', 'rgb(220, 252, 231)'],
  ] as const)(
    'has the badge of %s in its colour [STAT-006, STAT-007, STAT-008, STAT-009, STAT-010]',
    async (status, label, color, backgroundColor) => {
      openOrder(inStatus(status));
      await expect.element(badge).toHaveTextContent(label);
      await expect.element(badge).toHaveStyle({ color, backgroundColor });
    },
  );

  it.each([360, 1280])('draws the five icons in a row at %s pixels [STAT-025]', async (width) => {
    await page.viewport(width, 740);
    openOrder(inStatus('DELIVERED'));
    await expect.element(step(5)).toBeVisible();
    const boxes = ['clipboard-check', 'package', 'truck', 'mail-open', 'house'].map((icon, index) =>
      (
        step(index + 1)
          .element()
          .querySelector(`svg.lucide-${icon}`) as Element
      ).getBoundingClientRect(),
    );
    const lefts = boxes.map(({ x }) => x);
    expect(lefts).toEqual([...lefts].sort((left, right) => left - right));
    for (const { y } of boxes) expect(y).toBeCloseTo(boxes[0]?.y ?? Number.NaN, 0);
  });

  it('highlights the active and the completed steps only [STAT-028]', async () => {
    openOrder();
    await expect.element(step(5)).toBeVisible();
    const colours = [1, 2, 3, 4, 5].map(
      (number) => getComputedStyle(step(number).element().querySelector('.fc-tracker-icon') as Element).backgroundColor,
    );
    const [green, amber, white] = ['rgb(20, 83, 45)', 'rgb(245, 158, 11)', 'rgb(255, 255, 255)'];
    expect(colours).toEqual([green, green, amber, white, white]);
  });

  it('shows the time of each step in GMT, in figures and in words, in the time zone of Shanghai [STAT-029, STAT-030]', async () => {
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe('Asia/Shanghai');
    openOrder();
    for (const [number, figures, words] of [
      [1, '05/03/2025 23:07 GMT+0', '5 mars 2025, 23:07 GMT+0'],
      [2, '31/08/2025 18:30 GMT+0', '31 août 2025, 18:30 GMT+0'],
      [3, '31/12/2025 20:00 GMT+0', '31 décembre 2025, 20:00 GMT+0'],
    ] as const) {
      await expect.element(step(number).getByText(figures)).toBeVisible();
      expect(step(number).element().getAttribute('title')).toContain(words);
    }
    expect(step(4).element().querySelector('time')).toBeNull();
    const bar = card.getByTestId('tracker-bar').element();
    const filled = bar.firstElementChild?.getBoundingClientRect().width ?? 0;
    expect(filled / bar.getBoundingClientRect().width).toBeCloseTo(0.5, 1);
  });

  it('has the recorded history collapsed, newest first [D-81]', async () => {
    openOrder();
    const history = card.getByRole('group');
    await expect.element(history.getByText('Historique')).toBeVisible();
    await expect.element(history.getByText('Emballé.')).not.toBeVisible();
    await history.getByText('Historique').click();
    const items = history.getByRole('listitem');
    await expect.element(items.nth(0).getByText('En Transit')).toBeVisible();
    await expect.element(items.nth(1).getByText('Emballé.')).toBeVisible();
    await expect.element(items.nth(2).getByText('Commande Confirmée')).toBeVisible();
  });

  it('has the milestones with their places between the steps in its history [CONS-007]', async () => {
    const [ordered, packed, departed] = EVENTS;
    if (!ordered || !packed || !departed) throw new Error('no events');
    const events: OrderEvent[] = [
      ordered,
      packed,
      { ...departed, milestone: 'Parti de Chine', place: 'Guangzhou' },
      { ...departed, id: 4, milestone: 'En transit', place: 'Dubaï', note: 'Vol ET605' },
    ];
    const api = apiWith(ORDER);
    api.respond('GET /api/orders/DEMO0003/events', 200, events);
    openPage('/?tracking=DEMO0003', api);
    const history = card.getByRole('group');
    await history.getByText('Historique').click();
    await expect
      .poll(() =>
        history
          .getByRole('listitem')
          .elements()
          .map((item) => [...item.querySelectorAll('p')].map(({ textContent }) => textContent)),
      )
      .toEqual([
        ['En transit, Dubaï', 'Vol ET605'],
        ['En Transit', 'Parti de Chine, Guangzhou'],
        ['En Traitement', 'Emballé.'],
        ['Commande Confirmée'],
      ]);
    for (const [index, label] of ORDER_STATUSES.map(statusLabel).entries()) {
      expect(step(index + 1).element().textContent).toContain(label);
    }
  });

  it('gets the focus when it appears', async () => {
    openPage('/', apiWith(ORDER));
    await track('DEMO0003');
    await expect.element(card).toHaveFocus();
  });

  it('copies its number and its link', async () => {
    Object.defineProperty(navigator, 'share', { value: undefined, configurable: true });
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    openOrder();
    await card.getByRole('button', { name: 'Copier le numéro de suivi' }).click();
    await expectToast('Numéro de suivi copié');
    await card.getByRole('button', { name: 'Partager' }).click();
    await expect.element(toast.getByText('Lien copié', { exact: true })).toBeVisible();
    expect(write.mock.calls).toEqual([['DEMO0003'], [`${location.origin}/c/DEMO0003`]]);
  });

  it('is shared with its reference, its status and its link [CARD-004]', async () => {
    const share = vi.fn<(data: ShareData) => Promise<void>>().mockResolvedValue();
    Object.defineProperty(navigator, 'share', { value: share, configurable: true });
    openOrder();
    await card.getByRole('button', { name: 'Partager' }).click();
    const url = `${location.origin}/c/DEMO0003`;
    const text = 'Colis DEMO0003\u00a0: En Transit';
    await expect.poll(() => share.mock.calls).toEqual([[{ title: 'FasoColis DEMO0003', text, url }]]);
  });

  const contact = card.getByRole('link', { name: 'Contacter le service client' });
  const beTold = card.getByRole('button', { name: 'Être averti' });
  const sheet = page.getByRole('dialog', { name: 'Être averti' });
  const wayOf = (name: string) => sheet.getByRole('region', { name });

  it('offers a visitor the ways of being told, each with its state [CARD-004]', async () => {
    openOrder();
    await beTold.click();
    await expect.element(wayOf('WhatsApp').getByText('notre réponse confirme que vous serez averti')).toBeVisible();
    await expect.element(wayOf('WhatsApp').getByRole('link', { name: 'Suivre sur WhatsApp' })).toBeVisible();
    await expect.element(wayOf('Ce téléphone').getByText('Désactivé.')).toBeVisible();
    await expect
      .element(wayOf('Ce téléphone').getByRole('button', { name: "M'avertir sur ce téléphone" }))
      .toBeVisible();
    await expect.element(wayOf('Mon compte').getByText('Désactivé : connectez-vous')).toBeVisible();
    await expect
      .element(wayOf('Mon compte').getByRole('link', { name: 'Se connecter' }))
      .toHaveAttribute('href', '/auth');
    await sheet.getByRole('button', { name: 'Fermer' }).click();
    await expect.element(sheet).not.toBeInTheDocument();
  });

  it('leads a visitor back to the parcel after the sign-in', async () => {
    const api = openOrder();
    const address = location.pathname + location.search;
    await beTold.click();
    await wayOf('Mon compte').getByRole('link', { name: 'Se connecter' }).click();
    await expectUrl('/auth');
    api.signIn(AWA);
    api.respond('POST /api/auth/login', 200, AWA);
    await page.getByLabelText("Email ou Nom d'utilisateur").fill('awa');
    await page.getByLabelText('Mot de passe', { exact: true }).fill('Client-1234');
    await page.getByRole('main').getByRole('button', { name: 'Se connecter', exact: true }).click();
    await expectUrl(address);
  });

  it.each([
    ['own', { userId: AWA.id, recipientPhone: null }, false, 'Activé'],
    ['saved', {}, true, 'Activé'],
    ['other', {}, false, 'Désactivé'],
  ])('says whether the account is told of its %s parcel [CARD-004]', async (_, fields, isSaved, state) => {
    const api = apiWith({ ...ORDER, ...fields });
    api.signIn(AWA);
    api.respond(`GET /api/orders/saved/check/${ORDER.id}`, 200, { isSaved });
    openPage('/?tracking=DEMO0003', api);
    await beTold.click();
    await expect.element(wayOf('Mon compte').getByText(new RegExp(`^${state}`))).toBeVisible();
  });

  it('gives the focus back to the button that opened a sheet', async () => {
    openOrder();
    await expect.element(beTold).toBeVisible();
    (beTold.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(sheet).toBeVisible();
    await userEvent.tab();
    await userEvent.tab();
    await userEvent.keyboard('{Escape}');
    await expect.element(sheet).not.toBeInTheDocument();
    await expect.element(beTold).toHaveFocus();
  });

  it('no longer offers to tell of a parcel that has ended [CARD-004]', async () => {
    openOrder(inStatus('DELIVERED'));
    await expect.element(contact).toBeVisible();
    await expect.element(beTold).not.toBeInTheDocument();
  });

  it('leads to customer service at the configured number, with its reference [TRACK-015, CARD-004]', async () => {
    const api = apiWith(ORDER);
    api.respond('GET /api/whatsapp-number', 200, { whatsappNumber: '+226 70 12 34 56' });
    openPage('/?tracking=DEMO0003', api);
    const text = encodeURIComponent('Bonjour, je vous écris au sujet du colis DEMO0003.');
    await expect.element(contact).toHaveAttribute('href', `https://wa.me/22670123456?text=${text}`);
  });

  it('is followed over WhatsApp, by a message to the configured number with its reference [WA-002]', async () => {
    const reference = 'FC 1/2';
    const api = apiWith({ ...ORDER, reference });
    api.respond('GET /api/whatsapp-number', 200, { whatsappNumber: '+226 70 12 34 56' });
    openPage(`/?tracking=${encodeURIComponent(reference)}`, api);
    await beTold.click();
    await expect
      .element(sheet.getByRole('link', { name: 'Suivre sur WhatsApp' }))
      .toHaveAttribute('href', 'https://wa.me/22670123456?text=SUIVI%20FC%201%2F2');
  });

  it.each([
    ['missing', (api: FakeApi, path: string) => api.respond(path, 404, FAILURE)],
    ['failing', (api: FakeApi, path: string) => api.respond(path, 500, FAILURE)],
    ['out of reach', (api: FakeApi, path: string) => api.disconnect(path)],
  ])('leads to the default number while the setting is %s [CONST-028]', async (_, fail) => {
    const api = apiWith(ORDER);
    fail(api, 'GET /api/whatsapp-number');
    openPage('/?tracking=DEMO0003', api);
    await expect.element(contact).toHaveAttribute('href', expect.stringContaining('https://wa.me/22600000000?'));
    await expect.element(toast).not.toBeInTheDocument();
  });
});
