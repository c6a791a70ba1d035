import { toastStore } from '@fasocolis/web-kit/toast-store';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { AWA, expectTexts, expectToast, expectUrl, FakeApi, main, openPage } from './customer-site.tsx';
import { ORDER } from './tracked-parcel.ts';

const EXPORT = 'POST /api/user/export';
const DELETION = 'POST /api/user/deletion';
const METHODS = 'GET /api/user/sign-in-methods';
const TOO_OLD = { message: 'Confirmez votre mot de passe pour continuer.', code: 'reauthentication-required' };

const section = main.getByRole('region', { name: 'Mes données' });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = page.getByRole('dialog');

function open(user = AWA): FakeApi {
  const api = new FakeApi(user);
  api.respond(METHODS, 200, { hasPassword: true, providers: [] });
  return openPage('/profile', api);
}

/** The files that the page has the browser save. */
function savedFiles() {
  const files: { name: string; content: Promise<string> }[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push({ name: this.download, content: fetchBlob(this.href) });
  });
  onTestFinished(() => click.mockRestore());
  return files;
}

/** Reads a blob without fetch, which stands for the API here. */
function fetchBlob(url: string): Promise<string> {
  const request = new XMLHttpRequest();
  return new Promise((resolve) => {
    request.onload = () => resolve(request.responseText);
    request.open('GET', url);
    request.send();
  });
}

describe('the download of personal data', () => {
  it('saves one JSON file that people can read, and says when it is being prepared [SEC-014]', async () => {
    const files = savedFiles();
    const api = open();
    api.respond(EXPORT, 200, { "À lire d'abord": ['Bonjour'], Compte: { Prénom: 'Awa' } });
    const release = api.hold(EXPORT);
    await button('Télécharger mes données').click();
    await expect.element(button('Préparation du fichier...')).toBeDisabled();
    release();
    await expectToast('Fichier téléchargé');
    expect(api.sent(EXPORT)).toEqual([{}]);
    expect(files.map(({ name }) => name)).toEqual(['mes-donnees-fasocolis.json']);
    expect(await files[0]?.content).toBe(
      '{\n  "À lire d\'abord": [\n    "Bonjour"\n  ],\n  "Compte": {\n    "Prénom": "Awa"\n  }\n}',
    );
  });

  const INCOMPLETE = 'Votre fichier serait incomplet\u00a0: un de nos services ne répond pas.';
  it.each([
    ['with the reason when it would be incomplete', 503, { message: INCOMPLETE, code: 'unavailable' }, INCOMPLETE],
    [
      'with a general text without a reason',
      500,
      '',
      "Votre fichier n'a pas pu être téléchargé. Vérifiez votre connexion, puis réessayez.",
    ],
  ])('saves nothing after a failure, and says so %s, until it succeeds [SEC-014]', async (_, status, body, text) => {
    const files = savedFiles();
    const api = open();
    api.respond(EXPORT, status, body);
    await button('Télécharger mes données').click();
    await expectToast('Erreur', 'Vos données ne sont pas téléchargées.');
    await expectTexts(section.getByRole('alert'), [text]);
    expect(files).toEqual([]);
    api.respond(EXPORT, 200, {});
    await button('Télécharger mes données').click();
    await expectToast('Fichier téléchargé');
    await expect.element(section.getByRole('alert')).not.toBeInTheDocument();
  });

  it('asks for the password long after the sign-in, and repeats the request with it [SEC-014]', async () => {
    const files = savedFiles();
    const api = open();
    api.respond(EXPORT, 403, TOO_OLD);
    await button('Télécharger mes données').click();
    await expect.element(dialog.getByText('Confirmez votre mot de passe pour télécharger vos données.')).toBeVisible();
    await expect.element(section.getByRole('alert')).not.toBeInTheDocument();
    api.respond(EXPORT, 200, {});
    await dialog.getByLabelText('Mot de passe actuel').fill('Secret-1234');
    await button('Confirmer').click();
    await expectToast('Fichier téléchargé');
    expect(api.sent(EXPORT)).toEqual([{}, { currentPassword: 'Secret-1234' }]);
    expect(files).toHaveLength(1);
  });
});

