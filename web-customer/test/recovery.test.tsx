import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { AWA, expectTexts, expectToast, expectUrl, FAILURE, FakeApi, main, openPage } from './customer-site.tsx';

const field = (label: string) => main.getByLabelText(label, { exact: true });
const button = (name: string) => main.getByRole('button', { name });
const link = (name: string) => main.getByRole('link', { name });
const alerts = main.getByRole('alert');
const heading = (name: string) => page.getByRole('heading', { name });

describe('the screen of a forgotten password', () => {
  const FORGOT = 'POST /api/auth/forgot-password';
  const SUBMIT = 'Envoyer le lien de réinitialisation';

  async function send(api = new FakeApi()): Promise<FakeApi> {
    openPage('/forgot-password', api);
    await field('Email').fill('awa@example.com');
    await button(SUBMIT).click();
    return api;
  }

  it('has one field, without a session, and shows that it is sending [SHELL-002, RECOV-001]', async () => {
    const api = new FakeApi();
    const release = api.hold(FORGOT);
    await send(api);
    await expectUrl('/forgot-password');
    expect(main.element().querySelectorAll('input')).toHaveLength(1);
    await expect.element(button('Envoi en cours...')).toBeDisabled();
    release();
    await expect.element(button('Envoi en cours...')).not.toBeInTheDocument();
  });

  it.each([200, 400, 429, 500])('shows success when the server responds with %s [RECOV-002]', async (status) => {
    const api = new FakeApi();
    api.respond(FORGOT, status, { message: 'peu importe', code: 'internal', errors: { email: 'peu importe' } });
    await send(api);
    await expect.element(main.getByText('Vérifiez votre boîte de réception')).toBeVisible();
    expect(api.sent(FORGOT)).toEqual([{ email: 'awa@example.com' }]);
  });

  it('ends with a panel, a toast and the way back to sign-in [RECOV-003, RECOV-004, ERR-018]', async () => {
    await send();
    const panel = 'Vérifiez votre boîte de réception ainsi que votre dossier de courrier indésirable (spam).';
    await expect.element(main.getByText(panel)).toBeVisible();
    await expectToast('Email envoyé', 'Si un compte existe avec cet email, vous recevrez un lien de réinitialisation.');
    await link('Retour à la connexion').click();
    await expectUrl('/auth');
  });

  it('shows a toast and keeps the address when the request cannot be made [RECOV-005, ERR-017]', async () => {
    const api = new FakeApi();
    api.disconnect(FORGOT);
    await send(api);
    await expectToast('Erreur', 'Une erreur est survenue lors de la demande de réinitialisation.');
    await expect.element(field('Email')).toHaveValue('awa@example.com');
  });

  it('requires a valid address [VAL-004, VAL-005]', async () => {
    const api = openPage('/forgot-password');
    await button(SUBMIT).click();
    await expectTexts(alerts, ['Email requis']);
    await field('Email').fill('awa');
    await expectTexts(alerts, ['Veuillez entrer un email valide']);
    await field('Email').fill('awa@example.com');
    await expect.element(alerts).not.toBeInTheDocument();
    expect(api.sent(FORGOT)).toEqual([]);
  });
});

describe('a forgotten password of an account with a verified number', () => {
  const FORGOT = 'POST /api/auth/forgot-password';

  async function send(api: FakeApi): Promise<void> {
    openPage('/forgot-password', api);
    await field('Email').fill('70 12 34 56');
    await button('Envoyer le lien de réinitialisation').click();
  }

  it.each([
    [true, 'Plus rapide : le bouton WhatsApp de la page de connexion vous envoie un code.'],
    [false, ''],
  ])('is asked for by the number; with WhatsApp the page names its code: %s [TEL-005]', async (isEnabled, faster) => {
    const api = new FakeApi();
    api.respond('GET /api/whatsapp', 200, { isEnabled });
    api.respond(FORGOT, 200, { message: 'peu importe' });
    await send(api);
    await expect.element(heading('Demande envoyée')).toBeVisible();
    const text = `Si un compte a vérifié ce numéro, nous vous enverrons un lien de connexion par WhatsApp. ${faster}`;
    await expect.element(main.getByText(text.trim(), { exact: true })).toBeVisible();
    expect(api.sent(FORGOT)).toEqual([{ email: '70 12 34 56' }]);
  });

  it('is not asked for by a number that cannot be called', async () => {
    const api = new FakeApi();
    const message = 'Ce numéro semble incomplet';
    api.respond(FORGOT, 400, { message, code: 'validation', errors: { email: message } });
    await send(api);
    await expectTexts(alerts, [message]);
  });
});

