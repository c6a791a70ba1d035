import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { AWA, FakeApi, main, openPage } from './customer-site.tsx';
import { apiWith, badge, card, ORDER } from './tracked-parcel.ts';

const tabs = page.getByRole('tab');

afterEach(() => document.documentElement.style.removeProperty('font-size'));

describe('at the double size of text, a form', () => {
  it.each([
    ['/forgot-password', 'Envoyer le lien de réinitialisation', null],
    ['/auth', 'Se connecter', null],
    ['/profile?deux-etapes=x', 'Changer le mot de passe', AWA],
  ])('at %s stays within its panel', async (path, submit, user) => {
    await page.viewport(320, 740);
    document.documentElement.style.fontSize = '200%';
    openPage(path, new FakeApi(user));
    await expect.element(main.getByRole('button', { name: submit, exact: true })).toBeVisible();
    const forms = [...document.querySelectorAll('main form')];
    expect(forms.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toEqual(forms.map(() => 0));
    expect(document.documentElement.scrollWidth).toBe(320);
  });
});

describe('at the double size of text, every button stays within its panel and the screen', () => {
  const ON_SCREEN = [
    ['of a parcel', '/?tracking=DEMO0003', 'Sauvegarder'],
    ['of an unknown number', '/?tracking=INCONNU99', 'Questions fréquentes'],
    ['of a link that is invalid', '/verify-email?token=x', 'Aller à mon profil'],
    ['of the connected devices', '/profile?deux-etapes=x', 'Déconnecter'],
    ['of the ways to sign in', '/auth', 'Facebook'],
  ] as const;

  it.each(ON_SCREEN)('%s', async (_, path, name) => {
    const api = apiWith(ORDER);
    if (path !== '/auth') api.signIn(AWA);
    api.respond(`GET /api/orders/saved/check/${ORDER.id}`, 200, { isSaved: false });
    api.respond('GET /api/user/sessions', 200, [
      { id: 'a', createdAt: ORDER.createdAt, lastSeenAt: ORDER.createdAt, userAgent: null, isCurrent: false },
      { id: 'b', createdAt: ORDER.createdAt, lastSeenAt: ORDER.createdAt, userAgent: null, isCurrent: true },
    ]);
    api.respond('GET /api/auth/providers', 200, { google: true, facebook: true, apple: true, whatsapp: true });
    await page.viewport(320, 740);
    document.documentElement.style.fontSize = '200%';
    openPage(path, api);
    await expect.element(main.getByText(name, { exact: true }).first()).toBeVisible();
    const outside = [...document.querySelectorAll('main :is(a, button)')].filter((button) => {
      const panel = button.closest('.rounded-2xl') ?? document.body;
      return button.getBoundingClientRect().right > panel.getBoundingClientRect().right;
    });
    expect(outside.map(({ textContent }) => textContent)).toEqual([]);
    expect(document.documentElement.scrollWidth).toBe(320);
  });
});

it('at the double size of text, the dates of a saved order stay within the screen', async () => {
  await page.viewport(320, 740);
  document.documentElement.style.fontSize = '200%';
  const api = new FakeApi(AWA);
  api.respond(`GET /api/orders/saved/${AWA.id}`, 200, [{ ...ORDER, savedAt: ORDER.createdAt }]);
  openPage('/saved-orders', api);
  await main.getByText('Dernière mise à jour').click();
  await expect.element(main.getByText('Création')).toBeVisible();
  const dates = [...document.querySelectorAll('main time')].map((date) => date.getBoundingClientRect().right);
  expect(Math.max(...dates)).toBeLessThanOrEqual(320);
});

it('at the double size of text, a long status stays within the card of its parcel', async () => {
  await page.viewport(320, 740);
  document.documentElement.style.fontSize = '200%';
  const status = { status: 'CUSTOMS', statusLabel: 'Contrôle douanier à Ouagadougou', statusKind: 'waiting' } as const;
  openPage('/?tracking=DEMO0003', apiWith({ ...ORDER, ...status }));
  await expect.element(badge).toBeVisible();
  const { right } = badge.element().getBoundingClientRect();
  expect(right).toBeLessThanOrEqual(card.element().getBoundingClientRect().right);
});

it.each([320, 360])('the ways to sign in have whole words beside whole icons on a screen of %d px', async (width) => {
  await page.viewport(width, 740);
  openPage('/auth');
  const buttons = page.getByRole('region', { name: 'Connexion avec un autre compte' }).getByRole('button');
  await expect.element(buttons.first()).toBeVisible();
  const boxes = buttons.elements().map((button) => button.getBoundingClientRect());
  expect(boxes.map(({ height }) => height)).toEqual([44, 44, 44, 44]);
  const icons = buttons.elements().map((button) => button.querySelector('svg')?.getBoundingClientRect().width);
  expect(icons).toEqual([20, 20, 20, 20]);
});

describe('tabs', () => {
  it('are in one row on a narrow screen, without breaking a word', async () => {
    await page.viewport(320, 740);
    openPage('/profile', new FakeApi(AWA));
    await expect.element(tabs.first()).toBeVisible();
    const boxes = tabs.elements().map((tab) => tab.getBoundingClientRect());
    expect(new Set(boxes.map(({ top }) => top)).size).toBe(1);
    // Each has two words, on two lines at most.
    expect(boxes.map(({ height }) => height)).toEqual([44, 44, 44]);
  });

  it('are below each other where their words do not fit into one row', async () => {
    await page.viewport(320, 740);
    document.documentElement.style.fontSize = '200%';
    openPage('/profile', new FakeApi(AWA));
    await expect.element(tabs.first()).toBeVisible();
    const list = page.getByRole('tablist').element();
    expect(list.scrollWidth).toBe(list.clientWidth);
    expect(new Set(tabs.elements().map((tab) => tab.getBoundingClientRect().top)).size).toBe(3);
  });
});
