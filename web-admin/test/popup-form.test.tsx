import type { Popup } from '@fasocolis/contracts/popups';
import { fireEvent } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clearToast, expectToast, type FakeApi } from './back-office.tsx';
import {
  CREATION,
  cardOf,
  create,
  createButton,
  dialog,
  field,
  form,
  OPENING,
  openCreate,
  openFilledIn,
  openPopups,
  tab,
} from './popup-screens.ts';

const UPDATE = 'PATCH /api/popup-notifications/7';
const TABS = ['Contenu', 'Apparence', 'Paramètres', 'Prévisualisation'];

const number = (name: string) => form.getByRole('spinbutton', { name });
const combobox = (name: string) => form.getByRole('combobox', { name });
const save = form.getByRole('button', { name: 'Enregistrer' });
const tabTexts = () =>
  form
    .getByRole('tab')
    .elements()
    .map(({ textContent }) => textContent);

async function openEdit(fields: Partial<Popup> = {}): Promise<FakeApi> {
  const api = openPopups({ ...OPENING, ...fields });
  await cardOf('Ouverture').getByRole('button', { name: 'Modifier' }).click();
  return api;
}

/** Fills in fields of the open tab by events, because real keys and clicks take long. */
async function fillQuickly(fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) {
    fireEvent.change(await form.getByLabelText(label, { exact: true }).findElement(), { target: { value } });
  }
}
async function choose(name: string, option: string): Promise<void> {
  fireEvent.mouseDown(await combobox(name).findElement());
  fireEvent.click(await page.getByRole('option', { name: option, exact: true }).findElement());
  await expect.element(page.getByRole('option')).not.toBeInTheDocument();
}
async function expectOptions(name: string, values: string[]): Promise<void> {
  await combobox(name).click();
  const options = page.getByRole('option');
  await expect.poll(() => options.elements().map((option) => option.getAttribute('data-value'))).toEqual(values);
  await userEvent.keyboard('{Escape}');
  await expect.element(options).not.toBeInTheDocument();
}

