import { type AnnouncedNumber, nearMissPrompt, OTHER_RECIPIENT } from '@fasocolis/contracts/receiving';
import type { Scan, ScanOutcome } from '@fasocolis/contracts/scans';
import { unmountAll } from '@fasocolis/web-kit/testing/mount';
import { clear } from 'idb-keyval';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNarrow, FakeApi, openScreen } from './back-office.tsx';
import { order } from './orders.ts';
import { FakeCamera, wedge } from './scanner.tsx';

const SCANS = 'POST /api/scans';
const ANNOUNCED: AnnouncedNumber = { number: 'YTO7512345678', reference: 'FC-7ABC', userId: 42 };

const scansIn = (body: unknown) => (body as { scans: Scan[] }).scans;

/** The scanner in "Recevoir"; scans are done unless an outcome is given. */
function openScanner(outcomeOf: (scan: Scan) => Partial<ScanOutcome> = () => ({})) {
  const api = new FakeApi({});
  api.respond('GET /api/scans/announced', 200, [ANNOUNCED]);
  api.respond('GET /api/app-settings/client_code_prefix', 200, {
    key: 'client_code_prefix',
    value: 'FASO',
    description: null,
  });
  api.compute(SCANS, ({ body }) =>
    scansIn(body).map((scan) => ({
      ...{ id: scan.id, outcome: 'done', orderId: 7 },
      order: {
        ...{ ...order, pieces: null, reference: scan.reference },
        userId: scan.reference.toUpperCase() === ANNOUNCED.number ? ANNOUNCED.userId : null,
      },
      ...outcomeOf(scan),
    })),
  );
  new FakeCamera();
  openScreen('/scan', api);
  return api;
}

