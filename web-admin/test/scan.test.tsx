import { generateReference } from '@fasocolis/contracts/reading/reference';
import { type Scan, type ScanOutcome, UNUSUAL_REFERENCE } from '@fasocolis/contracts/scans';
import { unmountAll } from '@fasocolis/web-kit/testing/mount';
import { clear } from 'idb-keyval';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { keepScan } from '../src/resources/scan/scan-store.ts';
import { expectNarrow, FakeApi, openScreen } from './back-office.tsx';
import { order } from './orders.ts';
import { FakeCamera, wedge } from './scanner.tsx';

const SCANS = 'POST /api/scans';
const GENERATED = generateReference();
const consignment = {
  id: 3,
  code: 'AIR-2026-047',
  mode: 'AIR' as const,
  departureCity: 'Guangzhou',
  carrierNumber: null,
  departureDate: null,
  expectedArrival: null,
  state: 'preparing' as const,
  orders: 0,
  pieces: 0,
  weightGrams: 0,
  closedAt: null,
  createdAt: '2026-11-20T10:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
};

type Outcomes = Partial<Record<string, Partial<ScanOutcome>>>;
const scansIn = (body: unknown) => (body as { scans: Scan[] }).scans;

/** The scanner; scans are done unless an outcome is given for their reference. */
function openScanner(outcomes: Outcomes = {}, failure?: string) {
  const api = new FakeApi({ consignments: [consignment] });
  api.compute(SCANS, ({ body }) =>
    scansIn(body).map(({ id, reference }) => ({
      id,
      outcome: 'done',
      orderId: 7,
      order: { ...order, reference },
      ...outcomes[reference],
    })),
  );
  const camera = new FakeCamera(failure);
  const vibrate = vi.spyOn(navigator, 'vibrate');
  openScreen('/scan', api);
  return { api, camera, vibrate };
}

const sent = (api: FakeApi) => api.sent(SCANS).flatMap(scansIn);
const offline = () => Response.error();
const lastHit = () => page.getByTestId('last-hit');
const counter = () => page.getByTestId('scan-counter');
const field = () => page.getByLabelText('Référence');
const button = (name: string) => page.getByRole('button', { name, exact: true });
const conflicts = () => page.getByRole('region', { name: 'À régler' });

async function typeReference(reference: string) {
  await field().fill(reference);
  await userEvent.keyboard('{Enter}');
}

async function choose(label: string, option: string) {
  await page.getByLabelText(label, { exact: true }).click();
  await page.getByRole('option', { name: option }).click();
}

const FRENCH: Record<string, readonly [key: string, code: string]> = {
  ...{ '7': ['è', 'Digit7'], Q: ['A', 'KeyQ'], '-': [')', 'Minus'], '4': ["'", 'Digit4'] },
};
/** The keystrokes of a scanner of an American layout on a French computer. */
const french = (text: string) => Array.from(text, (key) => FRENCH[key] ?? ([key, `Key${key}`] as const));

async function expectHit(tone: string, reference: string, text: string) {
  await expect.element(lastHit()).toHaveAttribute('data-tone', tone);
  await expect.element(lastHit().getByText(reference, { exact: true })).toBeVisible();
  await expect.element(lastHit().getByText(text, { exact: true })).toBeVisible();
}

beforeEach(async () => {
  vi.restoreAllMocks();
  localStorage.clear();
  await clear();
});