describe('a reset link', () => {
  const CHECK = 'GET /api/auth/verify-reset-token';
  const RESET = 'POST /api/auth/reset-password';
  const SUBMIT = 'Réinitialiser le mot de passe';
  const NEW = 'Nouveau mot de passe';
  const CONFIRM = 'Confirmer le mot de passe';

  function openLink(path = '/reset-password?token=bon'): FakeApi {
    const api = new FakeApi();
    api.respond(CHECK, 200, { valid: true });
    api.respond(RESET, 200, { message: 'ok' });
    return openPage(path, api);
  }
  const choose = async (password: string, confirmation = password) => {
    await field(NEW).fill(password);
    await field(CONFIRM).fill(confirmation);
    await button(SUBMIT).click();
  };

  it('is used once when the button is tapped again before it is shown as disabled', async () => {
    const api = openLink();
    const release = api.hold(RESET);
    await field(NEW).fill('Nouveau-2026');
    await field(CONFIRM).fill('Nouveau-2026');
    const { form } = button(SUBMIT).element() as HTMLButtonElement;
    form?.requestSubmit();
    form?.requestSubmit();
    await expect.poll(() => api.sent(RESET)).toHaveLength(1);
    form?.requestSubmit();
    release();
    await expect.element(heading('Mot de passe modifié')).toBeVisible();
    expect(api.sent(RESET)).toHaveLength(1);
  });

  it('is validated first, with a message meanwhile, without a session [SHELL-003, RECOV-007]', async () => {
    const api = new FakeApi();
    api.respond(CHECK, 200, { valid: true });
    const release = api.hold(CHECK);
    openPage('/reset-password?token=a%2Fb', api);
    await expect.element(main.getByRole('status')).toHaveTextContent('Vérification du lien...');
    expect(main.element().querySelectorAll('input')).toHaveLength(0);
    expect(api.queries(CHECK)).toEqual(['token=a/b']);
    release();
    await expect.element(field(NEW)).toBeVisible();
  });

  it('that is invalid leads to a new one [RECOV-008, ERR-021]', async () => {
    const api = new FakeApi();
    api.respond(CHECK, 200, { valid: false });
    openPage('/reset-password?token=inconnu', api);
    await expect.element(heading('Lien invalide')).toBeVisible();
    await expect.element(main.getByText('Ce lien de réinitialisation est invalide ou a expiré.')).toBeVisible();
    await link('Demander un nouveau lien').click();
    await expectUrl('/forgot-password');
  });

  it('without a token is invalid [RECOV-009]', async () => {
    openPage('/reset-password');
    await expect.element(heading('Lien invalide')).toBeVisible();
  });

  it.each([
    ['fails', (api: FakeApi) => api.respond(CHECK, 500, FAILURE)],
    ['cannot be made', (api: FakeApi) => api.disconnect(CHECK)],
  ])('whose check %s is invalid [RECOV-009]', async (_, fail) => {
    const api = new FakeApi();
    fail(api);
    openPage('/reset-password?token=quelconque', api);
    await expect.element(heading('Lien invalide')).toBeVisible();
  });

  it('that is valid shows a form and four tips [RECOV-010, RECOV-011]', async () => {
    openLink();
    await expect.element(field(NEW)).toBeVisible();
    await expect.element(field(CONFIRM)).toBeVisible();
    await expect.element(button(SUBMIT)).toBeEnabled();
    await expectTexts(main.getByRole('listitem'), [
      '8 caractères minimum',
      'Lettres majuscules et minuscules',
      'Au moins un chiffre',
      'Au moins un caractère spécial',
    ]);
  });

  it('sends only the token and the password, with the button disabled meanwhile [RECOV-012, RECOV-013]', async () => {
    const api = openLink();
    const release = api.hold(RESET);
    await choose('Nouveau-1234');
    await expect.element(button('Réinitialisation en cours...')).toBeDisabled();
    expect(api.sent(RESET)).toEqual([{ token: 'bon', password: 'Nouveau-1234' }]);
    release();
    await expect.element(main.getByText('Votre mot de passe a été réinitialisé avec succès.')).toBeVisible();
  });

  it('ends with a toast and the way back to sign-in [RECOV-014, ERR-020]', async () => {
    openLink();
    await choose('Nouveau-1234');
    await expectToast('Succès');
    await expect.element(main.getByText('Votre mot de passe a été réinitialisé avec succès.')).toBeVisible();
    await link('Retour à la connexion').click();
    await expectUrl('/auth');
  });

  it.each([
    ['the message of the server', 400, { message: 'Ce lien a déjà servi' }, 'Ce lien a déjà servi'],
    ['a general text without one', 500, '', 'Une erreur est survenue lors de la réinitialisation du mot de passe.'],
  ])('that is refused shows %s [RECOV-015, ERR-019]', async (_, status, body, text) => {
    const api = openLink();
    api.respond(RESET, status, body);
    await choose('Nouveau-1234');
    await expectToast('Erreur', text);
    await expect.element(button(SUBMIT)).toBeEnabled();
  });

  it('refuses a password that is too short or lacks a kind of character [VAL-006, VAL-007, VAL-008, VAL-009, VAL-010]', async () => {
    const api = openLink();
    for (const [password, message] of [
      ['Abc-567', 'Le mot de passe doit contenir au moins 8 caractères'],
      ['abc-5678', 'Le mot de passe doit contenir au moins une lettre majuscule'],
      ['ABC-5678', 'Le mot de passe doit contenir au moins une lettre minuscule'],
      ['Abc-defg', 'Le mot de passe doit contenir au moins un chiffre'],
      ['Abcd5678', 'Le mot de passe doit contenir au moins un caractère spécial'],
    ] as const) {
      await choose(password);
      await expectTexts(alerts, [message]);
    }
    expect(api.sent(RESET)).toEqual([]);
    await choose('Abc-5678');
    await expectToast('Succès');
  });

  it('refuses a different confirmation, at its field [VAL-011]', async () => {
    const api = openLink();
    await choose('Abc-5678', 'Abc-56789');
    await expect.element(field(CONFIRM)).toHaveAccessibleDescription('Les mots de passe ne correspondent pas');
    expect(api.sent(RESET)).toEqual([]);
  });
});