const sent = (api: FakeApi) => api.sent(SCANS).flatMap(scansIn);
const form = (reference: string) => page.getByRole('form', { name: `Carton ${reference}` });
const field = (label: string) => page.getByLabelText(label, { exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const counter = () => page.getByTestId('scan-counter');
const lastHit = () => page.getByTestId('last-hit');

async function receive(reference: string) {
  await field('Référence').fill(reference);
  await userEvent.keyboard('{Enter}');
}

/** With noise, which is larger than a phone may send. */
async function newPhoto(width = 40, height = 30): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  const pixels = new ImageData(width, height);
  for (let index = 0; index < pixels.data.length; index += 1) {
    pixels.data[index] = index % 4 === 3 ? 255 : (index * 2_654_435_761) % 251;
  }
  canvas.getContext('2d')?.putImageData(pixels, 0, 0);
  return new File([await canvas.convertToBlob()], 'photo.png', { type: 'image/png' });
}

beforeEach(async () => {
  vi.restoreAllMocks();
  localStorage.clear();
  await clear();
});

describe('a carton that was received', () => {
  it('is noted with Enter from field to field on a numeric keypad [CNT-002]', async () => {
    const api = openScanner();
    await receive('FC-8DEF');
    await expect.element(form('FC-8DEF')).toBeVisible();
    for (const label of ['Poids (kg)', 'L (cm)', 'l (cm)', 'h (cm)']) {
      await expect.element(field(label)).toHaveAttribute('inputmode', 'decimal');
    }
    await field('Poids (kg)').click();
    await userEvent.keyboard('12,5{Enter}60{Enter}40{Enter}50{Enter}FASO1042{Enter}');
    await expect.element(page.getByText('Carton noté\u00a0: 12,5\u00a0kg, 0,12\u00a0m³, FASO1042')).toBeVisible();
    await expect.element(counter()).toHaveTextContent('1 lecture · 1 carton noté');
    await expect
      .poll(() => sent(api))
      .toMatchObject([
        { mode: 'receive', reference: 'FC-8DEF' },
        {
          mode: 'receive',
          reference: 'FC-8DEF',
          carton: { weightGrams: 12_500, volumeCm3: 120_000, recipient: 'FASO1042' },
        },
      ]);
  });

  it.each(['FC-8DEF', ANNOUNCED.number])(
    '%s has a form that does not move when its outcome arrives',
    async (number) => {
      await page.viewport(360, 740);
      const api = openScanner();
      const release = api.hold(SCANS);
      await receive(number);
      await expect.element(lastHit().getByText('Lu, à envoyer')).toBeVisible();
      await expect.element(form(number)).toBeVisible();
      const top = () =>
        form(number).element().getBoundingClientRect().top - lastHit().element().getBoundingClientRect().top;
      await expect.poll(() => getComputedStyle(lastHit().getByText(number).element()).fontWeight).toBe('700');
      const before = top();
      release();
      await expect.element(lastHit().getByText('Reçu')).toBeVisible();
      expect(top()).toBe(before);
    },
  );

  it('keeps its values for the next one on demand only, and never its photos [CNT-002]', async () => {
    const api = openScanner();
    await receive('FC-8DEF');
    await field('Poids (kg)').fill('3');
    await button('Enregistrer').click();
    await receive('FC-9GHJ');
    await expect.element(field('Poids (kg)')).toHaveValue('');
    await field('Garder pour le suivant').click();
    await field('Poids (kg)').fill('4');
    await field('Photo du carton').upload(await newPhoto());
    await expect.element(button('Photo (1 sur 3)')).toBeVisible();
    await button('Enregistrer').click();
    await receive('FC-2KLM');
    await expect.element(field('Poids (kg)')).toHaveValue('4');
    await expect.element(button('Photo (0 sur 3)')).toBeVisible();
    await button('Enregistrer').click();
    await expect.poll(() => sent(api).flatMap(({ carton }) => carton?.weightGrams ?? [])).toEqual([3000, 4000, 4000]);
  });

  it('has photos that the phone reduces to 1,280 pixels and 200 kB [CNT-002]', async () => {
    const api = openScanner();
    await receive('FC-8DEF');
    const photo = await newPhoto(1500, 1200);
    await field('Photo du carton').upload(photo);
    await expect.element(button('Photo (1 sur 3)')).toBeVisible();
    await field('Photo du carton').upload(photo);
    await expect.element(button('Photo (2 sur 3)')).toBeVisible();
    await button('Enregistrer').click();
    const photos = () => sent(api).flatMap(({ carton }) => carton?.photos ?? []);
    await expect.poll(photos).toHaveLength(2);
    for (const url of photos()) {
      expect(((url.length - url.indexOf(',') - 1) * 3) / 4).toBeLessThanOrEqual(200_000);
      const image = new Image();
      image.src = url;
      await image.decode();
      expect(Math.max(image.width, image.height)).toBeLessThanOrEqual(1280);
    }
  });

  it('is sent with one photo a call, for which a slow network has time, and its values once [CNT-002]', async () => {
    const api = openScanner();
    await receive('FC-8DEF');
    await field('Poids (kg)').fill('2');
    const photo = await newPhoto(1500, 1200);
    for (const count of [1, 2]) {
      await field('Photo du carton').upload(photo);
      await expect.element(button(`Photo (${count} sur 3)`)).toBeVisible();
    }
    await button('Enregistrer').click();
    const cartonsOf = (body: unknown) => scansIn(body).flatMap(({ carton }) => carton ?? []);
    const photosIn = (body: unknown) => cartonsOf(body).flatMap(({ photos = [] }) => photos).length;
    const perCall = () => api.sent(SCANS).map(photosIn).filter(Boolean);
    await expect.poll(perCall).toEqual([1, 1]);
    expect(
      api
        .sent(SCANS)
        .flatMap(cartonsOf)
        .flatMap(({ weightGrams }) => weightGrams ?? []),
    ).toEqual([2000]);
  });

  it('is kept with its photos without a network, across a reload, and sent once [CNT-002]', async () => {
    const offline = openScanner();
    offline.respond(SCANS, 503);
    await receive('FC-8DEF');
    await field('Poids (kg)').fill('2');
    await field('Photo du carton').upload(await newPhoto());
    await button('Enregistrer').click();
    await expect.element(counter()).toHaveTextContent('1 lecture · 1 carton noté · 2 à envoyer');
    unmountAll();
    const api = openScanner();
    await expect.element(counter().getByText('0 lecture', { exact: true })).toBeVisible();
    await expect.poll(() => sent(api)).toHaveLength(2);
    expect(sent(api).filter(({ carton }) => carton)).toMatchObject([
      { carton: { weightGrams: 2000, photos: [expect.stringMatching(/^data:image\/jpeg/)] } },
    ]);
  });

  it('is saved when the next one is scanned, and asks for what cannot be read first [CNT-002]', async () => {
    const api = openScanner();
    await receive('FC-8DEF');
    await field('Poids (kg)').fill('douze');
    await field('L (cm)').fill('60');
    await receive('FC-9GHJ');
    await expect.element(lastHit().getByText("Terminez d'abord le carton précédent.")).toBeVisible();
    await expect.element(page.getByText('En kilos, par exemple 12,5.')).toBeVisible();
    await expect.element(page.getByText('Les trois côtés en centimètres, par exemple 60, 40 et 50.')).toBeVisible();
    await field('Poids (kg)').fill('12');
    await field('L (cm)').fill('');
    await receive('FC-9GHJ');
    await expect.element(form('FC-9GHJ')).toBeVisible();
    await expect
      .poll(() => sent(api))
      .toMatchObject([
        { reference: 'FC-8DEF' },
        { reference: 'FC-8DEF', carton: { weightGrams: 12_000 } },
        { reference: 'FC-9GHJ' },
      ]);
  });

  it('is saved when the code of the next one is entered into one of its fields, without that code [CNT-002]', async () => {
    const api = openScanner();
    await receive('FC-8DEF');
    await field('Poids (kg)').fill('3,2');
    await field('Code client, nom ou téléphone').fill('Awa');
    wedge('FC-9GHJ');
    await expect.element(form('FC-9GHJ')).toBeVisible();
    await expect
      .poll(() => sent(api))
      .toMatchObject([
        { reference: 'FC-8DEF' },
        { reference: 'FC-8DEF', carton: { weightGrams: 3200, recipient: 'Awa' } },
        { reference: 'FC-9GHJ' },
      ]);
  });

  it('keeps what scales and a scanned client code enter into its fields [CNT-002]', async () => {
    openScanner();
    await receive('FC-8DEF');
    await field('Poids (kg)').click();
    wedge('012.50');
    await expect.element(field('L (cm)')).toHaveFocus();
    await field('Code client, nom ou téléphone').click();
    wedge('FASO1042', 0, '');
    await expect.element(field('Poids (kg)')).toHaveValue('012.50');
    await expect.element(field('Code client, nom ou téléphone')).toHaveValue('FASO1042');
  });

  it('is noted once, however often it is saved before the note is kept [CNT-002]', async () => {
    const api = openScanner();
    await receive('FC-8DEF');
    await field('Poids (kg)').fill('12');
    const save = button('Enregistrer').element() as HTMLButtonElement;
    save.click();
    save.click();
    await receive('FC-9GHJ');
    await expect.element(form('FC-9GHJ')).toBeVisible();
    await expect.element(counter()).toHaveTextContent('2 lectures · 1 carton noté');
    await expect.poll(() => sent(api).map(({ reference }) => reference)).toEqual(['FC-8DEF', 'FC-8DEF', 'FC-9GHJ']);
  });

  it('of another person is listed, and recorded without the recipient on demand [CNT-002]', async () => {
    const api = openScanner(({ carton, isConfirmed }) =>
      carton && !isConfirmed ? { outcome: 'conflict', message: OTHER_RECIPIENT } : {},
    );
    await receive('FC-8DEF');
    await field('Code client, nom ou téléphone').fill('Issa');
    await button('Enregistrer').click();
    await expect.element(page.getByText(OTHER_RECIPIENT)).toBeVisible();
    await button('Enregistrer sans changer le destinataire').click();
    await expect.poll(() => sent(api).pop()).toMatchObject({ isConfirmed: true, carton: { recipient: 'Issa' } });
    await expect.element(page.getByText(OTHER_RECIPIENT)).not.toBeInTheDocument();
  });

  it('is noted with large fields on a phone, without scrolling sideways [CNT-002]', async () => {
    await page.viewport(360, 740);
    openScanner();
    await receive('FC-8DEF');
    await expect.element(form('FC-8DEF')).toBeVisible();
    for (const label of ['Poids (kg)', 'L (cm)', 'l (cm)', 'h (cm)', 'Code client, nom ou téléphone']) {
      expect(field(label).element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
    }
    expectNarrow();
  });
});

describe('an announced number', () => {
  it('shows the code of its client in large letters, also without a network [INT-005]', async () => {
    openScanner();
    await receive(ANNOUNCED.number);
    await expect.element(lastHit().getByText('FASO1042')).toBeVisible();
    unmountAll();
    const offline = openScanner();
    for (const path of ['GET /api/scans/announced', 'GET /api/app-settings/client_code_prefix', SCANS]) {
      offline.respond(path, 503);
    }
    await receive(ANNOUNCED.number.toLowerCase());
    const code = lastHit().getByText('FASO1042');
    await expect.element(code).toBeVisible();
    expect(Number.parseFloat(getComputedStyle(code.element()).fontSize)).toBeGreaterThanOrEqual(24);
  });

  it.each([
    ["Oui, c'est lui", { reference: ANNOUNCED.number }],
    ["Non, c'est un autre colis", { reference: 'YT07512345678', isConfirmed: true }],
  ])('is offered for one that looks like it: "%s" [INT-005]', async (choice, scan) => {
    const api = openScanner();
    await receive(ANNOUNCED.number);
    await expect.element(lastHit().getByText('FASO1042')).toBeVisible();
    await receive('YT07512345678');
    await expect.element(page.getByText('Est-ce YTO7512345678 de FASO1042\u00a0?')).toBeVisible();
    expect(sent(api)).toHaveLength(1);
    await button(choice).click();
    await expect.poll(() => sent(api).slice(1)).toMatchObject([scan]);
  });

  it('that only the server knows is offered among the conflicts [INT-005]', async () => {
    const api = openScanner(({ reference }) =>
      reference === 'SF0123456789' ? { outcome: 'conflict', message: nearMissPrompt('SFO123456789') } : {},
    );
    await receive('SF0123456789');
    const conflicts = page.getByRole('region', { name: 'À régler' });
    await expect.element(conflicts.getByText('Est-ce SFO123456789\u00a0?')).toBeVisible();
    await expect.element(conflicts.getByRole('button', { name: "Non, c'est un autre colis" })).toBeVisible();
    await conflicts.getByRole('button', { name: "Oui, c'est lui" }).click();
    await expect.poll(() => sent(api).pop()).toMatchObject({ reference: 'SFO123456789' });
    await expect.element(conflicts).not.toBeInTheDocument();
  });
});
