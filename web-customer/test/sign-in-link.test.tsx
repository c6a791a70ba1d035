import { keepReturnAddress } from '@fasocolis/web-kit/return-address';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { AWA, expectToast, expectUrl, FakeApi, main, openPage } from './customer-site.tsx';

it('the link that staff sends leads back to the page that demanded a sign-in [TEL-004]', async () => {
  history.replaceState(null, '', '/profile');
  keepReturnAddress();
  const api = new FakeApi();
  const purpose = { purpose: 'sign-in', firstName: 'Awa', namesNeeded: false };
  api.respond('POST /api/sign-in-links/purpose', 200, purpose);
  api.compute('POST /api/auth/link', () => {
    api.signIn(AWA);
    return AWA;
  });
  openPage('/connexion#jeton', api);
  await expect.element(main.getByRole('heading', { name: 'Se connecter comme Awa ?' })).toBeVisible();
  await page.getByRole('button', { name: 'Se connecter', exact: true }).click();
  await expectToast('Connexion réussie');
  await expectUrl('/profile');
  expect(api.sent('POST /api/auth/link')).toEqual([{ token: 'jeton' }]);
});
