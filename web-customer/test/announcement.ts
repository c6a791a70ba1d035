import { AWA, FakeApi, main, openPage } from './customer-site.tsx';

export const form = main.getByRole('form', { name: 'Annoncer un colis' });
export const numbers = form.getByRole('textbox', { name: 'Numéros, un par ligne (20 au plus)' });
export const contents = form.getByRole('textbox', { name: 'Contenu' });

/** Opens the announcement of parcels, and fills it in. */
export async function announce(): Promise<FakeApi> {
  const api = openPage('/annoncer', new FakeApi(AWA));
  await numbers.fill('YT7512345678901\nSF1369874521035');
  await contents.fill('Téléphones');
  await form.getByRole('radio', { name: 'Batterie' }).click();
  await form.getByRole('radio', { name: 'Bateau' }).click();
  return api;
}