describe('the scanner', () => {
  it('reads a label with the camera, once while it stays in view, with vibration and the parcel [SCAN-002]', async () => {
    const { api, camera, vibrate } = openScanner();
    await camera.showQrCode('https://colis.example.com/c/FC-7ABC');
    await expectHit('taken', 'FC-7ABC', 'Reçu');
    await expect.element(lastHit().getByText('Awa Ouédraogo')).toBeVisible();
    expect(vibrate).toHaveBeenCalledTimes(1);
    await camera.showQrCode('https://colis.example.com/c/FC-8DEF');
    await expectHit('taken', 'FC-8DEF', 'Reçu');
    expect(sent(api)).toMatchObject([
      { mode: 'receive', reference: 'FC-7ABC' },
      { mode: 'receive', reference: 'FC-8DEF' },
    ]);
  });

  it('reads keystrokes of a scanner without a field, also with the focus on a button [SCAN-002]', async () => {
    const { api } = openScanner();
    await expect.element(button('Valider')).toBeVisible();
    wedge('FC-7ABC');
    await expectHit('taken', 'FC-7ABC', 'Reçu');
    (button('Valider').element() as HTMLElement).focus();
    wedge('https://colis.example.com/c/FC-8DEF');
    await expectHit('taken', 'FC-8DEF', 'Reçu');
    expect(sent(api)).toHaveLength(2);
  });

  it('reads a scanner of an American layout on a French computer by its keys [READ-010]', async () => {
    const { api } = openScanner();
    await expect.element(button('Valider')).toBeVisible();
    wedge(french('BGS-77QX-KIT4'));
    await expectHit('taken', 'BGS-77QX-KIT4', 'Reçu');
    expect(sent(api)).toMatchObject([{ reference: 'BGS-77QX-KIT4' }]);
  });

  it('reads a scanner that ends with a tabulator, or with a pause, and pauses within a code [READ-010]', async () => {
    const { api } = openScanner();
    await expect.element(button('Valider')).toBeVisible();
    wedge('FC-7ABC', 0, '');
    await expectHit('taken', 'FC-7ABC', 'Reçu');
    wedge('FC-8DEF', 0, 'Tab');
    await expectHit('taken', 'FC-8DEF', 'Reçu');
    wedge(['F', 'C', '-', 300, '9', 'G', 'H', 'J']);
    await expectHit('taken', 'FC-9GHJ', 'Reçu');
    expect(sent(api)).toHaveLength(3);
  });

  it('reads a scanner while the cursor is in the field, in whichever layout and however it ends codes [READ-010]', async () => {
    const { api } = openScanner();
    await field().click();
    wedge('FC-7ABC', 20, 'Tab');
    await expectHit('taken', 'FC-7ABC', 'Reçu');
    await expect.element(field()).toHaveFocus();
    wedge(french('BGS-77QX-KIT4'), 20, '');
    await expectHit('taken', 'BGS-77QX-KIT4', 'Reçu');
    await expect.element(field()).toHaveValue('');
    expect(sent(api)).toMatchObject([{ reference: 'FC-7ABC' }, { reference: 'BGS-77QX-KIT4' }]);
  });

  it('leaves what a person types in the field until it is confirmed', async () => {
    const { api } = openScanner();
    await field().click();
    wedge('FC-7ABC', 120, '');
    await userEvent.keyboard('{Tab}');
    await expect.element(field()).toHaveValue('FC-7ABC');
    await button('Valider').click();
    await expectHit('taken', 'FC-7ABC', 'Reçu');
    expect(sent(api)).toHaveLength(1);
  });

  it('never reports a code that lost its beginning, and says so with the sound of an error [READ-010]', async () => {
    const { api, vibrate } = openScanner();
    await expect.element(button('Valider')).toBeVisible();
    wedge(['B', 'G', 'S', '-', 400, '7', '7', 'Q', 'X']);
    await expectHit('problem', 'BGS-77QX', 'Lecture incomplète, recommencez');
    expect(vibrate).toHaveBeenLastCalledWith([500, 80]);
    expect(sent(api)).toEqual([]);
  });

  it("asks which code is the parcel's when several are in view, and takes none before [READ-011]", async () => {
    const { api, camera } = openScanner();
    await camera.showQrCodes('YT7512345678901', 'SF1369874521035');
    await page.getByRole('group', { name: 'lequel est celui du colis' }).getByText('SF1369874521035').click();
    await expectHit('taken', 'SF1369874521035', 'Reçu');
    expect(sent(api)).toMatchObject([{ reference: 'SF1369874521035' }]);
  });

  it('takes the label of the product from several codes in view [READ-011]', async () => {
    const { api, camera } = openScanner();
    await camera.showQrCodes('YT7512345678901', 'https://colis.example.com/c/FC-7ABC');
    await expectHit('taken', 'FC-7ABC', 'Reçu');
    expect(sent(api)).toMatchObject([{ reference: 'FC-7ABC' }]);
  });

  it('asks to confirm an unknown reference of an unusual form [READ-011]', async () => {
    const { api } = openScanner({ 'Zoé-7': { outcome: 'conflict', message: UNUSUAL_REFERENCE } });
    await typeReference('Zoé-7');
    await conflicts().getByRole('button', { name: 'Confirmer la référence' }).click();
    await expect
      .poll(() => sent(api))
      .toMatchObject([{ reference: 'Zoé-7' }, { reference: 'Zoé-7', isConfirmed: true }]);
  });

  it('reads a scanner that pauses after each key', async () => {
    const { api } = openScanner();
    await expect.element(button('Valider')).toBeVisible();
    wedge('FC-7ABC', 200);
    await expectHit('taken', 'FC-7ABC', 'Reçu');
    expect(sent(api)).toMatchObject([{ reference: 'FC-7ABC' }]);
  });

  it('presses no button with an end key that comes after the pause', async () => {
    openScanner();
    await expect.element(button('Valider')).toBeVisible();
    (button('Valider').element() as HTMLElement).focus();
    wedge('FC-7ABC', 200, '');
    expect(document.activeElement).toBe(document.body);
  });

  it('reads a scanner after a mode was chosen, and keeps the mode', async () => {
    const { api } = openScanner();
    await choose('Mode', 'Recevoir');
    await expect.poll(() => document.activeElement?.role).toBe('combobox');
    wedge('AR-7ABM', 100);
    await expectHit('taken', 'AR-7ABM', 'Reçu');
    expect(sent(api)).toMatchObject([{ mode: 'receive', reference: 'AR-7ABM' }]);
    await expect.element(page.getByRole('combobox', { name: 'Mode' })).toHaveTextContent('Recevoir');
  });

  it('leaves the letters to an open list, in which they choose an option', async () => {
    const { api } = openScanner();
    await page.getByLabelText('Mode', { exact: true }).click();
    await expect.element(page.getByRole('listbox')).toBeVisible();
    wedge('Recevoir', 150);
    await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
    await typeReference('FC-8DEF');
    await expectHit('taken', 'FC-8DEF', 'Reçu');
    expect(sent(api)).toMatchObject([{ reference: 'FC-8DEF' }]);
  });

  it('asks about a word that a person types outside the field', async () => {
    const { api } = openScanner({ bonjour: { outcome: 'conflict', message: UNUSUAL_REFERENCE } });
    await expect.element(button('Valider')).toBeVisible();
    wedge('bonjour', 150);
    await expect.element(conflicts().getByRole('button', { name: 'Confirmer la référence' })).toBeVisible();
    expect(sent(api)).toHaveLength(1);
  });

  it.each([
    ['NotAllowedError', "L'appareil photo est bloqué"],
    ['NotFoundError', "Aucun appareil photo n'est disponible"],
  ])('says what to do without a camera (%s), and takes typed references', async (failure, sentence) => {
    openScanner({}, failure);
    await expect.element(page.getByRole('alert').getByText(sentence)).toBeVisible();
    await typeReference('FC-7ABC');
    await expectHit('taken', 'FC-7ABC', 'Reçu');
  });

  it('shows what was there already in amber and what was refused in red', async () => {
    openScanner({
      'FC-7ABC': { outcome: 'already' },
      'FC-8DEF': { outcome: 'conflict', message: 'Ce colis est archivé.' },
    });
    await typeReference('FC-7ABC');
    await expectHit('already', 'FC-7ABC', 'Déjà reçu');
    await typeReference('FC-8DEF');
    await expectHit('problem', 'FC-8DEF', 'Ce colis est archivé.');
    await expect.element(counter()).toHaveTextContent('2 lectures · 1 à régler');
  });

  it('refuses what is no reference without sending it', async () => {
    const { api } = openScanner();
    await typeReference('https://example.com/menu');
    await expectHit('problem', 'https://example.com/menu', 'Ce code est un lien vers un autre site, pas un colis.');
    expect(api.writes).toEqual([]);
  });

  it('puts parcels into the consignment that was chosen, and asks for one first', async () => {
    const { api } = openScanner();
    await choose('Mode', "Mettre dans l'expédition");
    await typeReference('FC-7ABC');
    await expectHit('problem', 'FC-7ABC', "Choisissez d'abord l'expédition.");
    await choose('Expédition', 'AIR-2026-047');
    await typeReference('FC-7ABC');
    await expectHit('taken', 'FC-7ABC', "Mis dans l'expédition");
    expect(sent(api)).toMatchObject([{ mode: 'load', reference: 'FC-7ABC', consignmentId: 3 }]);
  });

  it('switches the light of the camera on and off where there is one', async () => {
    vi.spyOn(MediaStreamTrack.prototype, 'getCapabilities').mockReturnValue({ torch: true } as MediaTrackCapabilities);
    const apply = vi.spyOn(MediaStreamTrack.prototype, 'applyConstraints').mockResolvedValue();
    openScanner();
    await button('Allumer la lampe').click();
    await button('Éteindre la lampe').click();
    expect(apply.mock.calls).toEqual([[{ advanced: [{ torch: true }] }], [{ advanced: [{ torch: false }] }]]);
  });

  it('keeps the field in view on a wide screen, however many labels were read', async () => {
    await page.viewport(1280, 800);
    openScanner();
    await expect.element(field()).toBeInViewport({ ratio: 1 });
    for (const number of [1, 2, 3, 4]) await typeReference(`COLIS-10${number}`);
    await expect.element(counter()).toHaveTextContent('4 lectures');
    await expect.element(field()).toBeInViewport({ ratio: 1 });
  });

  it('fits a phone', async () => {
    await page.viewport(360, 740);
    openScanner({ 'FC-8DEF': { outcome: 'conflict', message: 'Ce colis est archivé.' } });
    await typeReference('FC-8DEF');
    await expect.element(conflicts()).toBeVisible();
    expectNarrow();
  });
});

