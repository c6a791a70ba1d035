import type { AnnouncementOutcome } from '@fasocolis/contracts/announcements';
import type { ChinaAddress } from '@fasocolis/contracts/china-addresses';
import { BOTH, expectAccessible } from '@fasocolis/web-kit/testing/accessibility';
import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { AWA, expectTexts, expectToast, expectUrl, FakeApi, main, openPage, toast } from './customer-site.tsx';

const BY_AIR: ChinaAddress = {
  ...{ mode: 'AIR', city: 'Guangzhou', recipient: '王先生', phone: '138 0013 8000' },
  address: '广东省广州市白云区石井街道1号\n2号仓库',
};
const BY_SEA: ChinaAddress = { ...BY_AIR, mode: 'SEA', city: 'Yiwu', recipient: null };
const COPIED = '王先生 FASO1012\n138 0013 8000\n广东省广州市白云区石井街道1号\n2号仓库';

function siteWith(addresses: ChinaAddress[]): FakeApi {
  const api = new FakeApi(AWA);
  const setting = { key: 'client_code_prefix', value: 'FASO', description: null };
  api.respond('GET /api/app-settings/client_code_prefix', 200, setting);
  api.respond('GET /api/china-addresses', 200, addresses);
  return api;
}
const openAddress = (...addresses: ChinaAddress[]) => openPage('/adresse-en-chine', siteWith(addresses));
const byAir = main.getByRole('region', { name: 'Avion, Guangzhou' });
const copyAddress = byAir.getByRole('button', { name: "Copier l'adresse" });

describe('"Mon adresse en Chine"', () => {
  it('has a block for each address, whose recipient has the client code, and copies it with one tap [INT-002]', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    openAddress(BY_AIR, BY_SEA);
    await expect.element(byAir.getByText('王先生 FASO1012')).toBeVisible();
    const bySea = main.getByRole('region', { name: 'Bateau, Yiwu' });
    await expect.element(bySea.getByText(/^FASO1012\s138/)).toBeVisible();
    await copyAddress.click();
    await expectToast('Adresse copiée', 'Collez-la dans la boutique chinoise.');
    expect(write).toHaveBeenCalledExactlyOnceWith(COPIED);
  });

  it('is accessible', async () => {
    openAddress(BY_AIR, BY_SEA);
    await expect.element(copyAddress).toBeVisible();
    await expectAccessible(BOTH);
  });

  it('shows the address as selected when the browser refuses to copy [INT-002]', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
    openAddress(BY_AIR);
    await copyAddress.click();
    await expect.element(toast.getByText('Copie impossible')).toBeVisible();
    expect(getSelection()?.toString().trim()).toBe(COPIED);
  });

  it('has the shipping mark as an image of at most 40 kB, to be saved [INT-002]', async () => {
    openAddress(BY_AIR, { ...BY_SEA, city: 'Une ville dont le nom est vraiment très long' });
    const marks = main.getByRole('img', { name: /^Marque FASO1012/ });
    await expect.element(marks.nth(1)).toBeVisible();
    for (const mark of marks.elements() as HTMLImageElement[]) {
      await mark.decode();
      expect([mark.naturalWidth, mark.naturalHeight]).toEqual([800, 480]);
      const { size, type } = await fetchData(mark.src);
      expect(type).toBe('image/png');
      expect(size).toBeGreaterThan(2000);
      expect(size).toBeLessThanOrEqual(40_000);
    }
    const save = byAir.getByRole('link', { name: "Enregistrer l'image" });
    await expect.element(save).toHaveAttribute('download', 'FASO1012-AIR-Guangzhou.png');
  });

  it('leads to WhatsApp with the client code while there is no address', async () => {
    openAddress();
    await expect.element(main.getByText('FASO1012', { exact: true })).toBeVisible();
    const contact = main.getByRole('link', { name: 'Contacter le service client' });
    await expect.element(contact).toHaveAttribute('href', expect.stringContaining('FASO1012'));
  });

  it('is loaded again on demand after a failure', async () => {
    const api = siteWith([BY_AIR]);
    api.respond('GET /api/china-addresses', 500);
    openPage('/adresse-en-chine', api);
    const retry = main.getByRole('button', { name: 'Réessayer' });
    await expect.element(retry).toBeVisible();
    api.respond('GET /api/china-addresses', 200, [BY_AIR]);
    await retry.click();
    await expect.element(copyAddress).toBeVisible();
  });
});

async function fetchData(url: string): Promise<Blob> {
  const bytes = Uint8Array.from(atob(url.slice(url.indexOf(',') + 1)), (character) => character.charCodeAt(0));
  return new Blob([bytes], { type: url.slice('data:'.length, url.indexOf(';')) });
}

const POST = 'POST /api/announcements';
const form = main.getByRole('form', { name: 'Annoncer un colis' });
const send = form.getByRole('button', { name: 'Annoncer' });
const numbers = form.getByRole('textbox', { name: 'Numéros, un par ligne (20 au plus)' });
const OUTCOMES: AnnouncementOutcome[] = [
  { line: 'YT7512345678901', outcome: 'announced', reference: 'FC-23456789', message: null },
  { line: 'SF1369874521035', outcome: 'own', reference: 'FC-98765432', message: 'Vous avez déjà ce numéro.' },
  { line: 'JD0123456789', outcome: 'refused', reference: null, message: 'Ce numéro est déjà connu.' },
];

