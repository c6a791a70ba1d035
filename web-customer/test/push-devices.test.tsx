import type { PushDevice } from '@fasocolis/contracts/push';
import { describe, expect, it } from 'vitest';
import { AWA, expectTexts, expectToast, FakeApi, main, openPage } from './customer-site.tsx';

const ANDROID = 'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36';
const LIST = 'GET /api/push/devices';
const OWN: PushDevice = { id: 5, userAgent: ANDROID, createdAt: '2026-03-02T23:30:00.000Z', isCurrent: true };
const OTHER: PushDevice = { id: 4, userAgent: null, createdAt: '2026-02-28T08:00:00.000Z', isCurrent: false };

const section = main.getByRole('region', { name: 'Notifications sur ce téléphone' });
const remove = section.getByRole('button', { name: 'Retirer' });
const PUSH_KEY = 'fasocolis:push';

function open(devices: PushDevice[]): FakeApi {
  const api = new FakeApi(AWA);
  api.respond(LIST, 200, devices);
  return openPage('/profile', api);
}

describe('the devices that are told about an account', () => {
  it('are listed in the profile with browser, day and a button [SEC-023]', async () => {
    open([OWN, OTHER]);
    await expectTexts(section.getByRole('listitem'), [
      'Chrome sur AndroidDepuis le 2 mars 2026Retirer',
      'Appareil inconnuDepuis le 28 février 2026Retirer',
    ]);
  });

  it('lose the account with one tap [SEC-023]', async () => {
    const api = open([OWN, OTHER]);
    api.respond('DELETE /api/push/devices/4', 200, { message: 'Téléphone retiré' });
    await expect.element(remove.nth(1)).toBeVisible();
    api.respond(LIST, 200, [OWN]);
    await remove.nth(1).click();
    await expectToast('Appareil retiré');
    await expect.poll(() => remove.elements()).toHaveLength(1);
    expect(api.sent('DELETE /api/push/devices/4')).toHaveLength(1);
  });

  it('no longer follow the account here either, when the removed one is this browser [SEC-023]', async () => {
    const state = {
      endpoint: 'https://push.example.com/1',
      references: ['FC-1'],
      accountId: AWA.id,
      savedAt: Date.now(),
    };
    localStorage.setItem(PUSH_KEY, JSON.stringify(state));
    const api = open([OWN]);
    api.respond('DELETE /api/push/devices/5', 200, { message: 'Téléphone retiré' });
    await remove.click();
    await expect
      .poll(() => JSON.parse(localStorage.getItem(PUSH_KEY) ?? ''))
      .toMatchObject({ references: ['FC-1'], accountId: null });
  });

  it('stay when that failed, with a message', async () => {
    const api = open([OWN]);
    api.respond('DELETE /api/push/devices/5', 500, '');
    await remove.click();
    await expectToast('Impossible de retirer cet appareil');
    await expect.element(remove).toBeEnabled();
  });

  it('are not mentioned without any, and can be loaded again after a failure', async () => {
    const api = open([]);
    await expect.element(section).toBeVisible();
    await expect.element(section.getByRole('list')).not.toBeInTheDocument();
    api.respond(LIST, 500, '');
    openPage('/profile', api);
    await expect.element(section.getByText("Les appareils avertis n'ont pas pu être chargés.")).toBeVisible();
    api.respond(LIST, 200, [OWN]);
    await section.getByRole('button', { name: 'Réessayer' }).click();
    await expect.element(remove).toBeVisible();
  });
});