describe('a scan by mistake', () => {
  const undo = (reference = 'FC-7ABC') => page.getByRole('button', { name: `Annuler la lecture de ${reference}` });
  const created = { order: { ...order, isDeletable: true } };
  const REMOVAL = 'DELETE /api/orders/7';

  it('that created an order is taken back, from the list too [HIST-009]', async () => {
    const { api } = openScanner({ 'FC-7ABC': created, 'FC-8DEF': created });
    api.respond(REMOVAL, 200, { message: 'Commande supprimée' });
    await typeReference('FC-7ABC');
    await expectHit('taken', 'FC-7ABC', 'Reçu');
    await typeReference('FC-8DEF');
    await expectHit('taken', 'FC-8DEF', 'Reçu');
    await undo('FC-8DEF').click();
    await expectHit('already', 'FC-8DEF', 'Lecture annulée');
    await undo().click();
    await expect.element(page.getByRole('listitem').getByText('Lecture annulée')).toBeVisible();
    expect(api.writes.filter((write) => write === REMOVAL)).toHaveLength(2);
    expect(page.getByRole('button', { name: /^Annuler/ }).elements()).toHaveLength(0);
  });

  it('is taken back for ten minutes [HIST-009]', async () => {
    openScanner({ 'FC-7ABC': created });
    await expect.element(field()).toBeVisible();
    const timers = vi.spyOn(globalThis, 'setTimeout');
    await typeReference('FC-7ABC');
    await expect.element(undo()).toBeVisible();
    const TEN_MINUTES = 600_000;
    const expiry = () =>
      timers.mock.calls.find(([, delay = 0]) => delay > TEN_MINUTES - 10_000 && delay <= TEN_MINUTES)?.[0];
    await expect.poll(expiry).toBeTypeOf('function');
    (expiry() as () => void)();
    await expect.poll(() => undo().elements()).toHaveLength(0);
    await expectHit('taken', 'FC-7ABC', 'Reçu');
  });

  it('is not taken back where something else happened to the order, and the server says why', async () => {
    const other = { ...order, reference: 'FC-8DEF', isDeletable: false };
    const { api } = openScanner({ 'FC-7ABC': created, 'FC-8DEF': { order: other } });
    await typeReference('FC-8DEF');
    await expectHit('taken', 'FC-8DEF', 'Reçu');
    expect(undo('FC-8DEF').elements()).toHaveLength(0);
    const message = 'Ce colis a déjà un historique : il ne peut qu’être archivé.';
    api.respond(REMOVAL, 409, { message, code: 'conflict' });
    await typeReference('FC-7ABC');
    await expectHit('taken', 'FC-7ABC', 'Reçu');
    await undo().click();
    await expectHit('problem', 'FC-7ABC', message);
  });

  it('that waits for the network is dropped from the device [HIST-009]', async () => {
    const { api } = openScanner();
    api.compute(SCANS, () => Response.error());
    await typeReference('FC-7ABC');
    await typeReference('FC-8DEF');
    await expect.element(counter()).toHaveTextContent('2 lectures · 2 à envoyer');
    await undo().click();
    await expect.element(counter()).toHaveTextContent('2 lectures · 1 à envoyer');
    unmountAll();
    const second = openScanner();
    await expect.poll(() => sent(second.api).map(({ reference }) => reference)).toEqual(['FC-8DEF']);
  });

  it('shows its outcome when it was on its way already', async () => {
    const { api } = openScanner({ 'FC-7ABC': created });
    const release = api.hold(SCANS);
    await typeReference('FC-7ABC');
    await undo().click();
    await expectHit('already', 'FC-7ABC', 'Lecture annulée');
    release();
    await expectHit('taken', 'FC-7ABC', 'Reçu');
    await expect.element(undo()).toBeVisible();
  });
});

