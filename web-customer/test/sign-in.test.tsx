import { DIALLING_CODES } from '@fasocolis/contracts/reading/dialling-code';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AWA, expectTexts, expectToast, expectUrl, FakeApi, main, openPage } from './customer-site.tsx';

const alerts = main.getByRole('alert');
const field = (label: string) => main.getByLabelText(label, { exact: true });
const inputs = () => main.element().querySelectorAll('input');

it('/auth has two tabs for a visitor, with sign-in open first [AUTH-001, SHELL-001]', async () => {
  openPage('/auth');
  await expectTexts(page.getByRole('tab'), ['Connexion', 'Inscription']);
  await expect.element(page.getByRole('tab', { name: 'Connexion' })).toHaveAttribute('aria-selected', 'true');
  await expect.element(main.getByRole('button', { name: 'Se connecter' })).toBeVisible();
  await expectUrl('/auth');
});

it('/auth leads a customer home [SHELL-001, ROLE-008]', async () => {
  openPage('/auth', new FakeApi(AWA));
  await expectUrl('/');
});

describe('the sign-in form', () => {
  const LOGIN = 'POST /api/auth/login';
  const NO_LOGIN = "Veuillez saisir votre email ou nom d'utilisateur";
  const SHORT = 'Le mot de passe doit contenir au moins 6 caractères';
  const login = field("Email ou nom d'utilisateur");
  const password = field('Mot de passe');
  const submit = main.getByRole('button', { name: /^(Se connecter|Connexion en cours)/ });

  function openForm(): FakeApi {
    const api = new FakeApi();
    api.respond(LOGIN, 200, AWA);
    return openPage('/auth', api);
  }
  async function fillIn(who: string, secret: string) {
    await login.fill(who);
    await password.fill(secret);
  }

  it('has one field for an email or a username [AUTH-002]', async () => {
    openForm();
    await expect.element(login).toBeEnabled();
    await expect.element(login).not.toHaveAttribute('type', 'email');
    expect(inputs()).toHaveLength(2);
  });

  it('hides the password at first, and shows and hides it on request [AUTH-003]', async () => {
    openForm();
    await password.fill('Client-1234');
    await expect.element(password).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Afficher le mot de passe' }).click();
    await expect.element(password).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Masquer le mot de passe' }).click();
    await expect.element(password).toHaveAttribute('type', 'password');
  });

  it('shows that it is pending, and sends once [AUTH-004, AUTH-005]', async () => {
    const api = openForm();
    const release = api.hold(LOGIN);
    await fillIn('client', 'Client-1234');
    await expect.element(submit).toHaveTextContent('Se connecter');
    await submit.click();
    await expect.element(submit).toHaveTextContent('Connexion en cours...');
    await expect.element(submit).toBeDisabled();
    (submit.element() as HTMLElement).click();
    await userEvent.type(password, '{Enter}');
    release();
    await expectToast('Connexion réussie');
    expect(api.sent(LOGIN)).toHaveLength(1);
  });

  it('has a link for a forgotten password [AUTH-006]', async () => {
    openForm();
    await expect
      .element(page.getByRole('link', { name: 'Mot de passe oublié ?' }))
      .toHaveAttribute('href', '/forgot-password');
  });

  it('sends email and password only [AUTH-023]', async () => {
    const api = openForm();
    await fillIn('client', 'Client-1234');
    await submit.click();
    await expect.poll(() => api.sent(LOGIN)).toEqual([{ email: 'client', password: 'Client-1234' }]);
  });

  it('shows success, keeps the user and leads home [AUTH-009, ERR-007]', async () => {
    openForm();
    await fillIn('awa', 'Client-1234');
    await submit.click();
    await expectToast('Connexion réussie');
    await expectUrl('/');
    await expect.element(page.getByRole('button', { name: 'Mon compte, awa' })).toBeVisible();
  });

  it('leads back to the page that demanded it [OFF-002]', async () => {
    const api = new FakeApi();
    api.respond(LOGIN, 200, AWA);
    openPage('/saved-orders', api);
    await expectUrl('/auth');
    await fillIn('awa', 'Client-1234');
    await submit.click();
    await expectUrl('/saved-orders');
  });

  it('shows a failure and stays as typed [AUTH-010, ERR-003]', async () => {
    const api = openForm();
    const message = "Email, nom d'utilisateur ou mot de passe incorrect";
    api.respond(LOGIN, 401, { message, code: 'unauthenticated' });
    await fillIn('client', 'Faux-1234');
    await submit.click();
    await expectToast('Erreur de connexion', `401: ${message}`);
    await expectUrl('/auth');
    await expect.element(login).toHaveValue('client');
    await expect.element(password).toHaveValue('Faux-1234');
  });

  it('links to terms and privacy policy below it [AUTH-024]', async () => {
    openForm();
    const notice =
      "En vous connectant, vous acceptez nos Conditions d'utilisation et notre Politique de confidentialité.";
    await expect.element(main.getByText(notice)).toBeVisible();
    const link = (name: string) => main.getByRole('link', { name });
    await expect.element(link("Conditions d'utilisation")).toHaveAttribute('href', '/terms');
    await expect.element(link('Politique de confidentialité')).toHaveAttribute('href', '/privacy');
  });

  it('shows nothing before the first submit, and follows every change after it [VAL-002]', async () => {
    openForm();
    await fillIn('', '123');
    await login.click();
    await expect.element(alerts).not.toBeInTheDocument();
    await submit.click();
    await expectTexts(alerts, [NO_LOGIN, SHORT]);
    await login.fill('c');
    await expectTexts(alerts, [SHORT]);
    await login.fill('');
    await expectTexts(alerts, [NO_LOGIN, SHORT]);
  });

  it('requires an email or username that is not blank [VAL-013]', async () => {
    openForm();
    await fillIn('   ', 'Client-1234');
    await submit.click();
    await expectTexts(alerts, [NO_LOGIN]);
  });

  it('refuses a password of 5 characters and accepts one of 6 [VAL-014]', async () => {
    const api = openForm();
    await fillIn('client', '12345');
    await submit.click();
    await expectTexts(alerts, [SHORT]);
    await password.fill('123456');
    await submit.click();
    await expect.poll(() => api.sent(LOGIN)).toHaveLength(1);
  });
});

