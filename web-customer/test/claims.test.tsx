import type { OwnOrder } from '@fasocolis/contracts/orders';
import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { AWA, expectToast, FakeApi, openPage, toast } from './customer-site.tsx';
import { apiWith, card, ORDER } from './tracked-parcel.ts';

const NUMBER = 'YT7512345678';
const offer = page.getByRole('region', { name: 'Ce colis est dans notre entrepôt, sans nom' });
const claim = {
  ...{ id: '7b1b6a00-2f3c-4c55-8a53-0a4f4f3f8a10', text: 'Des chaussures' },
  ...{ state: 'open', reason: null, createdAt: '2026-11-24T10:00:00.000Z' },
};

async function newPhoto(): Promise<File> {
  const canvas = new OffscreenCanvas(1600, 1200);
  canvas.getContext('2d')?.fillRect(0, 0, 800, 800);
  return new File([await canvas.convertToBlob()], 'photo.png', { type: 'image/png' });
}

function openSearch(parcel: object | undefined, user = AWA as typeof AWA | null): FakeApi {
  const api = new FakeApi(user);
  if (parcel) api.respond(`GET /api/unnamed-parcels/${NUMBER}`, 200, parcel);
  openPage(`/?tracking=${NUMBER}`, api);
  return api;
}

describe('the courier number of a parcel without a name', () => {
  it('can be claimed by a signed-in customer with a picture and a sentence [INT-006]', async () => {
    const api = openSearch({ number: NUMBER, claim: null });
    await offer.getByRole('button', { name: "C'est mon colis" }).click();
    await expect.element(offer.getByLabelText('Que contient-il ?')).toHaveFocus();
    await offer.getByRole('button', { name: 'Envoyer' }).click();
    await expect.element(offer.getByText('Dites en une phrase ce que contient le colis')).toBeVisible();
    await expect.element(offer.getByText('Ajoutez une photo de la commande ou du reçu')).toBeVisible();
    await offer.getByLabelText('Que contient-il ?').fill('Des chaussures');
    await offer.getByLabelText('Photo de la commande ou du reçu').upload(await newPhoto());
    await expect.element(offer.getByRole('img')).toBeVisible();
    api.respond('POST /api/claims', 503, { code: 'unavailable', message: 'Service temporairement indisponible' });
    await offer.getByRole('button', { name: 'Envoyer' }).click();
    await expectToast('Service temporairement indisponible');
    api.respond('POST /api/claims', 201, claim);
    api.respond(`GET /api/unnamed-parcels/${NUMBER}`, 200, { number: NUMBER, claim });
    await offer.getByRole('button', { name: 'Envoyer' }).click();
    await expect.element(offer.getByText(/^Votre demande est envoyée/)).toBeVisible();
    const [first, second] = api.sent('POST /api/claims');
    const photo = expect.stringMatching(/^data:image\/jpeg;base64,/);
    expect(first).toMatchObject({ number: NUMBER, text: 'Des chaussures', photo });
    // A claim with this id is kept once.
    expect(second).toEqual(first);
  });

  it('takes no other photo while one is being read', async () => {
    openSearch({ number: NUMBER, claim: null });
    await offer.getByRole('button', { name: "C'est mon colis" }).click();
    let finish = () => {};
    const reading = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const decode = vi.spyOn(HTMLImageElement.prototype, 'decode').mockReturnValue(reading);
    await offer.getByLabelText('Photo de la commande ou du reçu').upload(await newPhoto());
    await expect.element(offer.getByRole('button', { name: 'Ajouter une photo' })).toBeDisabled();
    finish();
    decode.mockRestore();
    await expect.element(offer.getByRole('button', { name: 'Changer la photo' })).toBeEnabled();
  });

  it('may stand among other words', async () => {
    const api = new FakeApi(AWA);
    api.respond(`GET /api/unnamed-parcels/${NUMBER}`, 200, { number: NUMBER, claim: null });
    openPage(`/?tracking=${encodeURIComponent(`【圆通】suivi ${NUMBER} svp`)}`, api);
    await expect.element(offer.getByRole('button', { name: "C'est mon colis" })).toBeVisible();
  });

  it('can be claimed on the card of the parcel, where it is also its reference [INT-006]', async () => {
    const api = apiWith({ ...ORDER, reference: NUMBER });
    api.respond('GET /api/user', 200, AWA);
    api.respond(`GET /api/unnamed-parcels/${NUMBER}`, 200, { number: NUMBER, claim: null });
    openPage(`/?tracking=${NUMBER}`, api);
    await expect.element(card.getByRole('button', { name: "C'est mon colis" })).toBeVisible();
  });

  it('is claimed with a long screenshot that stays readable, on white where it is transparent', async () => {
    openSearch({ number: NUMBER, claim: null });
    await offer.getByRole('button', { name: "C'est mon colis" }).click();
    const screenshot = new OffscreenCanvas(540, 6000);
    screenshot.getContext('2d');
    const file = new File([await screenshot.convertToBlob()], 'capture.png', { type: 'image/png' });
    await offer.getByLabelText('Photo de la commande ou du reçu').upload(file);
    await expect.element(offer.getByRole('img')).toBeVisible();
    const image = offer.getByRole('img').element() as HTMLImageElement;
    await image.decode();
    expect(image.naturalWidth).toBeGreaterThan(300);
    const canvas = new OffscreenCanvas(1, 1);
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    expect([...(context?.getImageData(0, 0, 1, 1).data ?? [])]).toEqual([255, 255, 255, 255]);
  });

  it('is not called unknown as well, before a claim and after it', async () => {
    for (const state of [null, claim]) {
      openSearch({ number: NUMBER, claim: state });
      await expect.element(offer.getByText(NUMBER)).toBeVisible();
      await expect.poll(() => document.title).toBe('Colis sans nom - FasoColis');
      for (const text of ['Aucun colis ne porte', 'Vérifiez le numéro', 'Réessayez demain']) {
        await expect.element(page.getByText(text)).not.toBeInTheDocument();
      }
      // The toast would time out only after five seconds.
      await expect.element(toast, { timeout: 2000 }).not.toBeInTheDocument();
    }
  });

  it('keeps what was entered while the app asks again by itself', async () => {
    const api = openSearch({ number: NUMBER, claim: null });
    await offer.getByRole('button', { name: "C'est mon colis" }).click();
    const text = offer.getByLabelText('Que contient-il ?');
    await text.fill('Des chaussures');
    const lookups = () => api.paths.filter((path) => path === `/api/orders/${NUMBER}`).length;
    const reconnect = async () => {
      const before = lookups();
      const flicker = () => {
        for (const event of ['offline', 'online']) window.dispatchEvent(new Event(event));
        return lookups();
      };
      await expect.poll(flicker).toBeGreaterThan(before);
    };
    const respond = api.hold(`GET /api/orders/${NUMBER}`);
    await reconnect();
    await expect.element(text).toHaveValue('Des chaussures');
    respond();
    api.respond(`GET /api/orders/${NUMBER}`, 503);
    await reconnect();
    await expect.element(text).toHaveValue('Des chaussures');
    await page.getByRole('button', { name: 'Suivre' }).click();
    await expect.element(text).not.toBeInTheDocument();
  });

  it('says why a claim was refused, and offers another one [INT-006]', async () => {
    openSearch({ number: NUMBER, claim: { ...claim, state: 'refused', reason: 'La photo est floue' } });
    await expect.element(offer.getByText('Votre demande est refusée\u00a0: La photo est floue')).toBeVisible();
    await expect.element(offer.getByRole('button', { name: "C'est mon colis" })).toBeVisible();
  });

  it('is an unknown number for visitors, and for customers whom no such parcel waits for [INT-006]', async () => {
    const api = openSearch({ number: NUMBER, claim: null }, null);
    await expect.element(page.getByText(`Aucun colis ne porte le numéro « ${NUMBER} »`)).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Questions fréquentes' })).toBeVisible();
    expect(document.title).toBe('Colis introuvable - FasoColis');
    await expect.element(offer).not.toBeInTheDocument();
    expect(api.paths.filter((path) => path.startsWith('/api/unnamed-parcels'))).toEqual([]);
  });
});

describe('the photos of the receipt', () => {
  const own: OwnOrder = {
    ...{ ...ORDER, userId: AWA.id, recipientPhone: null, volumeCm3: null, contents: null },
    ...{ aliases: [], passedPieces: null, due: 0, paid: 0, photos: [5, 6] },
  };

  it('are loaded when the owner taps [CNT-003]', async () => {
    const api = apiWith(own);
    api.signIn(AWA);
    openPage('/c/DEMO0003', api);
    await card.getByRole('button', { name: 'Voir les 2 photos de la réception' }).click();
    const photos = card.getByRole('list', { name: 'Photos de la réception' }).getByRole('img');
    await expect.element(photos.first()).toHaveAttribute('src', '/api/reception-photos/5');
    expect(photos.elements()).toHaveLength(2);
  });
});