it('scans are sent with the time of the device [HIST-008]', async () => {
  const { api } = openScanner();
  await typeReference('FC-7ABC');
  await expectHit('taken', 'FC-7ABC', 'Reçu');
  const [request] = api.sent(SCANS) as { sentAt: string; scans: Scan[] }[];
  const [scan] = request?.scans ?? [];
  const waited = Date.parse(request?.sentAt ?? '') - Date.parse(scan?.at ?? '');
  expect(waited).toBeGreaterThanOrEqual(0);
  expect(waited).toBeLessThan(10_000);
});

describe('on a device without room', () => {
  const full = new DOMException('full', 'QuotaExceededError');

  it('a scan that is not kept is reported', async () => {
    const { api } = openScanner();
    await expect.element(field()).toBeVisible();
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw full;
    });
    await typeReference(GENERATED);
    const text =
      "Cet appareil n'a plus de place\u00a0: cette lecture n'est pas gardée. Libérez de la place, puis recommencez.";
    await expectHit('problem', GENERATED, text);
    expect(sent(api)).toEqual([]);
  });

  it('the scanner opens for the user who is signed in', async () => {
    localStorage.removeItem('fasocolis:device-user');
    const setItem = localStorage.setItem.bind(localStorage);
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation((key, value) => {
      if (key === 'fasocolis:device-user') throw full;
      setItem(key, value);
    });
    openScanner();
    await expect.element(field()).toBeVisible();
  });
});