describe('creating a popup', () => {
  it('has four tabs [ADM-POP-011]', async () => {
    await openCreate();
    await expect.element(dialog).toHaveAccessibleName('Nouvelle notification popup');
    expect(tabTexts()).toEqual(TABS);
  });

  it('starts from the defaults [ADM-POP-033, CONST-045, CONST-046, CONST-047, CONST-048, CONST-049, CONST-050, CONST-051, CONST-052, CONST-053, CONST-054, CONST-055, CONST-056, CONST-057, CONST-058, CONST-059]', async () => {
    const api = await openFilledIn();
    await create.click();
    await expect
      .poll(() => api.sent(CREATION))
      .toEqual([
        {
          backgroundColor: '#ffffff',
          textColor: '#000000',
          buttonColor: '#3b82f6',
          buttonTextColor: '#ffffff',
          titleFontSize: '24px',
          contentFontSize: '16px',
          fontFamily: 'Inter, sans-serif',
          fontWeight: 'normal',
          borderRadius: '8px',
          width: 500,
          height: 300,
          imagePosition: 'top',
          buttonText: 'OK',
          showOnce: true,
          isActive: true,
          title: 'Bonjour',
          content: 'à tous',
          imageUrl: null,
          buttonLink: null,
          startDate: null,
          endDate: null,
        },
      ]);
  });

  it('is closed at first, stays open during the request and closes on success [ADM-POP-032]', async () => {
    const api = openPopups();
    await expect.element(createButton).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
    await createButton.click();
    await field('Titre').fill('Bonjour');
    await field('Contenu').fill('à tous');
    const release = api.hold(CREATION);
    await create.click();
    await expect.element(create).toBeDisabled();
    await expect.element(form.getByRole('button', { name: 'Annuler' })).toBeDisabled();
    release();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('shows a toast and refreshes the list [ADM-POP-018, ERR-067]', async () => {
    const api = await openFilledIn();
    await create.click();
    await expectToast('Succès!', 'Notification popup créée avec succès.');
    await expect.element(cardOf('Bonjour').getByText('Actif', { exact: true })).toBeVisible();
    expect(api.lists('popup-notifications').length).toBeGreaterThan(1);
  });

  it('sends every field as filled in [ADM-POP-024]', async () => {
    const api = await openCreate();
    await expect.element(field('Titre')).toBeVisible();
    await fillQuickly({
      'Titre *': 'Bonjour',
      'Contenu *': 'Première ligne\nDeuxième ligne',
      "Adresse de l'image": 'https://example.com/image.png',
      'Texte du bouton': 'Voir',
      'Lien du bouton': '/contact',
    });
    fireEvent.click(await tab('Apparence').findElement());
    await fillQuickly({
      'Couleur de fond': '#111111',
      'Palette : Couleur du texte': '#eeeeee',
      'Couleur du bouton': '#222222',
      'Couleur du texte du bouton': '#dddddd',
      'Largeur (px)': '640',
      'Hauteur minimale (px)': '420',
    });
    await expect.element(field('Couleur du texte')).toHaveValue('#eeeeee');
    await choose('Taille du titre', '28 px');
    await choose('Taille du contenu', '18 px');
    await choose('Police', 'Georgia');
    await choose('Graisse', 'Grasse');
    await choose('Arrondi des coins', '16 px');
    await choose("Position de l'image", 'À gauche');
    fireEvent.click(await tab('Paramètres').findElement());
    fireEvent.click(await form.getByRole('switch', { name: 'Actif' }).findElement());
    fireEvent.click(await form.getByRole('switch', { name: 'Affichage unique' }).findElement());
    await fillQuickly({ 'Date de début': '2099-01-05', 'Date de fin': '2099-02-28' });
    await create.click();
    await expect
      .poll(() => api.sent(CREATION))
      .toEqual([
        {
          title: 'Bonjour',
          content: 'Première ligne\nDeuxième ligne',
          imageUrl: 'https://example.com/image.png',
          backgroundColor: '#111111',
          textColor: '#eeeeee',
          buttonColor: '#222222',
          buttonTextColor: '#dddddd',
          titleFontSize: '28px',
          contentFontSize: '18px',
          fontFamily: 'Georgia, serif',
          fontWeight: 'bold',
          borderRadius: '16px',
          width: 640,
          height: 420,
          imagePosition: 'left',
          buttonText: 'Voir',
          buttonLink: '/contact',
          showOnce: false,
          isActive: false,
          startDate: '2099-01-05',
          endDate: '2099-02-28',
        },
      ]);
  });

  it('moves to the first missing field, on whichever tab it is [VAL-055, VAL-056]', async () => {
    const api = await openCreate();
    await tab('Paramètres').click();
    await create.click();
    const faults = [form.getByText('Le titre est requis'), form.getByText('Le contenu est requis')];
    for (const fault of faults) await expect.element(fault).toBeVisible();
    await expect.element(tab('Contenu à corriger')).toHaveAttribute('aria-selected', 'true');
    await expect.element(field('Titre')).toHaveFocus();
    await field('Titre').fill('Bonjour');
    await field('Contenu').fill('à tous');
    for (const fault of faults) await expect.element(fault).not.toBeInTheDocument();
    expect(api.writes).toEqual([]);
  });

  it('moves to dates in the wrong order', async () => {
    await openFilledIn();
    await tab('Paramètres').click();
    await form.getByLabelText('Date de début').fill('2099-02-01');
    await form.getByLabelText('Date de fin').fill('2099-01-31');
    await tab('Apparence').click();
    await create.click();
    await expect.element(form.getByText('La date de fin doit être postérieure à la date de début')).toBeVisible();
    await expect.element(tab('Paramètres à corriger')).toHaveAttribute('aria-selected', 'true');
  });

  it('shows the reason of a failure, and stays open as typed [ADM-POP-021, ERR-070]', async () => {
    const api = await openFilledIn();
    for (const [body, reason] of [
      [{ message: 'Erreur interne du serveur', code: 'internal' }, 'Erreur interne du serveur'],
      ['', 'erreur inconnue'],
    ] as const) {
      clearToast();
      api.respond(CREATION, 500, body);
      await create.click();
      await expectToast('Erreur', `Échec de la création de la notification popup: ${reason}.`);
      await expect.element(page.getByTestId('toast')).toHaveAttribute('data-variant', 'destructive');
      await expect.element(field('Titre')).toHaveValue('Bonjour');
    }
  });
});

describe('the appearance of a popup', () => {
  it('has a width from 200 to 1000 in steps of 10 [ADM-POP-025, VAL-061, CONST-044]', async () => {
    await openCreate();
    await tab('Apparence').click();
    for (const [name, value] of [
      ['min', '200'],
      ['max', '1000'],
      ['step', '10'],
    ] as const) {
      await expect.element(number('Largeur (px)')).toHaveAttribute(name, value);
    }
  });

  it('offers sizes, radii and positions [ADM-POP-026, ADM-POP-027, ADM-POP-028, ADM-POP-029, CONST-060, CONST-061, CONST-062]', async () => {
    await openCreate();
    await tab('Apparence').click();
    await expectOptions('Taille du titre', ['16px', '20px', '24px', '28px']);
    await expectOptions('Taille du contenu', ['12px', '14px', '16px', '18px']);
    await expectOptions('Arrondi des coins', ['0px', '4px', '8px', '12px', '16px']);
    await expect.element(combobox("Position de l'image")).toHaveTextContent('En haut');
    await expectOptions("Position de l'image", ['top', 'bottom', 'left', 'right']);
  });
});

describe('editing a popup', () => {
  it('has the same tabs with the stored values [ADM-POP-012]', async () => {
    await openEdit({
      imageUrl: 'https://example.com/image.png',
      width: 1200,
      titleFontSize: '22px',
      isActive: false,
      startDate: '2099-01-05',
    });
    await expect.element(field('Titre')).toHaveValue('Ouverture');
    expect(tabTexts()).toEqual(TABS);
    await expect.element(field('Contenu')).toHaveValue('Nous ouvrons lundi.');
    await expect.element(field("Adresse de l'image")).toHaveValue('https://example.com/image.png');
    await tab('Apparence').click();
    await expect.element(number('Largeur (px)')).toHaveValue(1200);
    await expect.element(combobox('Taille du titre')).toHaveTextContent('22px');
    await tab('Paramètres').click();
    await expect.element(form.getByRole('switch', { name: 'Actif' })).not.toBeChecked();
    await expect.element(form.getByLabelText('Date de début')).toHaveValue('2099-01-05');
  });

  it('sends all fields, shows a toast and refreshes the list [ADM-POP-019, ERR-068]', async () => {
    const api = await openEdit({ imageUrl: 'https://example.com/image.png', showOnce: false });
    await field('Titre').fill('Réouverture');
    await save.click();
    await expectToast('Succès!', 'Notification popup mise à jour avec succès.');
    const { id: _, ...fields } = OPENING;
    expect(api.sent(UPDATE)).toEqual([
      { ...fields, title: 'Réouverture', imageUrl: 'https://example.com/image.png', showOnce: false },
    ]);
    await expect.poll(() => api.lists('popup-notifications').length).toBeGreaterThan(1);
    await expect.element(cardOf('Réouverture')).toBeVisible();
  });

  it('shows the reason of a failure, and stays open as typed [ADM-POP-022, ERR-071]', async () => {
    const api = await openEdit();
    await field('Contenu').fill('Autre chose');
    api.respond(UPDATE, 500, { message: 'Erreur interne du serveur', code: 'internal' });
    await save.click();
    await expectToast('Erreur', 'Échec de la mise à jour de la notification popup: Erreur interne du serveur.');
    await expect.element(field('Contenu')).toHaveValue('Autre chose');
  });
});
