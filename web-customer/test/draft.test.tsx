import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { AWA, endSession, expectUrl, FakeApi, main, openPage } from './customer-site.tsx';

const form = main.getByRole('form', { name: 'Annoncer un colis' });
const numbers = form.getByRole('textbox', { name: 'Numéros, un par ligne (20 au plus)' });
const contents = form.getByRole('textbox', { name: 'Contenu' });
const firstName = main.getByLabelText('Prénom', { exact: true });
const NUMBER = 'YT7512345678';

async function signIn(api: FakeApi, user = AWA): Promise<void> {
  api.respond('POST /api/auth/login', 200, user);
  await main.getByLabelText("Email ou Nom d'utilisateur").fill(user.username);
  await main.getByLabelText('Mot de passe', { exact: true }).fill('Client-1234');
  await main.getByRole('button', { name: 'Se connecter', exact: true }).click();
}

async function announce(): Promise<FakeApi> {
  const api = openPage('/annoncer', new FakeApi(AWA));
  await numbers.fill('YT7512345678901\nSF1369874521035');
  await contents.fill('Téléphones');
  await form.getByRole('radio', { name: 'Batterie' }).click();
  await form.getByRole('radio', { name: 'Bateau' }).click();
  return api;
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