describe('scans without a network', () => {
  it('are kept over a reload and sent in their order, each once [SCAN-003]', async () => {
    const first = openScanner();
    first.api.compute(SCANS, offline);
    await typeReference('FC-7ABC');
    await typeReference('FC-8DEF');
    await expectHit('taken', 'FC-8DEF', 'Lu, à envoyer');
    await expect.element(counter()).toHaveTextContent('2 lectures · 2 à envoyer');
    await expect.element(page.getByText('les lectures sont gardées sur cet appareil')).toBeVisible();
    await typeReference('fc7abc');
    await expectHit('already', 'fc7abc', 'Déjà lu, à envoyer');

    unmountAll();
    const second = openScanner();
    await expect.poll(() => sent(second.api).map(({ reference }) => reference)).toEqual(['FC-7ABC', 'FC-8DEF']);
    await expect.element(counter()).toHaveTextContent('0 lecture');
  });

  it('are sent again under the same ids when the response was lost [SCAN-003]', async () => {
    const { api } = openScanner();
    api.compute(SCANS, offline);
    await typeReference('FC-7ABC');
    await expect.poll(() => sent(api).length).toBe(1);
    api.compute(SCANS, ({ body }) => scansIn(body).map(({ id }) => ({ id, outcome: 'done' })));
    dispatchEvent(new Event('online'));
    await expectHit('taken', 'FC-7ABC', 'Reçu');
    expect(new Set(sent(api).map(({ id }) => id)).size).toBe(1);
  });

  it('become conflicts that stay over a reload until they are settled or sent again [SCAN-003]', async () => {
    openScanner({ 'FC-7ABC': { outcome: 'conflict', message: 'Ce colis est dans MER-2026-001.' } });
    await typeReference('FC-7ABC');
    await expect.element(conflicts().getByText('Ce colis est dans MER-2026-001.')).toBeVisible();

    unmountAll();
    const { api } = openScanner();
    await expect
      .element(conflicts().getByRole('link', { name: 'Ouvrir le dossier' }))
      .toHaveAttribute('href', '/admin/orders/7');
    await conflicts().getByRole('button', { name: 'Renvoyer' }).click();
    await expect.poll(() => sent(api)).toMatchObject([{ reference: 'FC-7ABC' }]);
    await expect.poll(() => conflicts().elements()).toHaveLength(0);
  });

  it('do not hold up others when the server does not accept one', async () => {
    const { api } = openScanner();
    api.compute(SCANS, offline);
    await typeReference('FC-7ABC');
    await typeReference('FC-8DEF');
    api.compute(SCANS, ({ body }) => {
      const scans = scansIn(body);
      if (scans.some(({ reference }) => reference === 'FC-7ABC')) {
        return Response.json({ message: 'Requête invalide', code: 'validation' }, { status: 400 });
      }
      return scans.map(({ id }) => ({ id, outcome: 'done' }));
    });
    dispatchEvent(new Event('online'));
    await expectHit('taken', 'FC-8DEF', 'Reçu');
    await expect.element(conflicts().getByText('Requête invalide')).toBeVisible();
  });

  it('of another user of the device wait for that user', async () => {
    const scan: Scan = { id: crypto.randomUUID(), mode: 'receive', reference: 'FC-7ABC', at: new Date().toISOString() };
    await keepScan({ scan, userId: 2 });
    const { api } = openScanner();
    await typeReference('FC-8DEF');
    await expectHit('taken', 'FC-8DEF', 'Reçu');
    await expect.element(counter()).toHaveTextContent("1 lecture · 1 d'un autre compte, envoyée à sa connexion");
    expect(sent(api)).toMatchObject([{ reference: 'FC-8DEF' }]);
  });

  it('wait while the session has ended', async () => {
    const { api } = openScanner();
    api.respond(SCANS, 401, { message: 'Authentification requise', code: 'unauthenticated' });
    await typeReference('FC-7ABC');
    await expect.element(page.getByText('Votre session a pris fin.')).toBeVisible();
    await expect.element(counter()).toHaveTextContent('1 lecture · 1 à envoyer');
  });
});

