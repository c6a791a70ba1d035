import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { AWA, expectUrl, FakeApi, openPage } from './customer-site.tsx';
import { card, openOrder } from './tracked-parcel.ts';

const dialog = page.getByRole('dialog');

interface Watcher extends EventTarget {
  requestClose(): void;
}
const { CloseWatcher } = window as unknown as { CloseWatcher: new () => Watcher };
let watchers: Watcher[] = [];

beforeEach(() => {
  watchers = [];
  class ObservedWatcher extends CloseWatcher {
    constructor() {
      super();
      watchers.push(this);
    }
  }
  vi.stubGlobal('CloseWatcher', ObservedWatcher);
});

/** As the back button or gesture of Android does, while something watches for it. */
const goBack = () => watchers[watchers.length - 1]?.requestClose();

async function openSideMenu(): Promise<void> {
  await page.viewport(375, 740);
  openPage('/faq');
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect.element(dialog).toBeVisible();
}

describe('a request of the platform to close, as of the back button of Android', () => {
  it('closes the menu and leaves the page where it is', async () => {
    await openSideMenu();
    goBack();
    await expect.element(dialog).not.toBeInTheDocument();
    await expectUrl('/faq');
  });

  it('closes the sheet of a parcel', async () => {
    openOrder();
    await card.getByRole('button', { name: 'Être averti' }).click();
    await expect.element(dialog).toBeVisible();
    goBack();
    await expect.element(dialog).not.toBeInTheDocument();
    await expectUrl('/?tracking=DEMO0003');
  });

  it('closes the dialog that asks for the password', async () => {
    const api = new FakeApi({ ...AWA, emailVerified: true });
    const message = 'Confirmez votre mot de passe pour continuer.';
    api.respond('GET /api/user/sign-in-methods', 200, { hasPassword: true, providers: [] });
    api.respond('GET /api/user/two-factor', 200, { since: null, recoveryCodesLeft: 0 });
    api.respond('POST /api/user/two-factor/setup', 403, { message, code: 'reauthentication-required' });
    openPage('/profile?deux-etapes', api);
    const section = page.getByRole('region', { name: 'Validation en deux étapes' });
    await section.getByRole('button', { name: 'Activer' }).click();
    await expect.element(dialog.getByLabelText('Mot de passe actuel')).toBeVisible();
    goBack();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('does not close the recovery codes, which are shown once', async () => {
    const api = new FakeApi({ ...AWA, emailVerified: true });
    api.respond('GET /api/user/sign-in-methods', 200, { hasPassword: true, providers: [] });
    api.respond('GET /api/user/two-factor', 200, { since: '2026-11-20T10:00:00.000Z', recoveryCodesLeft: 3 });
    api.respond('POST /api/user/two-factor/recovery-codes', 200, { recoveryCodes: ['ABCD-EFGH-IJKL-MNOP'] });
    openPage('/profile?deux-etapes', api);
    await page.getByRole('button', { name: 'Nouveaux codes de secours' }).click();
    await expect.element(dialog.getByText('ABCD-EFGH-IJKL-MNOP')).toBeVisible();
    expect(watchers).toHaveLength(1);
    goBack();
    await expect.element(dialog.getByText('ABCD-EFGH-IJKL-MNOP')).toBeVisible();
  });

  it('has no entry in the history: back leads from the target of a link in the menu to the page before', async () => {
    await openSideMenu();
    await dialog.getByRole('link', { name: 'Contact' }).click();
    await expectUrl('/contact');
    await expect.element(dialog).not.toBeInTheDocument();
    history.back();
    await expectUrl('/faq');
  });
});
