import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { AWA, expectTexts, expectToast, FakeApi, openPage } from './customer-site.tsx';

const STATE = 'GET /api/user/two-factor';
const SETUP = 'POST /api/user/two-factor/setup';
const CONFIRM = 'POST /api/user/two-factor/confirm';
const RENEW = 'POST /api/user/two-factor/recovery-codes';
const DISABLE = 'POST /api/user/two-factor/disable';
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const URI = `otpauth://totp/FasoColis:awa?issuer=FasoColis&secret=${SECRET}&algorithm=SHA1&digits=6&period=30`;
const CODES = Array.from({ length: 10 }, (_, index) => `ABCD-EFGH-IJKL-MNO${String.fromCodePoint(65 + index)}`);
const REQUIRED = { message: 'Confirmez votre mot de passe pour continuer.', code: 'reauthentication-required' };
const AWA_VERIFIED = { ...AWA, emailVerified: true };

const section = page.getByRole('region', { name: 'Validation en deux étapes' });
const dialog = page.getByRole('dialog');
const button = (name: string) => page.getByRole('button', { name, exact: true });

function openProfile(since: string | null, recoveryCodesLeft = 10, user = AWA_VERIFIED): FakeApi {
  const api = new FakeApi(user);
  api.respond('GET /api/user/sign-in-methods', 200, { hasPassword: true, providers: [] });
  api.respond(STATE, 200, { since, recoveryCodesLeft: since ? recoveryCodesLeft : 0 });
  api.respond(SETUP, 200, { secret: SECRET, uri: URI });
  api.respond(CONFIRM, 200, { recoveryCodes: CODES });
  api.respond(RENEW, 200, { recoveryCodes: CODES });
  api.respond(DISABLE, 200, { message: 'Désactivée' });
  return openPage('/profile?deux-etapes', api);
}
const ON = '2026-11-20T10:00:00.000Z';

