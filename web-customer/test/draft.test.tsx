import { describe, expect, it } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { announce, contents, form, numbers } from './announcement.ts';
import { AWA, endSession, expectUrl, FakeApi, main, openPage, toast } from './customer-site.tsx';
import { apiWith, card, ORDER } from './tracked-parcel.ts';

const firstName = main.getByLabelText('Prénom', { exact: true });
const NUMBER = 'YT7512345678';

async function signIn(api: FakeApi, user = AWA): Promise<void> {
  api.respond('POST /api/auth/login', 200, user);
  await main.getByLabelText("Email ou Nom d'utilisateur").fill(user.username);
  await main.getByLabelText('Mot de passe', { exact: true }).fill('Client-1234');
  await main.getByRole('button', { name: 'Se connecter', exact: true }).click();
}

const kept = () => Object.values(sessionStorage).join();

describe('what was typed before the session ended', () => {
  it('is in the announcement of parcels again after sign-in, and can be sent [OFF-002]', async () => {
    const api = await announce();
    await endSession(api);
    await expectUrl('/auth');
    await expect.element(page.getByTestId('toast').getByText('Votre session a expiré')).toBeVisible();
    await signIn(api);
    await expectUrl('/annoncer');
    await expect.element(numbers).toHaveValue('YT7512345678901\nSF1369874521035');
    await form.getByRole('button', { name: 'Annoncer' }).click();
    await expect
      .poll(() => api.sent('POST /api/announcements'))
      .toEqual([
        {
          ...{ numbers: 'YT7512345678901\nSF1369874521035', contents: 'Téléphones', declaredValue: null },
          ...{ goodsKind: 'battery', mode: 'SEA' },
        },
      ]);
    expect(kept()).not.toContain('Téléphones');
  });

  it('is in the profile again, beside what is stored [OFF-002]', async () => {
    const api = openPage('/profile', new FakeApi(AWA));
    await firstName.fill('Aïcha');
    await main.getByLabelText("M'avertir par email des changements de statut").click();
    await endSession(api);
    await expectUrl('/auth');
    await signIn(api);
    await expectUrl('/profile');
    await expect.element(firstName).toHaveValue('Aïcha');
    await expect.element(main.getByLabelText('Nom', { exact: true })).toHaveValue(AWA.lastName);
    await expect.element(main.getByLabelText("M'avertir par email des changements de statut")).not.toBeChecked();
  });

  it('is in the claim of a parcel again when the form is opened [OFF-002]', async () => {
    const api = new FakeApi(AWA);
    api.respond(`GET /api/unnamed-parcels/${NUMBER}`, 200, { number: NUMBER, claim: null });
    openPage(`/?tracking=${NUMBER}`, api);
    const claim = main.getByRole('button', { name: "C'est mon colis" });
    await claim.click();
    await main.getByLabelText('Que contient-il ?').fill('Des chaussures');
    await endSession(api);
    await expectUrl('/auth');
    await signIn(api);
    await expectUrl(`/?tracking=${NUMBER}`);
    await claim.click();
    await expect.element(main.getByLabelText('Que contient-il ?')).toHaveValue('Des chaussures');
  });

  it('is in the profile again when a dialog was open over it [OFF-002]', async () => {
    const api = openPage('/profile', new FakeApi(AWA));
    await firstName.fill('Aïcha');
    await main.getByLabelText('Téléphone', { exact: true }).fill('');
    await main.getByLabelText('Email', { exact: true }).fill('autre@example.com');
    api.respond(`PATCH /api/users/${AWA.id}`, 403, { message: 'Mot de passe', code: 'reauthentication-required' });
    await main.getByRole('button', { name: 'Mettre à jour le profil' }).click();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await endSession(api);
    await expectUrl('/auth');
    await signIn(api);
    await expectUrl('/profile');
    await expect.element(firstName).toHaveValue('Aïcha');
    await expect.element(main.getByLabelText('Téléphone', { exact: true })).toHaveValue('');
  });

  it('never contains a password, also one that is shown [OFF-002]', async () => {
    const api = openPage('/profile', new FakeApi(AWA));
    await page.getByRole('tab', { name: 'Mot de Passe' }).click();
    await main.getByLabelText('Mot de passe actuel', { exact: true }).fill('Client-1234');
    await main.getByRole('button', { name: 'Afficher le mot de passe' }).first().click();
    await endSession(api);
    await expectUrl('/auth');
    expect(kept()).not.toContain('Client-1234');
  });

  it('is forgotten when another user signs in [OFF-002]', async () => {
    const api = await announce();
    await endSession(api);
    await expectUrl('/auth');
    expect(kept()).toContain('Téléphones');
    await signIn(api, { ...AWA, id: 13, username: 'moussa' });
    await expectUrl('/annoncer');
    await expect.poll(kept).not.toContain('Téléphones');
    await expect.element(contents).toHaveValue('');
  });

  it('is not kept by a sign-out [OFF-002]', async () => {
    await announce();
    await page.getByRole('button', { name: 'Mon compte, awa' }).click();
    await page.getByText('Déconnexion', { exact: true }).click();
    await expectUrl('/');
    expect(kept()).not.toContain('Téléphones');
  });
});

