import type { User } from '@fasocolis/contracts/user';
import { unmountAll } from '@fasocolis/web-kit/testing/mount';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { AWA, expectTexts, expectToast, expectUrl, FAILURE, FakeApi, main, openPage, toast } from './customer-site.tsx';

const STORED = `PATCH /api/users/${AWA.id}`;
const VERIFICATION = 'POST /api/email/send-verification';
const ORDERS = `GET /api/orders/user/${AWA.id}`;
const UPDATE = 'Mettre à jour le profil';

const field = (label: string) => main.getByLabelText(label, { exact: true });
const button = (name: string) => main.getByRole('button', { name });
const tab = (name: string) => page.getByRole('tab', { name });
const alerts = main.getByRole('alert');
const open = (path = '/profile', user: User = AWA) => openPage(path, new FakeApi(user));

describe('the profile', () => {
  it('shows a spinner while the session loads, then leads a visitor to sign-in', async () => {
    const api = new FakeApi();
    const release = api.hold('GET /api/user');
    openPage('/profile', api);
    await expect.element(main.getByRole('status')).toBeVisible();
    await expectUrl('/profile');
    release();
    await expectUrl('/auth');
  });

  it('has a header with name, username and date of registration [PROF-001, PROF-002, PROF-003]', async () => {
    open('/profile', { ...AWA, createdAt: '2025-03-12T23:30:00.000Z' });
    await expect.element(main.getByRole('heading', { level: 1 })).toHaveTextContent('Awa Ouédraogo');
    await expect.element(main.getByText('@awa', { exact: true })).toBeVisible();
    await expect.element(main.getByText('Membre depuis 12 mars 2025', { exact: true })).toBeVisible();
  });

  it('shows the client code [INT-001]', async () => {
    const api = new FakeApi(AWA);
    const prefix = { key: 'client_code_prefix', value: 'FASO', description: null };
    api.respond('GET /api/app-settings/client_code_prefix', 200, prefix);
    openPage('/profile', api);
    await expect.element(main.getByText(`FASO${1000 + AWA.id}`, { exact: true })).toBeVisible();
  });

  it('has three tabs [SHELL-009]', async () => {
    open();
    await expectTexts(page.getByRole('tab'), ['Information Personnelle', 'Vérification Email', 'Mot de Passe']);
  });

  it('leads home after signing out', async () => {
    open();
    await page.getByRole('button', { name: 'Mon compte, awa' }).click();
    await page.getByText('Déconnexion').click();
    await expectToast('Déconnexion réussie');
    await expectUrl('/');
  });

  it('requests the orders and ignores a failure [PROF-019]', async () => {
    const api = new FakeApi(AWA);
    api.respond(ORDERS, 500, FAILURE);
    openPage('/profile', api);
    await expect.element(button(UPDATE)).toBeVisible();
    expect(api.sent(ORDERS)).toHaveLength(1);
    await expect.element(toast).not.toBeInTheDocument();
    await expect.element(main.getByText('panne')).not.toBeInTheDocument();
  });
});

