import { unmountAll } from '@fasocolis/web-kit/testing/mount';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { SECOND_STEP } from '../src/features/sign-in/second-step-parameter.ts';
import { announce, contents, form, numbers } from './announcement.ts';
import { AWA, expectUrl, FakeApi, main, openPage } from './customer-site.tsx';

const KEY = 'fasocolis:draft';

const field = (name: string) => main.getByLabelText(name, { exact: true });
const registration = page.getByRole('tab', { name: 'Inscription' });
const send = main.getByRole('button', { name: 'Envoyer', exact: true });
const kept = () => Object.values(sessionStorage).join();

function contactApi(): FakeApi {
  const api = new FakeApi();
  const contact = { id: 3, slug: 'contact', title: 'Contact', content: '', lastUpdated: '2026-03-05T23:30:00.000Z' };
  api.respond('GET /api/static-pages/contact', 200, contact);
  api.respond('POST /api/contact-messages', 201, { id: 1, message: 'ok', createdAt: '2026-03-05T23:30:00.000Z' });
  return api;
}

async function writeMessage(): Promise<void> {
  await field('Prénom').fill('Awa');
  await field('Nom').fill('Sanou');
  await field('Email').fill('awa@example.com');
  await field('Sujet').fill('Mon colis');
  await field('Message').fill('Où est mon colis ?');
}