describe('a verification link', () => {
  const VERIFY = 'GET /api/email/verify';
  const profileLink = link('Aller à mon profil');

  function openLink(status: number, body: object, user: typeof AWA | null = null): FakeApi {
    const api = new FakeApi(user);
    api.respond(VERIFY, status, body);
    return openPage('/verify-email?token=bon', api);
  }

  it('is opened without a session, with a loading state until the response [SHELL-004, RECOV-018]', async () => {
    const api = new FakeApi();
    api.respond(VERIFY, 200, { message: 'Merci.', alreadyVerified: false });
    const release = api.hold(VERIFY);
    openPage('/verify-email?token=a%2Fb', api);
    await expect.poll(() => api.queries(VERIFY)).toEqual(['token=a/b']);
    await expect.element(main.getByRole('status')).toBeVisible();
    release();
    await expect.element(main.getByText('Merci.')).toBeVisible();
  });

  it('that succeeds shows the message of the server [RECOV-019, ERR-025]', async () => {
    openLink(200, { message: 'Merci.', alreadyVerified: false });
    await expect.element(heading('Email vérifié')).toBeVisible();
    await expect.element(main.getByText('Merci.')).toBeVisible();
  });

  it('that was opened before is shown as verified [RECOV-020, ERR-026]', async () => {
    openLink(200, { message: 'Merci.', alreadyVerified: true });
    await expect.element(heading('Déjà vérifié')).toBeVisible();
    await expect.element(main.getByText('Merci.')).toBeVisible();
  });

  it.each([
    ['the message of the server', { message: 'Ce lien a expiré.' }, 'Ce lien a expiré.'],
    ['a general text without one', {}, "Échec de la vérification de l'email"],
  ])('that is refused shows %s [RECOV-021, ERR-022]', async (_, body, text) => {
    openLink(400, body);
    await expect.element(main.getByText(text)).toBeVisible();
  });

  it('shows a failure of the network [RECOV-022, ERR-023]', async () => {
    const api = new FakeApi();
    api.disconnect(VERIFY);
    openPage('/verify-email?token=quelconque', api);
    await expect.element(main.getByText("Une erreur est survenue lors de la vérification de l'email")).toBeVisible();
  });

  it('without a token is invalid, and nothing is requested [RECOV-023, ERR-024, VAL-012]', async () => {
    const api = openPage('/verify-email');
    await expect.element(heading('Lien invalide')).toBeVisible();
    await expect.element(main.getByText('Jeton de vérification manquant ou invalide')).toBeVisible();
    expect(api.sent(VERIFY)).toEqual([]);
  });

  it('leads to the profile with its outcome [RECOV-024]', async () => {
    openPage('/verify-email');
    await expect.element(profileLink).toHaveAttribute('href', '/profile?verificationStatus=invalid');
    openLink(400, FAILURE);
    await expect.element(profileLink).toHaveAttribute('href', '/profile?verificationStatus=error');
    openLink(200, { message: 'Merci.', alreadyVerified: true });
    await expect.element(profileLink).toHaveAttribute('href', '/profile?verificationStatus=success');
  });

  it('that succeeds has the current user requested again, which the profile shows [RECOV-025]', async () => {
    const api = new FakeApi(AWA);
    api.respond(VERIFY, 200, { message: 'Merci.', alreadyVerified: false });
    const release = api.hold(VERIFY);
    openPage('/verify-email?token=bon', api);
    await expect.element(page.getByRole('button', { name: 'Mon compte' })).toBeVisible();
    api.signIn({ ...AWA, emailVerified: true });
    release();
    await expect.poll(() => api.sent('GET /api/user')).toHaveLength(2);
    await profileLink.click();
    await expect.element(main.getByText('Vérifié', { exact: true })).toBeVisible();
  });
});