async function fill(): Promise<void> {
  await numbers.fill(OUTCOMES.map(({ line }) => line).join('\n'));
  await form.getByRole('textbox', { name: 'Contenu' }).fill('Téléphones');
  await form.getByRole('radio', { name: 'Batterie' }).click();
  await form.getByRole('radio', { name: 'Bateau' }).click();
}

describe('"Annoncer un colis"', () => {
  it('sends the pasted numbers with what they have in common, and says what became of each line [INT-003]', async () => {
    const api = openPage('/annoncer', new FakeApi(AWA));
    await page.viewport(360, 740);
    await fill();
    await form.getByRole('textbox', { name: 'Valeur de chaque colis en FCFA (optionnelle)' }).fill('45 000');
    api.respond(POST, 200, OUTCOMES);
    await send.click();
    await expect.element(main.getByText('1 colis annoncé')).toHaveFocus();
    await expectTexts(main.getByRole('listitem'), [
      'YT7512345678901Votre numéro de suivi\u00a0: FC-23456789',
      'SF1369874521035Vous avez déjà ce numéro. Votre numéro de suivi\u00a0: FC-98765432',
      'JD0123456789Ce numéro est déjà connu. Est-il arrivé sans nom\u00a0? Le chercher',
    ]);
    expect(api.sent(POST)).toEqual([
      {
        ...{ numbers: 'YT7512345678901\nSF1369874521035\nJD0123456789', contents: 'Téléphones' },
        ...{ goodsKind: 'battery', mode: 'SEA', declaredValue: 45_000 },
      },
    ]);
    const write = main.getByRole('link', { name: 'Écrire sur WhatsApp' });
    await expect.element(write).toHaveAttribute('href', expect.stringContaining('JD0123456789'));
    expect(document.documentElement.scrollWidth).toBe(360);
  });

  it('leads from a number that is known to the search, where a parcel without a name can be claimed', async () => {
    const api = openPage('/annoncer', new FakeApi(AWA));
    const refused = { outcome: 'refused', reference: null } as const;
    await fill();
    api.respond(POST, 200, [
      { ...refused, line: 'Dior YT7512345678901', message: 'Ce numéro est déjà connu.' },
      { ...refused, line: 'Bonjour', message: "Ce n'est pas un numéro." },
    ]);
    await send.click();
    const search = main.getByRole('link', { name: 'Le chercher' });
    await expect.element(search).toHaveAttribute('href', '/?tracking=YT7512345678901');
  });

  it('names a few of many refused lines in the message to customer service', async () => {
    const api = openPage('/annoncer', new FakeApi(AWA));
    await fill();
    const refused = { outcome: 'refused', reference: null, message: 'Ce numéro est déjà connu.' } as const;
    api.respond(
      POST,
      200,
      Array.from({ length: 7 }, (_, index) => ({ ...refused, line: `${index}${'包'.repeat(500)}` })),
    );
    await send.click();
    const link = main.getByRole('link', { name: 'Écrire sur WhatsApp' });
    await expect.element(link).toHaveAttribute('href', expect.stringContaining(encodeURIComponent(' et de 2 autres.')));
    expect(link.element().getAttribute('href')?.length).toBeLessThan(4000);
  });

  it('is accessible before and after it is sent', async () => {
    const api = openPage('/annoncer', new FakeApi(AWA));
    await expect.element(form).toBeVisible();
    await expectAccessible(BOTH);
    api.respond(POST, 200, OUTCOMES);
    await fill();
    await send.click();
    await expect.element(main.getByText('1 colis annoncé')).toBeVisible();
    await expectAccessible(BOTH);
  });

  it('keeps what the next parcels have in common with the last ones, the value is optional [INT-003]', async () => {
    const api = openPage('/annoncer', new FakeApi(AWA));
    api.respond(POST, 200, OUTCOMES);
    await fill();
    await send.click();
    await main.getByRole('button', { name: "Annoncer d'autres colis" }).click();
    await expect.element(numbers).toHaveValue('');
    await numbers.fill('YT7512345678902');
    await send.click();
    await expect.element(main.getByText('1 colis annoncé')).toBeVisible();
    const common = { contents: 'Téléphones', goodsKind: 'battery', mode: 'SEA', declaredValue: null };
    expect(api.sent(POST)).toMatchObject([common, { ...common, numbers: 'YT7512345678902' }]);
  });

  it('names what is missing, and keeps the form when the service refuses [INT-003]', async () => {
    const api = openPage('/annoncer', new FakeApi(AWA));
    await send.click();
    for (const message of [
      'Collez au moins un numéro',
      'Écrivez ce que contient le colis',
      'Choisissez la nature du colis',
      'Choisissez avion ou bateau',
    ]) {
      await expect.element(form.getByText(message)).toBeVisible();
    }
    const message = 'Vous pouvez annoncer 60 colis par heure. Réessayez dans 12 minutes.';
    api.respond(POST, 429, { code: 'too-many-requests', message });
    await fill();
    await send.click();
    await expectToast(message);
    await expect.element(numbers).toHaveValue('YT7512345678901\nSF1369874521035\nJD0123456789');
  });
});

it('"Mes colis" leads a customer to both [INT-002, INT-003]', async () => {
  openPage('/mes-colis', siteWith([BY_AIR]));
  await main.getByRole('link', { name: 'Mon adresse en Chine' }).click();
  await expectUrl('/adresse-en-chine');
  await main.getByRole('link', { name: 'Annoncer un colis' }).click();
  await expectUrl('/annoncer');
});
