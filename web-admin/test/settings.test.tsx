import type { AppSetting } from '@fasocolis/contracts/app-settings';
import { DEFAULT_TELL_TEXT } from '@fasocolis/contracts/tell-text';
import { unmountAll } from '@fasocolis/web-kit/testing/mount';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clearToast, expectAddress, expectNarrow, expectToast, FakeApi, openScreen } from './back-office.tsx';

const NUMBER = '/api/app-settings/whatsapp_number';
const PARAGRAPH = '/api/app-settings/product_detail_paragraph';
const STORED: AppSetting = { key: 'whatsapp_number', value: '+22670123456', description: 'Service client' };

const card = page.getByRole('region', { name: 'Numéro WhatsApp' });
const number = card.getByRole('textbox', { name: 'Numéro WhatsApp' });
const save = card.getByRole('button', { name: 'Enregistrer' });
const paragraphCard = page.getByRole('region', { name: 'Paragraphe des produits' });

/** Opens the screen with both settings, which the server stores as sent. */
function openSettings(): FakeApi {
  const api = new FakeApi();
  for (const setting of [STORED, { key: 'product_detail_paragraph', value: 'Livraison rapide.', description: null }]) {
    const path = `/api/app-settings/${setting.key}`;
    let stored = setting;
    api.compute(`GET ${path}`, () => stored);
    api.compute(`POST ${path}`, ({ body }) => {
      stored = { ...stored, ...(body as Partial<AppSetting>) };
      return stored;
    });
  }
  openScreen('/settings', api);
  return api;
}

