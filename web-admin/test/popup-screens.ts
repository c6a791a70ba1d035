import { POPUP_DEFAULTS, type Popup } from '@fasocolis/contracts/popups';
import { page } from 'vitest/browser';
import { FakeApi, openScreen } from './back-office.tsx';

export const CREATION = 'POST /api/popup-notifications';

export const OPENING: Popup = {
  ...POPUP_DEFAULTS,
  id: 7,
  title: 'Ouverture',
  content: 'Nous ouvrons lundi.',
  imageUrl: null,
  buttonLink: null,
  startDate: null,
  endDate: null,
};

export const dialog = page.getByRole('dialog');
export const form = dialog.filter({ has: page.getByRole('tablist') });
export const field = (name: string) => form.getByRole('textbox', { name, exact: true });
export const tab = (name: string) => form.getByRole('tab', { name });
export const create = form.getByRole('button', { name: 'Créer' });
export const modal = page.getByTestId('popup-modal');
export const cardOf = (title: string) =>
  page.getByTestId('popup-card').filter({ has: page.getByRole('heading', { name: title }) });
export const createButton = page.getByRole('button', { name: 'Créer une notification popup' });

export function openPopups(...popups: Popup[]): FakeApi {
  const api = new FakeApi({ 'popup-notifications': popups });
  openScreen('/popup-notifications', api);
  return api;
}

export async function openCreate(): Promise<FakeApi> {
  const api = openPopups();
  await createButton.click();
  return api;
}
export async function openFilledIn(): Promise<FakeApi> {
  const api = await openCreate();
  await field('Titre').fill('Bonjour');
  await field('Contenu').fill('à tous');
  return api;
}