describe('an account without a password', () => {
  const person = { ...AWA, email: null, phone: '+226 70123456', phoneVerified: true };
  function openWithoutPassword(isEnabled: boolean) {
    const api = new FakeApi(person);
    api.respond(METHODS, 200, { hasPassword: false, providers: [] });
    api.respond('GET /api/whatsapp', 200, { isEnabled });
    api.respond(EXPORT, 403, TOO_OLD);
    return openPage('/profile', api);
  }

  it('is confirmed long after the sign-in by a code over WhatsApp [SEC-004]', async () => {
    savedFiles();
    const api = openWithoutPassword(true);
    api.respond('POST /api/auth/whatsapp', 200, { text: 'CONNEXION 7K4P2M' });
    api.respond('POST /api/auth/whatsapp/code', 200, person);
    await button('Télécharger mes données').click();
    await dialog.getByRole('button', { name: 'Recevoir un code par WhatsApp' }).click();
    await dialog.getByLabelText('Code reçu par WhatsApp').fill('482913');
    api.respond(EXPORT, 200, {});
    await button('Confirmer').click();
    await expectToast('Fichier téléchargé');
  });

  it('is told to sign in again where there is no WhatsApp', async () => {
    openWithoutPassword(false);
    await button('Télécharger mes données').click();
    await expect.element(dialog.getByText(/demandez-nous un nouveau lien de connexion/)).toBeVisible();
    await expect.element(dialog.getByLabelText('Mot de passe actuel')).not.toBeInTheDocument();
  });

  it('is not asked for the present one, and needs an address first', async () => {
    openWithoutPassword(false);
    await page.getByRole('tab', { name: 'Mot de Passe' }).click();
    await expect.element(main.getByText(/Votre compte n'a pas de mot de passe/)).toBeVisible();
    await expect.element(main.getByLabelText('Mot de passe actuel')).not.toBeInTheDocument();
    await page.getByRole('tab', { name: 'Vérification Email' }).click();
    await expect.element(main.getByText(/Ajoutez d'abord une adresse/)).toBeVisible();
    await expect.element(button('Envoyer un email de vérification')).not.toBeInTheDocument();
  });
});

describe('the deletion of the account', () => {
  it('names what goes, and does nothing when it is cancelled [SEC-014]', async () => {
    const api = open();
    await button('Supprimer mon compte').click();
    await expect.element(dialog.getByRole('heading')).toHaveTextContent('Supprimer le compte @awa ?');
    await expect
      .element(dialog.getByText('Ceci est définitif. Vos appareils seront déconnectés, et tout ceci disparaîtra :'))
      .toBeVisible();
    await expectTexts(dialog.getByRole('listitem'), [
      'Votre profil et vos moyens de connexion',
      'Dans vos colis\u00a0: votre nom, votre téléphone, le code de retrait, les photos et les messages',
      'Vos colis sauvegardés et vos notifications',
      'Vos messages au service client, et la trace de nos e-mails',
    ]);
    await expect.element(dialog.getByText('Vos colis restent trouvables par leur numéro')).toBeVisible();
    await button('Annuler').click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(api.sent(DELETION)).toEqual([]);
  });

  it('names the parcels that are still on the way, on a narrow phone [HIST-010]', async () => {
    await page.viewport(360, 740);
    const api = new FakeApi(AWA);
    api.respond(METHODS, 200, { hasPassword: true, providers: [] });
    const parcels = [1, 2].map((id) => ({ ...ORDER, id, reference: `FC-00${id}` }));
    api.respond(`GET /api/orders/user/${AWA.id}`, 200, parcels);
    openPage('/profile', api);
    await button('Supprimer mon compte').click();
    await expect
      .element(dialog.getByRole('status'))
      .toHaveTextContent(
        'Encore en route : FC-001, FC-002. Nous ne pourrons plus vous prévenir de leur arrivée : notez ces numéros.',
      );
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  });

  it('signs out, forgets what the device knows, and says goodbye at home [SEC-014]', async () => {
    const api = open();
    localStorage.setItem('fasocolis:parcels', '[]');
    api.respond(DELETION, 200, { message: 'Votre compte est supprimé' });
    await button('Supprimer mon compte').click();
    const release = api.hold(DELETION);
    await button('Supprimer définitivement').click();
    await expect.element(button('Suppression...')).toBeDisabled();
    api.signIn(null);
    release();
    await expectToast(
      'Votre compte est supprimé',
      'Vos données disparaissent de tous nos services. Merci de votre confiance, et au revoir.',
    );
    await expectUrl('/');
    await expect.element(page.getByRole('banner').getByRole('link', { name: 'Se connecter' })).toBeVisible();
    expect(localStorage.getItem('fasocolis:parcels')).toBeNull();
  });

  it('asks for the password long after the sign-in, and shows when it is wrong [SEC-004]', async () => {
    const api = open();
    api.respond(DELETION, 403, TOO_OLD);
    await button('Supprimer mon compte').click();
    await button('Supprimer définitivement').click();
    await expect.element(dialog.getByText('Confirmez votre mot de passe pour supprimer votre compte.')).toBeVisible();
    api.respond(DELETION, 400, { message: 'Le mot de passe actuel est incorrect', code: 'bad-request' });
    await dialog.getByLabelText('Mot de passe actuel').fill('Faux-1234');
    await button('Confirmer').click();
    await expectTexts(dialog.getByRole('alert'), ['Le mot de passe actuel est incorrect']);
    expect(toastStore.getSnapshot()?.open).not.toBe(true);
    api.respond(DELETION, 200, { message: 'ok' });
    await dialog.getByLabelText('Mot de passe actuel').fill('Secret-1234');
    await button('Confirmer').click();
    await expectUrl('/');
    expect(api.sent(DELETION).slice(-1)[0]).toEqual({ currentPassword: 'Secret-1234' });
  });

  it('shows a message when it failed, and stays', async () => {
    const api = open();
    api.respond(DELETION, 500, '');
    await button('Supprimer mon compte').click();
    await button('Supprimer définitivement').click();
    await expectToast('Erreur', "Votre compte n'a pas pu être supprimé. Réessayez dans un instant.");
    await expectUrl('/profile');
  });

  it('is not offered to the administrator', async () => {
    open({ ...AWA, id: 1, isAdmin: true });
    await expect.element(section.getByText('ne peut pas être supprimé')).toBeVisible();
    await expect.element(button('Supprimer mon compte')).not.toBeInTheDocument();
    await expect.element(button('Télécharger mes données')).toBeVisible();
  });
});