describe('the tab of personal information', () => {
  it('is open first, with the stored username and email [PROF-004]', async () => {
    open();
    await expect.element(tab('Information Personnelle')).toHaveAttribute('aria-selected', 'true');
    await expect.element(field("Nom d'utilisateur")).toHaveValue('awa');
    await expect.element(field('Email')).toHaveValue('awa@example.com');
    await expect.element(field('Email')).toBeEnabled();
  });

  it('sends username and email, and shows what the API returns [PROF-005, PROF-006, ERR-037]', async () => {
    const api = open();
    const change = { username: 'awa2', email: 'awa2@example.com' };
    api.respond(STORED, 200, { ...AWA, ...change });
    await field("Nom d'utilisateur").fill(change.username);
    await field('Email').fill(change.email);
    api.signIn({ ...AWA, ...change, lastName: 'Sanou' });
    await button(UPDATE).click();
    await expectToast('Profil mis à jour');
    expect(api.sent(STORED)).toEqual([change]);
    await expect.element(main.getByText('Awa Sanou', { exact: true })).toBeVisible();
    await expect.element(main.getByText('@awa2', { exact: true })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Mon compte, awa2' })).toBeVisible();
  });

  it('shows and changes the phone number and the names, in any spelling [TEL-001]', async () => {
    const api = open();
    api.respond(STORED, 200, AWA);
    await expect.element(field('Téléphone')).toHaveValue('+226 70123456');
    await field('Téléphone').fill('76 12 34 56');
    await expect.element(main.getByText('Numéro compris\u00a0: +226 76 12 34 56')).toBeVisible();
    await field('Prénom').fill('Aïcha');
    await button(UPDATE).click();
    await expectToast('Profil mis à jour');
    const names = { username: 'awa', email: 'awa@example.com', firstName: 'Aïcha' };
    expect(api.sent(STORED)).toEqual([{ ...names, phone: '+226 76 12 34 56' }]);
  });

  it('sends the number that is understood', async () => {
    const api = open();
    api.respond(STORED, 200, AWA);
    await field('Téléphone').fill('0033612345678');
    await expect.element(main.getByText('Numéro compris\u00a0: +33 6 12 34 56 78')).toBeVisible();
    await button(UPDATE).click();
    await expectToast('Profil mis à jour');
    expect(api.sent(STORED)).toEqual([{ username: 'awa', email: 'awa@example.com', phone: '+33 612345678' }]);
  });

  it('shows at the field why a number is refused [TEL-001]', async () => {
    const api = open();
    const message = 'Ce numéro appartient à un autre compte.';
    api.respond(STORED, 409, { message, code: 'conflict', errors: { phone: message } });
    await field('Téléphone').fill('76 12 34 56');
    await button(UPDATE).click();
    await expect.element(field('Téléphone')).toHaveAccessibleDescription(message);
  });

  it('verifies the number by a message over WhatsApp [TEL-002]', async () => {
    const api = new FakeApi(AWA);
    api.respond('GET /api/whatsapp', 200, { isEnabled: true });
    api.respond('POST /api/auth/whatsapp', 200, { text: 'CONNEXION 7K4P2M' });
    const verified = { ...AWA, phoneVerified: true };
    api.respond('POST /api/auth/whatsapp/code', 200, verified);
    openPage('/profile', api);
    await button('Vérifier par WhatsApp').click();
    await field('Code reçu par WhatsApp').fill('482913');
    api.signIn(verified);
    await button('Vérifier mon numéro').click();
    await expectToast('Numéro vérifié');
    await expect.element(main.getByText('Numéro vérifié')).toBeVisible();
  });

  it('has a switch for news over WhatsApp once there is a phone number', async () => {
    const whatsapp = main.getByRole('checkbox', { name: "M'avertir par WhatsApp de l'avancée de mes colis" });
    open('/profile', { ...AWA, phone: null });
    await expect.element(button(UPDATE)).toBeVisible();
    await expect.element(whatsapp).not.toBeInTheDocument();
    unmountAll();
    const person = { ...AWA, phone: '+226 70123456', notifyByWhatsapp: true };
    const api = open('/profile', person);
    api.respond(STORED, 200, { ...person, notifyByWhatsapp: false });
    await expect.element(whatsapp).toBeChecked();
    await whatsapp.click();
    await button(UPDATE).click();
    await expectToast('Profil mis à jour');
    expect(api.sent(STORED)).toEqual([{ username: 'awa', email: 'awa@example.com', notifyByWhatsapp: false }]);
  });

  it('sends the switch for emails about the parcels only after it was changed', async () => {
    const api = open();
    api.respond(STORED, 200, { ...AWA, notifyByEmail: false });
    const emails = main.getByRole('checkbox', { name: "M'avertir par email des changements de statut" });
    await expect.element(emails).toBeChecked();
    await emails.click();
    api.signIn({ ...AWA, notifyByEmail: false });
    await button(UPDATE).click();
    await expectToast('Profil mis à jour');
    expect(api.sent(STORED)).toEqual([{ username: 'awa', email: 'awa@example.com', notifyByEmail: false }]);
    await expect.element(emails).not.toBeChecked();
  });

  it.each([
    ['with the message of the server', 409, { message: 'Ce nom est pris', code: 'conflict' }, 'Ce nom est pris'],
    ['with a general text without one', 500, '', 'Une erreur est survenue lors de la mise à jour du profil'],
  ])('shows a failure %s, and keeps what was typed [PROF-007, ERR-031]', async (_, status, body, text) => {
    const api = open();
    api.respond(STORED, status, body);
    await field("Nom d'utilisateur").fill('moussa');
    await button(UPDATE).click();
    await expectToast('Erreur', text);
    await expect.element(field("Nom d'utilisateur")).toHaveValue('moussa');
  });

  it('leads to sign-in when the session has ended', async () => {
    const api = open();
    await expect.element(button(UPDATE)).toBeVisible();
    api.signIn(null);
    api.respond(STORED, 401, { message: 'Non authentifié', code: 'unauthenticated' });
    await button(UPDATE).click();
    await expect
      .element(toast.getByText('Vous devez être connecté pour effectuer cette action', { exact: true }))
      .toBeVisible();
    await expectUrl('/auth');
  });

  it('refuses a short username and an invalid email, until they are right [VAL-022, VAL-023]', async () => {
    const api = open();
    await field("Nom d'utilisateur").fill('aw');
    await field('Email').fill('awa@');
    await button(UPDATE).click();
    await expectTexts(alerts, [
      "Le nom d'utilisateur doit contenir au moins 3 caractères",
      'Veuillez saisir une adresse email valide',
    ]);
    await field("Nom d'utilisateur").fill('awa');
    await field('Email').fill('awa@example.com');
    await expect.element(alerts).not.toBeInTheDocument();
    expect(api.sent(STORED)).toEqual([]);
  });
});

describe('the tab of email verification', () => {
  const SEND = 'Envoyer un email de vérification';

  it.each(['success', 'error', 'invalid'])(
    'opens after a verification with the outcome %s [PROF-020]',
    async (status) => {
      open(`/profile?verificationStatus=${status}`);
      await expect.element(tab('Vérification Email')).toHaveAttribute('aria-selected', 'true');
    },
  );

  it('gives reasons and a button for an unverified address [PROF-009, PROF-010]', async () => {
    open();
    await tab('Vérification Email').click();
    await expect.element(main.getByText('Non vérifié', { exact: true })).toBeVisible();
    await expectTexts(main.getByRole('listitem'), [
      'Sécuriser votre compte',
      "Récupérer votre mot de passe en cas d'oubli",
      'Recevoir les informations importantes sur vos commandes',
    ]);
    await expect.element(button(SEND)).toBeVisible();
  });

  it('has neither for a verified address [PROF-008, PROF-010]', async () => {
    open('/profile', { ...AWA, emailVerified: true });
    await tab('Vérification Email').click();
    await expect.element(main.getByText('Vérifié', { exact: true })).toBeVisible();
    await expect.element(main.getByRole('listitem')).not.toBeInTheDocument();
    await expect.element(button(SEND)).not.toBeInTheDocument();
  });

  it('requests another email and shows a toast [PROF-011, ERR-039]', async () => {
    const api = open('/profile?verificationStatus=error');
    api.respond(VERIFICATION, 200, { message: 'Envoyé' });
    await button(SEND).click();
    await expectToast('Email envoyé');
    expect(api.sent(VERIFICATION)).toHaveLength(1);
  });

  it('shows a toast when the email cannot be sent [PROF-012, ERR-033]', async () => {
    const api = open('/profile?verificationStatus=error');
    api.respond(VERIFICATION, 500, FAILURE);
    await button(SEND).click();
    await expectToast('Erreur', "Une erreur est survenue lors de l'envoi de l'email de vérification");
  });
});

describe('the unsubscribe page', () => {
  const UNSUBSCRIBE = 'POST /api/email/unsubscribe';

  it('requires one click, without a session', async () => {
    const api = new FakeApi();
    api.respond(UNSUBSCRIBE, 200, { message: 'Vous ne recevrez plus nos emails.' });
    openPage('/desabonnement?token=bon', api);
    await button("Ne plus recevoir d'emails").click();
    await expect.element(main.getByText('Vous ne recevrez plus nos emails.')).toBeVisible();
    expect(api.queries(UNSUBSCRIBE)).toEqual(['token=bon']);
    await expect.element(main.getByRole('link', { name: 'Aller à mon profil' })).toHaveAttribute('href', '/profile');
  });

  it('shows a failure when the server refuses the token', async () => {
    const api = openPage('/desabonnement?token=inconnu');
    api.respond(UNSUBSCRIBE, 400, { message: 'Lien invalide', code: 'bad-request' });
    await button("Ne plus recevoir d'emails").click();
    await expect.element(page.getByRole('heading', { name: 'Désabonnement impossible' })).toBeVisible();
  });

  it('shows a failure without a token', async () => {
    openPage('/desabonnement');
    await expect.element(page.getByRole('heading', { name: 'Désabonnement impossible' })).toBeVisible();
    await expect.element(main.getByRole('link', { name: 'Aller à mon profil' })).toBeVisible();
  });
});