describe('what was typed before a phone with little memory ended the hidden page', () => {
  function stayHidden() {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
  }

  function hide() {
    stayHidden();
    vi.restoreAllMocks();
  }

  afterEach(() => vi.restoreAllMocks());

  /** Opens a page after the hidden one was ended, without the end of its forms. */
  function reopen(path: string, api: FakeApi): void {
    const kept = sessionStorage.getItem(KEY);
    unmountAll();
    if (kept !== null) sessionStorage.setItem(KEY, kept);
    openPage(path, api);
  }

  it('is in the announcement of parcels again, until it was sent', async () => {
    const api = await announce();
    const outcome = { line: 'YT7512345678901', outcome: 'announced', reference: 'FC-23456789', message: null };
    api.respond('POST /api/announcements', 200, [outcome]);
    hide();
    reopen('/annoncer', api);
    await expect.element(contents).toHaveValue('Téléphones');
    await expect.element(form.getByRole('radio', { name: 'Bateau' })).toBeChecked();
    await expect.element(numbers).toHaveValue('YT7512345678901\nSF1369874521035');
    hide();
    await form.getByRole('button', { name: 'Annoncer' }).click();
    await expect.element(main.getByText('1 colis annoncé')).toBeVisible();
    await page.getByRole('link', { name: 'Contact', exact: true }).first().click();
    await expectUrl('/contact');
    hide();
    expect(kept()).not.toContain('Téléphones');
  });

  it('is in the registration of a visitor again, without the password', async () => {
    const api = openPage('/auth');
    await page.getByRole('tab', { name: 'Inscription' }).click();
    await field('Prénom').fill('Awa');
    await field('Mot de passe').fill('Client-1234');
    hide();
    reopen('/auth', api);
    await page.getByRole('tab', { name: 'Inscription' }).click();
    await expect.element(field('Prénom')).toHaveValue('Awa');
    expect(kept()).not.toContain('Client-1234');
  });

  it('never contains a recovery code of the second step', async () => {
    openPage(`/auth?${SECOND_STEP}=true`);
    await main.getByRole('button', { name: 'Utiliser un code de secours' }).click();
    await main.getByLabelText('Code de secours').fill('ABCDE-12345');
    hide();
    expect(kept()).not.toContain('12345');
  });

  it('is not given to the user who signs in next', async () => {
    const api = contactApi();
    openPage('/contact', api);
    await field('Sujet').fill('Mon colis');
    hide();
    expect(kept()).toContain('Mon colis');
    api.signIn(AWA);
    reopen('/contact', api);
    await expect.poll(kept).not.toContain('Mon colis');
    await expect.element(field('Sujet')).toHaveValue('');
  });

  it('is in the contact form of a visitor again, until it was sent', async () => {
    const api = contactApi();
    openPage('/contact', api);
    await writeMessage();
    hide();
    reopen('/contact', api);
    await expect.element(field('Message')).toHaveValue('Où est mon colis ?');
    hide();
    await send.click();
    await expect.element(main.getByText('Merci pour votre message')).toBeVisible();
    await expect.poll(kept).not.toContain('Mon colis');
    await page.getByRole('link', { name: 'Produits', exact: true }).first().click();
    await page.getByRole('link', { name: 'Contact', exact: true }).first().click();
    await expect.element(field('Sujet')).toHaveValue('');
  });

  it('is there again after another page was read, or another tab of the form was chosen', async () => {
    const api = contactApi();
    openPage('/contact', api);
    await writeMessage();
    await page.getByRole('link', { name: 'Produits', exact: true }).first().click();
    await page.getByRole('link', { name: 'Contact', exact: true }).first().click();
    await expect.element(field('Message')).toHaveValue('Où est mon colis ?');
    openPage('/auth', api);
    await registration.click();
    await field('Prénom').fill('Awa');
    await page.getByRole('tab', { name: 'Connexion' }).click();
    await registration.click();
    await expect.element(field('Prénom')).toHaveValue('Awa');
  });

  it('is gone after a sign-out', async () => {
    const api = contactApi();
    api.signIn(AWA);
    openPage('/contact', api);
    await field('Sujet').fill('Mon colis');
    api.respond('POST /api/auth/logout', 200, { message: 'ok' });
    await page.getByRole('button', { name: 'Mon compte' }).click();
    await page.getByText('Déconnexion', { exact: true }).click();
    await expectUrl('/');
    expect(kept()).not.toContain('Mon colis');
  });

  it('stays in the profile while something else is stored, and while the account changes elsewhere', async () => {
    const api = openPage('/profile', new FakeApi(AWA));
    await field('Prénom').fill('Aïcha');
    const request = `PATCH /api/users/${AWA.id}`;
    api.respond(request, 200, { ...AWA, firstName: 'Aïcha' });
    const respond = api.hold(request);
    await main.getByRole('button', { name: 'Mettre à jour le profil' }).click();
    await expect.poll(() => api.sent(request)).toHaveLength(1);
    await field('Nom').fill('Sanou');
    api.signIn({ ...AWA, firstName: 'Aïcha', email: 'aicha@example.com' });
    respond();
    await expect.element(field('Email')).toHaveValue('aicha@example.com');
    await expect.element(field('Nom')).toHaveValue('Sanou');
  });

  it('is not kept when the response arrives while the page is hidden', async () => {
    const api = contactApi();
    const respond = api.hold('POST /api/contact-messages');
    openPage('/contact', api);
    await writeMessage();
    await send.click();
    await expect.poll(() => api.sent('POST /api/contact-messages')).toHaveLength(1);
    stayHidden();
    expect(kept()).toContain('Mon colis');
    respond();
    await expect.element(main.getByText('Merci pour votre message')).toBeVisible();
    await expect.poll(kept).not.toContain('Mon colis');
  });

  it('does not replace what was typed since the page was loaded', async () => {
    const api = contactApi();
    openPage('/contact', api);
    await writeMessage();
    hide();
    const respond = api.hold('GET /api/user');
    reopen('/contact', api);
    await field('Message').fill('Nouveau texte');
    respond();
    await expect.element(field('Sujet')).toHaveValue('Mon colis');
    await expect.element(field('Message')).toHaveValue('Nouveau texte');
  });

  it('is in the form in which it was typed, and not in another one of the same address', async () => {
    const api = openPage('/auth');
    await registration.click();
    await field('Email').fill('awa@example.com');
    hide();
    reopen('/auth', api);
    await expect.element(main.getByLabelText("Email ou Nom d'utilisateur")).toHaveValue('');
    await registration.click();
    await expect.element(field('Email')).toHaveValue('awa@example.com');
  });

  it('has the phone number with the dialling code that was chosen, however often the page is ended', async () => {
    const api = openPage('/auth');
    await registration.click();
    await field('Indicatif du pays').selectOptions('+86 Chine');
    await field('Téléphone (optionnel)').fill('13812345678');
    for (const _ of [1, 2]) {
      hide();
      reopen('/auth', api);
      await registration.click();
      await expect.element(field('Indicatif du pays')).toHaveValue('+86');
      await expect.element(field('Téléphone (optionnel)')).toHaveValue('13812345678');
    }
  });

  it('is not kept once it is stored, also while the page is hidden', async () => {
    const api = openPage('/profile', new FakeApi(AWA));
    await field('Prénom').fill('Aïcha');
    const request = `PATCH /api/users/${AWA.id}`;
    api.respond(request, 200, { ...AWA, firstName: 'Aïcha' });
    const respond = api.hold(request);
    await main.getByRole('button', { name: 'Mettre à jour le profil' }).click();
    await expect.poll(() => api.sent(request)).toHaveLength(1);
    stayHidden();
    expect(kept()).toContain('Aïcha');
    api.signIn({ ...AWA, firstName: 'Aïcha' });
    respond();
    await expect.element(main.getByRole('heading', { name: 'Aïcha Ouédraogo' })).toBeVisible();
    await expect.poll(kept).not.toContain('Aïcha');
  });
});