describe('the label of a piece', () => {
  const partly = { order: { ...order, pieces: 3, passedPieces: { step: 'receive', count: 2 } } } as const;

  it('is sent with its piece, from the QR code as from the Code 128, and says how many are there [CNT-001]', async () => {
    const { api, camera } = openScanner({ 'FC-7ABC': partly });
    await camera.showQrCode('https://colis.example.com/c/FC-7ABC?p=2');
    await expectHit('taken', 'FC-7ABC/2', 'Reçu, 2 sur 3');
    wedge(`${GENERATED}/3`);
    await expectHit('taken', `${GENERATED}/3`, 'Reçu');
    expect(sent(api)).toMatchObject([
      { mode: 'receive', reference: 'FC-7ABC', piece: 2 },
      { mode: 'receive', reference: GENERATED, piece: 3 },
    ]);
  });

  it('is one scan for each piece of the parcel, once while they wait for the network [CNT-001]', async () => {
    const { api } = openScanner();
    api.compute(SCANS, () => Response.error());
    for (const piece of [1, 2, 2]) await typeReference(`https://colis.example.com/c/FC-7ABC?p=${piece}`);
    await expectHit('already', 'FC-7ABC/2', 'Déjà lu, à envoyer');
    await expect.element(counter()).toHaveTextContent('3 lectures · 2 à envoyer');
  });

  it('that is missing on a parcel of three asks whether all are there, and "Oui" sends it again [CNT-001]', async () => {
    const message = 'Les 3 cartons sont là\u00a0?';
    const { api } = openScanner({ 'FC-7ABC': { outcome: 'conflict', message } });
    await typeReference('FC-7ABC');
    await expect.element(conflicts().getByText(message)).toBeVisible();
    await conflicts().getByRole('button', { name: 'Oui, ils sont tous là' }).click();
    await expect
      .poll(() => sent(api))
      .toMatchObject([{ reference: 'FC-7ABC' }, { reference: 'FC-7ABC', isConfirmed: true }]);
  });

  it('shows what became of it when it was sent again [CNT-001]', async () => {
    const { api } = openScanner({ 'FC-7ABC': { outcome: 'conflict', message: 'Les 3 cartons sont là\u00a0?' } });
    await typeReference('FC-7ABC');
    await expectHit('problem', 'FC-7ABC', 'Les 3 cartons sont là\u00a0?');
    api.compute(SCANS, ({ body }) => scansIn(body).map(({ id }) => ({ id, outcome: 'done', orderId: 7, order })));
    await conflicts().getByRole('button', { name: 'Oui, ils sont tous là' }).click();
    await expectHit('taken', 'FC-7ABC', 'Reçu');
  });
});

describe('handing over a parcel of several pieces', () => {
  const found = { ...order, pieces: 2, status: 'ARRIVED' };
  const dialog = () => page.getByRole('dialog', { name: 'Remettre FC-7ABC' });
  const link = (piece: number) => `https://colis.example.com/c/FC-7ABC?p=${piece}`;

  async function openCounter(outcomes: Outcomes = {}) {
    const opened = openScanner(outcomes);
    opened.api.compute('GET /api/orders/FC-7ABC', () => found);
    await choose('Mode', 'Remettre');
    return opened;
  }

  it('counts its pieces, and starts with the last one [CNT-001]', async () => {
    const outcomes: Outcomes = { 'FC-7ABC': { order: { ...found, passedPieces: { step: 'hand-over', count: 1 } } } };
    const { api } = await openCounter(outcomes);
    await typeReference(link(1));
    await expectHit('taken', 'FC-7ABC/1', 'Carton compté, 1 sur 2');
    expect(dialog().elements()).toHaveLength(0);
    outcomes['FC-7ABC'] = { order: found };
    await typeReference(link(2));
    await expect.element(dialog().getByLabelText('Code de retrait')).toBeVisible();
    expect(sent(api)).toMatchObject([
      { mode: 'hand-over', reference: 'FC-7ABC', piece: 1 },
      { mode: 'hand-over', reference: 'FC-7ABC', piece: 2 },
    ]);
  });

  it('asks first whether all are there when the label of none of them was read [CNT-001]', async () => {
    await openCounter();
    await typeReference('FC-7ABC');
    const prompt = page.getByRole('dialog', { name: 'Les 2 cartons sont là' });
    await prompt.getByRole('button', { name: 'Oui, ils sont tous là' }).click();
    await expect.element(dialog().getByLabelText('Code de retrait')).toBeVisible();
  });
});

