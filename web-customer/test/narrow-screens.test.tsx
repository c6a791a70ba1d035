import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { AWA, FakeApi, main, openPage } from './customer-site.tsx';

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