describe('a form that is sent after the session has ended', () => {
  async function expectSignIn(api: FakeApi, request: string, button: Locator) {
    api.signIn(null);
    api.respond(request, 401, { message: 'Non authentifié', code: 'unauthenticated' });
    await button.click();
    await expectUrl('/auth');
    await expect.element(toast.getByText('Votre session a expiré')).toBeVisible();
    await expect.element(page.getByText('Non authentifié')).not.toBeInTheDocument();
    expect(api.sent(request)).toHaveLength(1);
  }

  it('leads an announcement to sign-in and back', async () => {
    const api = await announce();
    await expectSignIn(api, 'POST /api/announcements', form.getByRole('button', { name: 'Annoncer' }));
    await signIn(api);
    await expectUrl('/annoncer');
    await expect.element(contents).toHaveValue('Téléphones');
  });

  it('leads a claim to sign-in', async () => {
    const api = new FakeApi(AWA);
    api.respond(`GET /api/unnamed-parcels/${NUMBER}`, 200, { number: NUMBER, claim: null });
    openPage(`/?tracking=${NUMBER}`, api);
    await main.getByRole('button', { name: "C'est mon colis" }).click();
    await main.getByLabelText('Que contient-il ?').fill('Des chaussures');
    const canvas = new OffscreenCanvas(10, 10);
    canvas.getContext('2d')?.fillRect(0, 0, 5, 5);
    const photo = new File([await canvas.convertToBlob()], 'photo.png', { type: 'image/png' });
    await main.getByLabelText('Photo de la commande ou du reçu').upload(photo);
    await expect.element(main.getByRole('img', { name: 'Votre commande ou reçu' })).toBeVisible();
    await expectSignIn(api, 'POST /api/claims', main.getByRole('button', { name: 'Envoyer' }));
  });

  it('leads the report of a payment to sign-in and back', async () => {
    const fields = { recipientPhone: null, volumeCm3: null, contents: null, aliases: [], passedPieces: null };
    const api = apiWith({ ...ORDER, ...fields, userId: AWA.id, due: 5000, paid: 0 });
    api.signIn(AWA);
    api.respond(`GET /api/ledgers/${ORDER.id}`, 200, {
      ...{ id: ORDER.id, charges: [], payments: [], due: 5000, paid: 0, rest: 5000, storage: null },
      freight: { state: 'charged', proposal: null },
    });
    const accounts = [{ method: 'wave', number: '70 12 34 56', ussd: null }];
    api.respond(`GET /api/ledgers/${ORDER.id}/reports`, 200, { accounts, reports: [] });
    openPage('/c/DEMO0003', api);
    const pay = card.getByRole('button', { name: 'Payer' });
    const reference = page.getByLabelText('Référence de la transaction');
    await pay.click();
    await reference.fill('W 12');
    const paid = page.getByRole('button', { name: "J'ai payé" });
    await expectSignIn(api, `POST /api/ledgers/${ORDER.id}/reports`, paid);
    await signIn(api);
    await expectUrl('/c/DEMO0003');
    await pay.click();
    await expect.element(reference).toHaveValue('W 12');
  });
});