describe('handing over', () => {
  const path = 'POST /api/handovers/7';
  const dialog = () => page.getByRole('dialog', { name: 'Remettre FC-7ABC' });

  async function startHandOver(found: object | null = { ...order, pieces: 1, status: 'ARRIVED' }) {
    const opened = openScanner();
    if (found) opened.api.compute('GET /api/orders/FC-7ABC', () => found);
    else opened.api.compute('GET /api/orders/FC-7ABC', () => Response.error());
    await choose('Mode', 'Remettre');
    await typeReference('FC-7ABC');
    return opened;
  }

  it('asks for the code and the name of the receiver [SCAN-005]', async () => {
    const { api } = await startHandOver();
    api.compute(path, () => ({ ...order, status: 'DELIVERED', statusLabel: 'Livrée' }));
    await expect.element(dialog().getByText('Awa Ouédraogo')).toBeVisible();
    await dialog().getByLabelText('Code de retrait').fill('123 456');
    await dialog().getByLabelText('Remis à').fill('Issa Ouédraogo');
    await dialog().getByRole('button', { name: 'Remettre' }).click();
    await expectHit('taken', 'FC-7ABC', 'Remis');
    expect(api.sent(path)).toEqual([{ code: '123456', receiverName: 'Issa Ouédraogo' }]);
  });

  async function handOverWithPhoto() {
    await dialog().getByLabelText('Ou raison').fill("Carte d'identité présentée");
    await dialog().getByLabelText('Remis à').fill('Issa');
    const canvas = new OffscreenCanvas(3200, 2400);
    canvas.getContext('2d')?.fillRect(0, 0, 100, 100);
    const photo = await canvas.convertToBlob();
    await dialog()
      .getByLabelText('Photo de la remise')
      .upload(new File([photo], 'photo.png', { type: 'image/png' }));
    await dialog().getByRole('button', { name: 'Remettre' }).click();
  }

  it('takes a reason in place of the code, and a photo [SCAN-005]', async () => {
    const { api } = await startHandOver();
    api.compute(path, () => ({ ...order, status: 'DELIVERED' }));
    await handOverWithPhoto();
    await expectHit('taken', 'FC-7ABC', 'Remis');
    expect(api.sent(path)).toMatchObject([
      { reason: "Carte d'identité présentée", photo: expect.stringMatching(/^data:image\/jpeg;base64,/) },
    ]);
  });

  it('says that the photo is not kept where the network is lost meanwhile', async () => {
    const { api } = await startHandOver();
    api.compute(path, offline);
    api.compute(SCANS, offline);
    await handOverWithPhoto();
    await expectHit('taken', 'FC-7ABC', 'Lu, à envoyer sans la photo');
  });

  it('needs a code or a reason, and shows what the server says of a wrong code', async () => {
    const { api } = await startHandOver();
    const message = 'Code incorrect. Il reste 4 essais.';
    api.respond(path, 400, { message, code: 'validation', errors: { code: message } });
    await dialog().getByLabelText('Remis à').fill('Issa');
    await dialog().getByRole('button', { name: 'Remettre' }).click();
    await expect
      .element(dialog().getByText('Saisissez le code de retrait, ou la raison de remettre sans code'))
      .toBeVisible();
    await dialog().getByLabelText('Code de retrait').fill('000000');
    await dialog().getByRole('button', { name: 'Remettre' }).click();
    await expect.element(dialog().getByText(message)).toBeVisible();
  });

  it('is kept without a network [SCAN-003]', async () => {
    const { api } = await startHandOver(null);
    await dialog().getByLabelText('Code de retrait').fill('123456');
    await dialog().getByLabelText('Remis à').fill('Issa');
    await dialog().getByRole('button', { name: 'Remettre' }).click();
    await expectHit('taken', 'FC-7ABC', 'Remis');
    expect(sent(api)).toMatchObject([
      { mode: 'hand-over', reference: 'FC-7ABC', code: '123456', receiverName: 'Issa' },
    ]);
  });

  it('is not repeated for a parcel that was handed over', async () => {
    await startHandOver({ ...order, status: 'DELIVERED', statusLabel: 'Livrée' });
    await expectHit('already', 'FC-7ABC', 'Déjà remis');
  });
});

