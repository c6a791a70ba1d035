import type { Product } from '@fasocolis/contracts/catalog';
import { page } from 'vitest/browser';
import { FakeApi, openScreen } from './back-office.tsx';

export const WATCH: Product = {
  id: 7,
  name: 'Montre connectée',
  description: 'Une montre pour chaque jour.',
  price: '15 000 FCFA',
  imageUrl: 'https://example.com/montre.jpg',
  imageUrls: [],
  hasFreeshipping: false,
  features: ['Bluetooth 5.3', 'Écran tactile'],
  specifications: { Poids: '45 g', Heures: '08:00' },
};
export const CREATION = 'POST /api/products';

export const dialog = page.getByRole('dialog');
export const field = (name: string) => dialog.getByRole('textbox', { name, exact: true });
export const mainImage = dialog.getByRole('group', { name: 'Image principale' });
export const extraImages = dialog.getByRole('group', { name: 'Images supplémentaires' });
export const add = dialog.getByRole('button', { name: 'Ajouter', exact: true });

export async function openCreate(): Promise<FakeApi> {
  const api = new FakeApi();
  openScreen('/products', api);
  await page.getByRole('button', { name: 'Ajouter un Produit' }).click();
  return api;
}

export async function fillIn(): Promise<void> {
  await field('Nom').fill('Lampe');
  await field('Description').fill('Se recharge au soleil.');
  await field('Prix').fill('99,99€');
}
export async function openFilledIn(): Promise<FakeApi> {
  const api = await openCreate();
  await fillIn();
  return api;
}