describe('the registration form', () => {
  const REGISTER = 'POST /api/auth/register';
  const PERSON = {
    firstName: 'Awa',
    lastName: 'Traoré',
    username: 'awa',
    email: 'awa@example.com',
    password: 'Colis-1234',
  };
  const phone = field('Téléphone (optionnel)');
  const country = main.getByLabelText('Indicatif du pays');
  const submit = main.getByRole('button', { name: /^(S'inscrire|Inscription en cours)/ });

  async function openForm(): Promise<FakeApi> {
    const api = new FakeApi();
    api.respond(REGISTER, 201, AWA);
    openPage('/auth', api);
    await page.getByRole('tab', { name: 'Inscription' }).click();
    return api;
  }
  async function fillIn(overrides: Record<string, string> = {}): Promise<FakeApi> {
    const api = await openForm();
    const values = {
      Prénom: 'Awa',
      Nom: 'Traoré',
      "Nom d'utilisateur": 'awa',
      Email: 'awa@example.com',
      'Mot de passe': 'Colis-1234',
      'Confirmer le mot de passe': 'Colis-1234',
      ...overrides,
    };
    for (const [label, value] of Object.entries(values)) await field(label).fill(value);
    return api;
  }

  it('has seven fields [AUTH-011]', async () => {
    await openForm();
    for (const label of ['Prénom', 'Nom', "Nom d'utilisateur", 'Email', 'Mot de passe', 'Confirmer le mot de passe']) {
      await expect.element(field(label)).toBeEnabled();
    }
    await expect.element(phone).toBeEnabled();
    expect(inputs()).toHaveLength(7);
  });

  it('offers 23 dialling codes in their order, with Burkina Faso chosen [AUTH-012, AUTH-013]', async () => {
    await openForm();
    await expect.element(country).toHaveValue('+226');
    expect(DIALLING_CODES).toHaveLength(23);
    await expectTexts(
      country.getByRole('option'),
      DIALLING_CODES.map((each) => each.join(' ')),
    );
  });

  it('puts the chosen code in front of a number without one [AUTH-014]', async () => {
    await openForm();
    await phone.fill('70123456');
    await userEvent.tab();
    await expect.element(phone).toHaveValue('+226 70123456');
  });

  it('changes the code of the number with the country [AUTH-015]', async () => {
    await openForm();
    await phone.fill('+226 70123456');
    await country.selectOptions('+225');
    await expect.element(phone).toHaveValue('+225 70123456');
  });

  it.each([
    ['0033612345678', '+33 612345678'],
    ['WhatsApp: +226 70 12 34 56', '+226 70123456'],
  ])('keeps and sends the number that is understood from "%s"', async (text, kept) => {
    const api = await fillIn();
    await phone.fill(text);
    await expect.element(main.getByText(/^Numéro compris/)).toBeVisible();
    await userEvent.tab();
    await expect.element(phone).toHaveValue(kept);
    await submit.click();
    await expect.poll(() => api.sent(REGISTER)).toEqual([{ ...PERSON, phone: kept }]);
  });

  it('replaces the code of a number that has it in another form', async () => {
    await openForm();
    await phone.fill('00226 70123456');
    await country.selectOptions('+225');
    await expect.element(phone).toHaveValue('+225 70123456');
  });

  it('shows and hides each password separately [AUTH-017]', async () => {
    await openForm();
    const expectTypes = async (password: string, confirmation: string) => {
      await expect.element(field('Mot de passe')).toHaveAttribute('type', password);
      await expect.element(field('Confirmer le mot de passe')).toHaveAttribute('type', confirmation);
    };
    const show = page.getByRole('button', { name: 'Afficher le mot de passe' });
    await show.first().click();
    await expectTypes('text', 'password');
    await page.getByRole('button', { name: 'Masquer le mot de passe' }).click();
    await show.last().click();
    await expectTypes('password', 'text');
  });

  it('shows that it is pending, and sends once [AUTH-018, AUTH-019]', async () => {
    const api = await fillIn();
    const release = api.hold(REGISTER);
    await expect.element(submit).toHaveTextContent("S'inscrire");
    await submit.click();
    await expect.element(submit).toHaveTextContent('Inscription en cours...');
    await expect.element(submit).toBeDisabled();
    (submit.element() as HTMLElement).click();
    release();
    await expectToast('Inscription réussie');
    expect(api.sent(REGISTER)).toHaveLength(1);
  });

  it('sends neither the confirmation nor an empty phone number [AUTH-020, VAL-019]', async () => {
    const api = await fillIn();
    await submit.click();
    await expect.poll(() => api.sent(REGISTER)).toEqual([PERSON]);
  });

  it('shows a phone number as it is understood, or an example of a whole one, before it is sent [READ-006]', async () => {
    await openForm();
    await phone.fill('00226 70-12-34-56');
    await expect.element(page.getByText('Numéro compris\u00a0: +226 70 12 34 56')).toBeVisible();
    await phone.fill('70 12');
    await expect.element(page.getByText('Ce numéro semble incomplet. Exemple\u00a0: +226 70 12 34 56')).toBeVisible();
  });

  it('sends a phone number with its code [AUTH-020]', async () => {
    const api = await fillIn();
    await userEvent.type(phone, '70123456{Enter}');
    await expect.poll(() => api.sent(REGISTER)).toEqual([{ ...PERSON, phone: '+226 70123456' }]);
  });

  it('signs in, shows a welcome and leads home [AUTH-021, ERR-008]', async () => {
    await fillIn();
    await submit.click();
    await expectToast('Inscription réussie', "Bienvenue sur l'application de suivi de commandes.");
    await expectUrl('/');
    await expect.element(page.getByRole('button', { name: 'Mon compte, awa' })).toBeVisible();
  });

  it('shows a failure and stays as typed [AUTH-022, ERR-004]', async () => {
    const api = await fillIn();
    const message = "Ce nom d'utilisateur est déjà utilisé";
    api.respond(REGISTER, 409, { message, code: 'conflict' });
    await submit.click();
    await expectToast("Erreur d'inscription", `409: ${message}`);
    await expectUrl('/auth');
    await expect.element(field("Nom d'utilisateur")).toHaveValue('awa');
  });

  it.each([
    ['is lost', (api: FakeApi) => api.disconnect(REGISTER)],
    [
      'was lost before',
      (api: FakeApi) =>
        api.respond(REGISTER, 409, { message: "Ce nom d'utilisateur est déjà utilisé", code: 'conflict' }),
    ],
  ])('goes on as after success when the response %s and the session has begun', async (_, fail) => {
    const api = await fillIn();
    fail(api);
    api.signIn(AWA);
    await submit.click();
    await expectToast('Inscription réussie', "Bienvenue sur l'application de suivi de commandes.");
    await expectUrl('/');
    await expect.element(page.getByRole('button', { name: 'Mon compte, awa' })).toBeVisible();
  });

  it('shows the failure while the session is that of another user', async () => {
    const api = await fillIn();
    const message = "Ce nom d'utilisateur est déjà utilisé";
    api.respond(REGISTER, 409, { message, code: 'conflict' });
    api.signIn({ ...AWA, username: 'moussa' });
    await submit.click();
    await expectToast("Erreur d'inscription", `409: ${message}`);
  });

  it('refuses names and addresses that are too short, until they are right [VAL-015, VAL-016, VAL-017, VAL-018]', async () => {
    const api = await fillIn({ Prénom: 'A', Nom: 'T', "Nom d'utilisateur": 'aw', Email: 'awa@' });
    await expect.element(alerts).not.toBeInTheDocument();
    await submit.click();
    await expectTexts(alerts, [
      'Le prénom doit contenir au moins 2 caractères',
      'Le nom doit contenir au moins 2 caractères',
      "Le nom d'utilisateur doit contenir au moins 3 caractères",
      'Email invalide',
    ]);
    await field('Prénom').fill('Aw');
    await field('Nom').fill('Tr');
    await field("Nom d'utilisateur").fill('awa');
    await field('Email').fill('awa@example.com');
    await expect.element(alerts).not.toBeInTheDocument();
    expect(api.sent(REGISTER)).toEqual([]);
  });

  it('refuses a password of 5 characters and accepts one of 6 [VAL-020]', async () => {
    await fillIn({ 'Mot de passe': '12345', 'Confirmer le mot de passe': '12345' });
    await submit.click();
    await expectTexts(alerts, ['Le mot de passe doit contenir au moins 6 caractères']);
    await field('Confirmer le mot de passe').fill('123456');
    await field('Mot de passe').fill('123456');
    await expect.element(alerts).not.toBeInTheDocument();
  });

  it('shows a different confirmation as an error of its field [VAL-021]', async () => {
    await fillIn({ 'Confirmer le mot de passe': 'secrets' });
    await submit.click();
    await expectTexts(alerts, ['Les mots de passe ne correspondent pas']);
    await expect
      .element(field('Confirmer le mot de passe'))
      .toHaveAccessibleDescription('Les mots de passe ne correspondent pas');
  });
});

describe('the second step of a sign-in', () => {
  const SECOND_STEP = 'POST /api/auth/second-step';
  const code = field('Code à 6 chiffres');
  const submit = main.getByRole('button', { name: 'Valider' });
  const title = page.getByRole('heading', { level: 1, name: 'Validation en deux étapes' });

  async function openSecondStep(): Promise<FakeApi> {
    const api = new FakeApi();
    api.respond('POST /api/auth/login', 202, { secondStep: true });
    api.respond(SECOND_STEP, 200, AWA);
    openPage('/auth', api);
    await field("Email ou nom d'utilisateur").fill('awa');
    await field('Mot de passe').fill('Colis-1234');
    await main.getByRole('button', { name: 'Se connecter' }).click();
    await expect.element(title).toBeVisible();
    return api;
  }

  it('follows a right password, with the focus in one field for digits', async () => {
    await openSecondStep();
    await expect.element(code).toHaveFocus();
    await expect.element(code).toHaveAttribute('autocomplete', 'one-time-code');
    await expect.element(code).toHaveAttribute('inputmode', 'numeric');
    expect(inputs()).toHaveLength(1);
    await expectUrl('/auth?second_step=true');
  });

  it('signs in with the code and leads home', async () => {
    const api = await openSecondStep();
    await code.fill('123 456');
    await submit.click();
    await expectToast('Connexion réussie');
    await expectUrl('/');
    expect(api.sent(SECOND_STEP)).toEqual([{ code: '123456' }]);
    await expect.element(page.getByRole('button', { name: 'Mon compte, awa' })).toBeVisible();
  });

  it('refuses anything but six digits', async () => {
    const api = await openSecondStep();
    await code.fill('12345');
    await submit.click();
    await expectTexts(alerts, ['Saisissez le code à 6 chiffres de votre application']);
    expect(api.sent(SECOND_STEP)).toEqual([]);
  });

  it('takes a recovery code instead', async () => {
    const api = await openSecondStep();
    await main.getByRole('button', { name: 'Utiliser un code de secours' }).click();
    const recoveryCode = field('Code de secours');
    await expect.element(recoveryCode).toHaveFocus();
    await recoveryCode.fill('abc');
    await submit.click();
    await expectTexts(alerts, ['Saisissez un code de secours']);
    await recoveryCode.fill('abcd efgh ijkl mnop');
    await submit.click();
    await expectUrl('/');
    expect(api.sent(SECOND_STEP)).toEqual([{ code: 'abcd efgh ijkl mnop' }]);
  });

  it('shows a wrong code beside the field, and asks again', async () => {
    const api = await openSecondStep();
    const message = 'Ce code est incorrect ou a déjà servi. Il vous reste 4 essais.';
    api.respond(SECOND_STEP, 400, { message, code: 'bad-request' });
    await code.fill('123456');
    await submit.click();
    await expectTexts(alerts, [message]);
    await expect.element(code).toHaveFocus();
  });

  it('leads to customer service without a recovery code', async () => {
    await openSecondStep();
    await main.getByRole('button', { name: 'Utiliser un code de secours' }).click();
    const link = main.getByRole('link', { name: "Je n'ai plus de code de secours" });
    await expect.element(link).toHaveAttribute('href', expect.stringContaining('https://wa.me/'));
  });

  it('leads back to the password when the sign-in has ended [SEC-010]', async () => {
    const api = await openSecondStep();
    const message = 'Trop de codes incorrects. Connectez-vous à nouveau.';
    api.respond(SECOND_STEP, 401, { message, code: 'unauthenticated' });
    await code.fill('123456');
    await submit.click();
    await expectToast('Erreur de connexion', message);
    await expect.element(main.getByRole('button', { name: 'Se connecter' })).toBeVisible();
    await expectUrl('/auth');
  });

  it('leads back to the password on request', async () => {
    await openSecondStep();
    await main.getByRole('button', { name: 'Revenir à la connexion' }).click();
    await expect.element(main.getByRole('button', { name: 'Se connecter' })).toBeVisible();
  });

  it('follows the return from a provider, also for a user who is signed in and does so again', async () => {
    for (const user of [null, AWA]) {
      const api = new FakeApi(user);
      api.respond(SECOND_STEP, 200, AWA);
      openPage('/auth?second_step=true&provider=google', api);
      await code.fill('123456');
      await submit.click();
      await expectUrl('/');
    }
  });

  it('closes the window of the provider, which its opener is waiting for', async () => {
    sessionStorage.setItem('fasocolis:social-popup', 'open');
    const close = vi.spyOn(window, 'close').mockReturnValue();
    const write = vi.spyOn(Storage.prototype, 'setItem');
    const api = new FakeApi();
    api.respond(SECOND_STEP, 200, AWA);
    openPage('/auth?second_step=true&provider=google', api);
    await code.fill('123456');
    await submit.click();
    // The opener gets a storage event of the write.
    await expect.poll(() => write.mock.calls).toContainEqual(['fasocolis:social-return', 'returned']);
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('fits on a narrow screen', async () => {
    await page.viewport(360, 740);
    await openSecondStep();
    expect(document.documentElement.scrollWidth).toBe(360);
  });
});

const COOKIES = /^Votre navigateur refuse les cookies/;

it('a sign-in whose cookie the browser refuses says so, and stays [OLD-008]', async () => {
  const api = new FakeApi();
  api.refuseCookies();
  api.respond('POST /api/auth/login', 200, AWA);
  openPage('/auth', api);
  await main.getByLabelText("Email ou nom d'utilisateur").fill('awa');
  await main.getByLabelText('Mot de passe', { exact: true }).fill('Secret-1234');
  await main.getByRole('button', { name: 'Se connecter' }).click();
  await expect.element(page.getByTestId('toast').getByText('Erreur de connexion')).toBeVisible();
  await expect.element(page.getByTestId('toast').getByText(COOKIES)).toBeVisible();
  await expectUrl('/auth');
});

it('a return from a provider whose cookie the browser refuses says so [OLD-008]', async () => {
  openPage('/auth?login_success=true&provider=google', new FakeApi());
  await expect.element(page.getByTestId('toast').getByText(COOKIES)).toBeVisible();
  await expectUrl('/auth');
});