describe('handing over to a person', () => {
  const path = 'POST /api/handovers/7';
  const ready = { ...order, userId: 12, furthestStep: 'ARRIVED', status: 'ARRIVED', due: 10_000 };
  const settings = {
    ...{ volumetricDivisor: 6000, receiptPrefix: 'REC', releasesWithRest: true },
    ...{ storageFreeDays: 0, storagePrice: 0, accounts: [] },
  };
  const dialog = () => page.getByRole('dialog', { name: 'Remettre à Awa Ouédraogo' });

  async function start(found: object = { ...ready, pieces: 1 }, responses: Record<string, object> = {}) {
    const opened = openScanner();
    for (const [request, body] of Object.entries(responses)) opened.api.respond(request, 200, body);
    const others = [
      { ...ready, id: 8, reference: 'FC-8ABC', pieces: 3 },
      { ...ready, id: 9, reference: 'FC-9ABC', pieces: null, due: 0 },
    ];
    opened.api.compute('GET /api/orders/FC-7ABC', () => found);
    opened.api.compute('GET /api/handovers/7/parcels', () => Response.json([found, ...others]));
    opened.api.compute(path, () => ({ ...order, status: 'DELIVERED', statusLabel: 'Livrée' }));
    await choose('Mode', 'Remettre');
    await typeReference('FC-7ABC');
    return opened.api;
  }

  it('shows phone, parcels and cartons, what is owed, and hands all over with one code and name [CNT-006]', async () => {
    const api = await start();
    await expect.element(dialog().getByText('+226 70 12 34 56')).toBeVisible();
    await expect
      .element(dialog().getByText('3 colis, 4 cartons, 1 colis sans nombre de cartons', { exact: true }))
      .toBeVisible();
    const parcels = dialog().getByRole('list', { name: 'Colis de cette personne' }).getByRole('listitem');
    await expect.element(parcels.nth(1)).toHaveTextContent('FC-8ABC, 3 cartons, reste 10 000 FCFA');
    await expect.element(dialog().getByText('Reste à payer : 20')).toBeVisible();
    await dialog().getByLabelText('Code de retrait').fill('123456');
    await dialog().getByLabelText('Remis à').fill('Issa');
    await dialog().getByRole('button', { name: 'Remettre' }).click();
    await expectHit('taken', 'FC-7ABC', 'Remis, 3 colis');
    expect(api.sent(path)).toMatchObject([{ code: '123456', orderIds: [8, 9], payment: { amount: 20_000 } }]);
  });

  it('names the parcels of which the client has reported a payment, before they are paid once more [PAY-006]', async () => {
    const { api } = openScanner();
    const reported = { ...ready, pieces: 1 };
    api.compute('GET /api/orders/FC-7ABC', () => reported);
    api.set('orders', [reported]);
    await choose('Mode', 'Remettre');
    await typeReference('FC-7ABC');
    const prompt = page.getByRole('dialog', { name: 'Remettre FC-7ABC' }).getByRole('alert');
    await expect.element(prompt.getByText(/^Le client a signalé un paiement/)).toBeVisible();
    await expect.element(prompt.getByRole('link', { name: 'FC-7ABC' })).toBeVisible();
    expect(api.lastFilter('orders')).toEqual({ id: [7], reported: true });
  });

  it('keeps all parcels and the payment where the network is lost meanwhile', async () => {
    const api = await start();
    api.compute(path, offline);
    api.compute(SCANS, offline);
    await dialog().getByLabelText('Code de retrait').fill('123456');
    await dialog().getByLabelText('Remis à').fill('Issa');
    await dialog().getByRole('button', { name: 'Remettre' }).click();
    await expect
      .poll(() => sent(api)[0])
      .toMatchObject({ mode: 'hand-over', reference: 'FC-7ABC', orderIds: [8, 9], payment: { amount: 20_000 } });
  });

  it.each([
    [
      'the owner of every parcel with a rest has credit',
      { 'GET /api/credits/12': { hasCredit: true } },
      'Crédit : il peut payer plus tard.',
    ],
    ['the setting permits it', { 'GET /api/payment-settings': settings }, 'Il peut payer plus tard.'],
  ])('says that the client may pay later if %s', async (_, responses, text) => {
    const api = await start({ ...ready, pieces: 1 }, responses);
    await expect.element(dialog().getByText(text)).toBeVisible();
    await dialog().getByLabelText('Le client paie maintenant').click();
    await expect.element(dialog().getByLabelText('Raison de remettre sans paiement')).not.toBeInTheDocument();
    await dialog().getByLabelText('Code de retrait').fill('123456');
    await dialog().getByLabelText('Remis à').fill('Issa');
    await dialog().getByRole('button', { name: 'Remettre' }).click();
    await expectHit('taken', 'FC-7ABC', 'Remis, 3 colis');
    expect(api.sent(path)[0]).not.toHaveProperty('payment');
  });

  it('leaves a parcel that staff takes off the list, with what it owes [CNT-006]', async () => {
    const api = await start();
    await dialog().getByRole('checkbox', { name: 'FC-8ABC' }).click();
    await expect.element(dialog().getByText('2 colis, 1 carton, 1 colis sans')).toBeVisible();
    await expect.element(dialog().getByLabelText('Montant (FCFA)')).toHaveValue('10000');
    await dialog().getByLabelText('Code de retrait').fill('123456');
    await dialog().getByLabelText('Remis à').fill('Issa');
    await dialog().getByRole('button', { name: 'Remettre' }).click();
    await expectHit('taken', 'FC-7ABC', 'Remis, 2 colis');
    expect(api.sent(path)).toMatchObject([{ orderIds: [9], payment: { amount: 10_000 } }]);
  });

  it('asks why a parcel is handed over that never arrived [CNT-006]', async () => {
    const api = await start({ ...order, pieces: 1 });
    const reason = dialog().getByLabelText('Raison de le remettre');
    await expect.element(dialog().getByText("n'a jamais été noté arrivé")).toBeVisible();
    await reason.fill('Oublié au scan');
    await dialog().getByLabelText('Ou raison de remettre sans code').fill('Connue');
    await dialog().getByLabelText('Remis à').fill('Issa');
    await dialog().getByRole('button', { name: 'Remettre' }).click();
    await expectHit('taken', 'FC-7ABC', 'Remis, 3 colis');
    expect(api.sent(path)).toMatchObject([{ neverArrivedReason: 'Oublié au scan', reason: 'Connue' }]);
  });
});