describe('the WhatsApp number in the settings', () => {
  it('is on a card with the stored value [ADM-SET-001, ADM-NAV-011]', async () => {
    const api = openSettings();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Paramètres' })).toBeVisible();
    await expect.element(number).toHaveValue('+22670123456');
    expect(api.sent(`GET ${NUMBER}`)).toHaveLength(1);
    await expectAddress('/admin/settings');
  });

  it('is sent with its description, and requested again', async () => {
    const api = openSettings();
    await number.fill('+22676543210');
    await save.click();
    await expectToast('Succès', 'Numéro WhatsApp mis à jour avec succès');
    expect(api.sent(`POST ${NUMBER}`)).toEqual([{ value: '+22676543210', description: 'Service client' }]);
    await expect.poll(() => api.sent(`GET ${NUMBER}`)).toHaveLength(2);
  });

  it('is not overwritten after another administrator has changed it', async () => {
    const api = openSettings();
    await number.fill('+22676543210');
    api.respond(`GET ${NUMBER}`, 200, { ...STORED, value: '+22670000001' });
    await save.click();
    await expect.element(page.getByText(/quelqu'un a modifié ce réglage entre-temps/)).toBeVisible();
    await expect.element(number).toHaveValue('+22676543210');
    expect(api.writes).toEqual([]);
  });

  it('is saved several times without another load of the screen', async () => {
    const api = openSettings();
    for (const value of ['+22676543210', '+22676543211']) {
      await number.fill(value);
      await save.click();
      await expect.poll(() => api.sent(`POST ${NUMBER}`).slice(-1)[0]).toMatchObject({ value });
    }
  });

  it('stays as typed when the stored one cannot be read before it is saved', async () => {
    const api = openSettings();
    await number.fill('+22676543210');
    api.respond(`GET ${NUMBER}`, 503);
    await save.click();
    await expect.element(page.getByTestId('toast')).toBeVisible();
    await expect.element(number).toHaveValue('+22676543210');
    expect(api.writes).toEqual([]);
  });

  it('that is too short or has a wrong format is not sent [VAL-069, VAL-070]', async () => {
    const api = openSettings();
    const tooShort = card.getByText('Le numéro doit comporter au moins 9 chiffres', { exact: true });
    const wrong = card.getByText(
      'Format de numéro invalide. Utilisez uniquement des chiffres et éventuellement le préfixe +',
      { exact: true },
    );
    for (const [value, fault] of [
      ['70123456', tooShort],
      ['', tooShort],
      ['70 12 34 56 78', wrong],
      ['7012a4567', wrong],
    ] as const) {
      await number.fill(value);
      await save.click();
      await expect.element(fault).toBeVisible();
    }
    expect(api.writes).toEqual([]);
    for (const value of ['701234567', '+22670123456']) {
      await number.fill(value);
      await expect.element(tooShort).not.toBeInTheDocument();
      await expect.element(wrong).not.toBeInTheDocument();
      await save.click();
      await expect.poll(() => api.sent(`POST ${NUMBER}`).slice(-1)[0]).toMatchObject({ value });
    }
  });

  it('stays as typed when the server fails, with its reason in a toast [ADM-SET-005, ADM-SET-006, ERR-087]', async () => {
    const api = openSettings();
    await number.fill('+22676543210');
    for (const [body, reason] of [
      ['base de données indisponible', 'base de données indisponible'],
      [{ message: 'Erreur interne du serveur', code: 'internal' }, 'Erreur interne du serveur'],
      ['', 'Raison inconnue'],
    ] as const) {
      clearToast();
      api.respond(`POST ${NUMBER}`, 500, body);
      await save.click();
      await expectToast('Erreur', `Impossible de mettre à jour le numéro WhatsApp: ${reason}`);
      await expect.element(number).toHaveValue('+22676543210');
    }
  });

  it('is empty while it is not set', async () => {
    const api = new FakeApi();
    api.respond(`GET ${NUMBER}`, 404, { message: 'Paramètre non trouvé', code: 'not-found' });
    openScreen('/settings', api);
    await expect.element(number).toHaveValue('');
  });

  it('is loaded on demand after a failure', async () => {
    const api = new FakeApi();
    api.respond(`GET ${NUMBER}`, 500);
    openScreen('/settings', api);
    await expect.element(card.getByText("Ce paramètre n'a pas pu être chargé.")).toBeVisible();
    api.respond(`GET ${NUMBER}`, 200, STORED);
    await card.getByRole('button', { name: 'Réessayer' }).click();
    await expect.element(number).toHaveValue('+22670123456');
  });
});

it('the paragraph of the products can be changed and emptied', async () => {
  const api = openSettings();
  const text = paragraphCard.getByRole('textbox');
  await expect.element(text).toHaveValue('Livraison rapide.');
  for (const value of ['Livraison partout.', '']) {
    clearToast();
    await text.fill(value);
    await paragraphCard.getByRole('button', { name: 'Enregistrer' }).click();
    await expectToast('Succès', 'Paragraphe des produits mis à jour avec succès');
    expect(api.sent(`POST ${PARAGRAPH}`).slice(-1)[0]).toMatchObject({ value });
  }
});

it('the WhatsApp message starts as the product writes it, and is changed in words that exist [WA-001]', async () => {
  const api = openSettings();
  const path = '/api/app-settings/tell_text';
  api.respond(`GET ${path}`, 200, { key: 'tell_text', value: DEFAULT_TELL_TEXT, description: null });
  const message = page.getByRole('region', { name: 'Message WhatsApp', exact: true });
  const text = message.getByRole('textbox');
  await expect.element(text).toHaveValue(DEFAULT_TELL_TEXT);
  await text.fill('{référence} {nom}');
  await message.getByRole('button', { name: 'Enregistrer' }).click();
  await expect.element(message.getByText('Entre accolades, utilisez seulement')).toBeVisible();
  const value = '{prénom}, {référence} : {statut}';
  await text.fill(value);
  api.respond(`POST ${path}`, 200, { key: 'tell_text', value, description: null });
  await message.getByRole('button', { name: 'Enregistrer' }).click();
  await expectToast('Succès', 'Message WhatsApp mis à jour avec succès');
  expect(api.sent(`POST ${path}`)).toMatchObject([{ value }]);
});

it('the template of WhatsApp is a setting only with the Cloud API [WA-005]', async () => {
  const template = page.getByRole('region', { name: 'Modèle WhatsApp' });
  const api = openSettings();
  await expect.poll(() => api.sent('GET /api/whatsapp').length).toBeGreaterThan(0);
  await expect.element(number).toBeVisible();
  await expect.element(template).not.toBeInTheDocument();
  unmountAll();
  api.respond('GET /api/whatsapp', 200, { isEnabled: true });
  openScreen('/settings', api);
  await expect.element(template).toBeVisible();
});

it('the settings link back to the dashboard [ADM-SET-002]', async () => {
  openSettings();
  await page.getByRole('link', { name: 'Retour' }).click();
  await expectAddress('/admin');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Tableau de bord' })).toBeVisible();
});

it('the settings fit a narrow screen', async () => {
  await page.viewport(360, 740);
  openSettings();
  await expect.element(number).toBeVisible();
  expectNarrow();
});

describe('the addresses in China in the settings', () => {
  const addresses = page.getByRole('region', { name: 'Adresses en Chine' });
  const PATH = '/api/china-addresses';

  it('are added with mode, city, recipient, phone and the Chinese address, six at most [INT-002]', async () => {
    const api = new FakeApi();
    const STORED = { mode: 'AIR', city: 'Foshan', recipient: null, phone: '138 0013 8000', address: '广东省佛山市' };
    api.respond(
      `GET ${PATH}`,
      200,
      Array.from({ length: 5 }, (_, at) => ({ ...STORED, city: `Foshan ${at}` })),
    );
    api.compute(`POST ${PATH}`, ({ body }) => (body as { value: object[] }).value);
    openScreen('/settings', api);
    const add = addresses.getByRole('button', { name: 'Ajouter une adresse' });
    await add.click();
    await expect.element(add).toBeDisabled();
    const last = addresses.getByRole('group').last();
    await addresses.getByRole('button', { name: 'Enregistrer' }).click();
    for (const problem of ['Indiquez la ville', /^Écrivez le numéro de l’entrepôt/, 'Collez l’adresse en chinois']) {
      await expect.element(last.getByText(problem)).toBeVisible();
    }
    await last.getByRole('combobox', { name: 'Transport' }).click();
    await page.getByRole('option', { name: 'Bateau' }).click();
    for (const [name, text] of [
      ['Ville', 'Yiwu'],
      ['Destinataire', '王先生'],
      ['Téléphone en Chine', '138 0013 8001'],
      ['Adresse en chinois', '浙江省义乌市\n2号仓库'],
    ] as const) {
      await last.getByRole('textbox', { name }).fill(text);
    }
    await addresses.getByRole('button', { name: 'Enregistrer' }).click();
    await expectToast('Succès', 'Adresses en Chine mises à jour avec succès');
    const [sent] = api.sent(`POST ${PATH}`) as { value: object[] }[];
    expect(sent?.value[5]).toEqual({
      ...{ mode: 'SEA', city: 'Yiwu', recipient: '王先生', phone: '138 0013 8001' },
      address: '浙江省义乌市\n2号仓库',
    });
  });
});

describe('the pick-up points in the settings', () => {
  const points = page.getByRole('region', { name: 'Lieux de retrait' });
  const POINT = { town: 'Ouagadougou', place: 'Gounghin', mapUrl: null, hours: '8 h à 18 h', bring: null };
  const PATH = '/api/pickup-points';

  function openPoints(...stored: object[]): FakeApi {
    const api = new FakeApi();
    api.respond(`GET ${PATH}`, 200, stored);
    api.compute(`POST ${PATH}`, ({ body }) => (body as { value: object[] }).value);
    openScreen('/settings', api);
    return api;
  }
  const field = (name: string) => points.getByRole('textbox', { name });
  const savePoints = points.getByRole('button', { name: 'Enregistrer' });

  it('are added per town with address, map, hours and what to bring [CARD-002]', async () => {
    const api = openPoints();
    await points.getByRole('button', { name: 'Ajouter un lieu' }).click();
    const mapUrl = 'https://maps.app.goo.gl/abc';
    for (const [name, text] of [
      ['Ville', 'Ouagadougou'],
      ['Adresse', 'Gounghin'],
      ['Lien de la carte', mapUrl],
      ['Horaires', '8 h à 18 h'],
      ['À apporter', 'Le reçu'],
    ] as const) {
      await field(name).fill(text);
    }
    await savePoints.click();
    await expectToast('Succès', 'Lieux de retrait mis à jour avec succès');
    expect(api.sent(`POST ${PATH}`)).toEqual([
      { value: [{ town: 'Ouagadougou', place: 'Gounghin', mapUrl, hours: '8 h à 18 h', bring: 'Le reçu' }] },
    ]);
  });

  it('are not overwritten after another administrator has changed them', async () => {
    const api = openPoints(POINT);
    await field('Horaires').fill('9 h à 17 h');
    api.respond(`GET ${PATH}`, 200, [POINT, { ...POINT, town: 'Bobo-Dioulasso' }]);
    await savePoints.click();
    await expect.element(page.getByText(/quelqu'un a modifié ce réglage entre-temps/)).toBeVisible();
    await expect.element(field('Horaires')).toHaveValue('9 h à 17 h');
    expect(api.sent(`POST ${PATH}`)).toEqual([]);
  });

  it('are removed, and refused without a town or an address', async () => {
    const api = openPoints(POINT);
    await expect.element(field('Horaires')).toHaveValue('8 h à 18 h');
    await field('Ville').fill('');
    await field('Adresse').fill('');
    await savePoints.click();
    await expect.element(points.getByText('Indiquez la ville')).toBeVisible();
    await expect.element(points.getByText("Indiquez l'adresse")).toBeVisible();
    await points.getByRole('button', { name: 'Supprimer ce lieu' }).click();
    await savePoints.click();
    await expectToast('Succès', 'Lieux de retrait mis à jour avec succès');
    expect(api.sent(`POST ${PATH}`)).toEqual([{ value: [] }]);
  });

  it('of one town twice are refused with the reason', async () => {
    const api = openPoints(POINT);
    await points.getByRole('button', { name: 'Ajouter un lieu' }).click();
    await field('Ville').nth(1).fill('ouagadougou');
    await field('Adresse').nth(1).fill('Marché');
    await savePoints.click();
    await expect.element(points.getByText('Chaque ville a un seul lieu de retrait')).toBeVisible();
    expect(api.writes).toEqual([]);
  });
});

describe('the numbers to which clients pay', () => {
  const payments = page.getByRole('region', { name: 'Paiements' });
  const STORED_SETTINGS = {
    ...{ volumetricDivisor: 6000, receiptPrefix: 'REC', releasesWithRest: false },
    ...{ storageFreeDays: 7, storagePrice: 0, accounts: [] },
  };

  it('are not overwritten after another administrator has changed how parcels are charged', async () => {
    const api = new FakeApi();
    api.respond('GET /api/payment-settings', 200, STORED_SETTINGS);
    openScreen('/settings', api);
    await payments.getByLabelText('Jours de magasinage gratuits').fill('9');
    api.respond('GET /api/payment-settings', 200, { ...STORED_SETTINGS, storagePrice: 250 });
    await payments.getByRole('button', { name: 'Enregistrer' }).click();
    await expect.element(page.getByText(/quelqu'un a modifié ce réglage entre-temps/)).toBeVisible();
    expect(api.writes).toEqual([]);
  });

  it('are stored with their codes, and refused with advice [PAY-006]', async () => {
    const api = new FakeApi();
    api.respond('GET /api/payment-settings', 200, STORED_SETTINGS);
    openScreen('/settings', api);
    await payments.getByRole('button', { name: 'Ajouter un numéro' }).click();
    await payments.getByLabelText('Code à composer').fill('144');
    await payments.getByRole('button', { name: 'Enregistrer' }).click();
    await expect.element(payments.getByText('Indiquez le numéro')).toBeVisible();
    await expect.element(payments.getByText('Écrivez un code comme *144*10*{montant}#, ou rien')).toBeVisible();
    const account = { method: 'orange-money', number: '70 12 34 56', ussd: '*144*10*70123456*{montant}#' };
    await payments.getByRole('textbox', { name: 'Numéro' }).fill(account.number);
    await payments.getByLabelText('Code à composer').fill(account.ussd);
    api.respond('PATCH /api/payment-settings', 200, { ...STORED_SETTINGS, accounts: [account] });
    await payments.getByRole('button', { name: 'Enregistrer' }).click();
    await expectToast('Paramètres des paiements mis à jour');
    expect(api.sent('PATCH /api/payment-settings')).toMatchObject([{ accounts: [account] }]);
  });
});