describe('switching the second factor on', () => {
  async function begin(): Promise<FakeApi> {
    const api = openProfile(null);
    await section.getByRole('button', { name: 'Activer' }).click();
    await expect.element(dialog.getByRole('heading', { name: 'Activer la validation en deux étapes' })).toBeVisible();
    return api;
  }
  const enter = async (code: string) => {
    await dialog.getByLabelText('Code à 6 chiffres').fill(code);
    await dialog.getByRole('button', { name: 'Activer' }).click();
  };

  it('shows the QR code, which is drawn in the browser, and the secret as text [SEC-010]', async () => {
    const api = await begin();
    await expect.element(dialog.getByRole('img', { name: "Code QR pour l'application de validation" })).toBeVisible();
    await expect.element(dialog.getByTestId('secret')).toHaveTextContent('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP');
    await expect.element(dialog.getByRole('link', { name: "Ouvrir dans l'application" })).toHaveAttribute('href', URI);
    expect(api.paths.some((path) => path.includes('qr') || path.includes(SECRET))).toBe(false);
  });

  it('shows ten recovery codes after the first code, until the user has them [SEC-010]', async () => {
    const api = await begin();
    await enter('123456');
    await expectTexts(dialog.getByRole('list', { name: 'Vos codes de secours' }).getByRole('listitem'), CODES);
    api.respond(STATE, 200, { since: ON, recoveryCodesLeft: 10 });
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    await expect.element(dialog).toBeVisible();
    await button("J'ai gardé mes codes").click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect
      .element(section.getByText(/Activée depuis le 20 novembre 2026\. Il vous reste 10 codes/))
      .toBeVisible();
    expect(api.sent(CONFIRM)).toEqual([{ code: '123456' }]);
  });

  it('shows a wrong code beside its field', async () => {
    const api = await begin();
    const message = 'Ce code est incorrect ou a déjà servi.';
    api.respond(CONFIRM, 400, { message, code: 'bad-request' });
    await enter('123456');
    await expect.element(dialog.getByRole('alert')).toHaveTextContent(message);
    api.respond(CONFIRM, 200, { recoveryCodes: CODES });
    await enter('654321');
    await expect.element(dialog.getByRole('list', { name: 'Vos codes de secours' })).toBeVisible();
  });

  it('changes nothing when it is cancelled', async () => {
    const api = await begin();
    await dialog.getByRole('button', { name: 'Annuler' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(api.sent(CONFIRM)).toEqual([]);
  });

  it('asks for the password after ten minutes', async () => {
    const api = openProfile(null);
    api.respond(SETUP, 403, REQUIRED);
    await section.getByRole('button', { name: 'Activer' }).click();
    await expect.element(dialog.getByText(/pour activer la validation en deux étapes\./)).toBeVisible();
    await dialog.getByLabelText('Mot de passe actuel').fill('Colis-1234');
    api.respond(SETUP, 200, { secret: SECRET, uri: URI });
    await dialog.getByRole('button', { name: 'Confirmer' }).click();
    await expect.element(dialog.getByTestId('secret')).toBeVisible();
    expect(api.sent(SETUP)).toEqual([{}, { currentPassword: 'Colis-1234' }]);
  });

  it('needs a verified address', async () => {
    openProfile(null, 0, AWA);
    await expect.element(section.getByText(/Vérifiez d'abord votre adresse email/)).toBeVisible();
    await expect.element(section.getByRole('button')).not.toBeInTheDocument();
  });

  it('fits on a narrow screen', async () => {
    await page.viewport(360, 740);
    await begin();
    expect(dialog.element().scrollWidth).toBeLessThanOrEqual(328);
    await enter('123456');
    await expect.element(dialog.getByRole('list', { name: 'Vos codes de secours' })).toBeVisible();
    expect(dialog.element().scrollWidth).toBeLessThanOrEqual(328);
  });
});

describe('recovery codes', () => {
  async function renew(): Promise<FakeApi> {
    const api = openProfile(ON, 1);
    await expect.element(section.getByText(/Il vous reste un code de secours\./)).toBeVisible();
    await section.getByRole('button', { name: 'Nouveaux codes de secours' }).click();
    await expectTexts(dialog.getByRole('listitem'), CODES);
    return api;
  }

  it('are replaced on request', async () => {
    const api = await renew();
    expect(api.sent(RENEW)).toEqual([{}]);
  });

  it('can be copied', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await renew();
    await button('Copier').click();
    await expectToast('Codes copiés');
    expect(writeText).toHaveBeenCalledExactlyOnceWith(CODES.join('\n'));
  });

  it('can be saved as a file', async () => {
    await renew();
    const link = dialog.getByRole('link', { name: 'Enregistrer' });
    await expect.element(link).toHaveAttribute('download', 'fasocolis-codes-de-secours.txt');
    const file = await fetchOf(link.element().getAttribute('href') ?? '');
    for (const code of CODES) expect(file).toContain(code);
  });

  it('can be printed', async () => {
    const print = vi.spyOn(window, 'print').mockReturnValue();
    await renew();
    await button('Imprimer').click();
    expect(print).toHaveBeenCalledTimes(1);
  });
});

const fetchOf = async (dataUrl: string) => decodeURIComponent(dataUrl.slice(dataUrl.indexOf(',') + 1));

describe('switching the second factor off', () => {
  const removeWith = async (code: string) => {
    await section.getByRole('button', { name: 'Désactiver', exact: true }).click();
    await section.getByLabelText('Code de votre application, ou code de secours').fill(code);
    await section.getByRole('button', { name: 'Désactiver avec ce code' }).click();
  };

  it('needs a code [SEC-029]', async () => {
    const api = openProfile(ON);
    await removeWith('');
    await expect
      .element(section.getByRole('alert'))
      .toHaveTextContent('Saisissez le code à 6 chiffres de votre application');
    expect(api.sent(DISABLE)).toEqual([]);
  });

  it('works with a code after a recent sign-in', async () => {
    const api = openProfile(ON);
    await expect.element(section.getByRole('button', { name: 'Désactiver', exact: true })).toBeVisible();
    api.respond(STATE, 200, { since: null, recoveryCodesLeft: 0 });
    await removeWith('123456');
    await expectToast('Validation en deux étapes désactivée');
    await expect.element(section.getByRole('button', { name: 'Activer' })).toBeVisible();
    expect(api.sent(DISABLE)).toEqual([{ code: '123456' }]);
  });

  it('asks for the password after ten minutes, and again when it is wrong', async () => {
    const api = openProfile(ON);
    api.respond(DISABLE, 403, REQUIRED);
    await removeWith('123456');
    const password = dialog.getByLabelText('Mot de passe actuel');
    const confirm = dialog.getByRole('button', { name: 'Confirmer' });
    api.respond(DISABLE, 400, { message: 'Le mot de passe actuel est incorrect', code: 'bad-request' });
    await password.fill('Colis-1235');
    await confirm.click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Le mot de passe actuel est incorrect');
    api.respond(DISABLE, 200, { message: 'Désactivée' });
    await password.fill('Colis-1234');
    await confirm.click();
    await expectToast('Validation en deux étapes désactivée');
    expect(api.sent(DISABLE)).toEqual([
      { code: '123456' },
      { code: '123456', currentPassword: 'Colis-1235' },
      { code: '123456', currentPassword: 'Colis-1234' },
    ]);
  });
});

it('is announced as required to staff who cannot do anything else [SEC-029]', async () => {
  openProfile(null, 0, { ...AWA_VERIFIED, isAgent: true, needsSecondFactor: true });
  await expect.element(page.getByText(/Activez d'abord la validation en deux étapes/)).toBeVisible();
});

it('a state that cannot be loaded can be loaded again', async () => {
  const api = openProfile(ON);
  api.respond(STATE, 500, { message: 'panne', code: 'internal' });
  openPage('/profile?deux-etapes', api);
  await expect.element(section.getByText(/L'état n'a pas pu être chargé\./)).toBeVisible();
  api.respond(STATE, 200, { since: ON, recoveryCodesLeft: 0 });
  await section.getByRole('button', { name: 'Réessayer' }).click();
  await expect.element(section.getByText(/Il ne vous reste aucun code de secours/)).toBeVisible();
});
