import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { resourceScreens } from '../src/resources/screens.ts';
import { type FakeApi, openScreen, pageLoads } from './back-office.tsx';
import { newOffice } from './office.ts';

/** What the fields of the forms need, by the end of their name. */
const VALUES: Record<string, string> = {
  reference: 'FC-9XYZ',
  code: 'CODE_9',
  label: 'Contrôle',
  displayOrder: '9',
  position: '9',
  price: '15 000 FCFA',
  email: 'issa@example.com',
};
const OTHER = 'Un texte';

const isRequired = (field: HTMLElement) =>
  /\*/.test(
    (field as HTMLInputElement).labels?.[0]?.textContent ?? field.closest('.MuiFormControl-root')?.textContent ?? '',
  );

/** Fills in the required fields of the open dialog that are empty. */
async function fillIn(dialog: HTMLElement): Promise<void> {
  const fields = dialog.querySelectorAll<HTMLInputElement>(
    'input[name]:not([type=checkbox], [aria-hidden]), textarea[name]',
  );
  for (const field of fields) {
    if (field.value !== '' || !isRequired(field)) continue;
    const text = VALUES[field.name] ?? (field.type === 'number' ? '1' : OTHER);
    await page.elementLocator(field).fill(text);
  }
  for (const choice of dialog.querySelectorAll<HTMLElement>('[role=combobox]')) {
    const { value } = choice.parentElement?.querySelector('input') ?? { value: '' };
    if (value !== '' || !isRequired(choice)) continue;
    await page.elementLocator(choice).click();
    await page.getByRole('option').first().click();
  }
}

/** The dialogs in the address of each list: whatever the code offers. */
const DIALOGS = Object.keys(resourceScreens).flatMap((resource) =>
  ['create', 'edit=7', 'edit=1'].map((dialog) => `/${resource}?${dialog}`),
);

afterEach(() => vi.restoreAllMocks());

describe('every dialog of a list, when its button is double-clicked,', () => {
  const written: string[] = [];

  it.each(DIALOGS)('sends one request: %s [OFF-001]', async (address) => {
    const api = newOffice();
    openScreen(address, api);
    await expect.poll(() => document.querySelector('h1')).not.toBeNull();
    await expect.element(page.getByRole('main').getByText('Chargement en cours')).not.toBeInTheDocument();
    await api.settled();
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByText('Chargement en cours')).not.toBeInTheDocument();
    // Some lists lack some of the dialogs.
    const submit = dialog.elements()[0]?.querySelector<HTMLButtonElement>('button[type=submit]');
    if (!submit) return;
    await fillIn(dialog.element() as HTMLElement);
    submit.click();
    submit.click();
    await expect.poll(() => api.writes.length).toBeGreaterThan(0);
    await expect.poll(() => submit.isConnected && submit.disabled).toBe(false);
    expect(api.writes).toHaveLength(1);
    written.push(address);
  });

  it('there are at least fourteen of them', () => {
    expect(written.length).toBeGreaterThanOrEqual(14);
  });
});

it('the end of the session is shown over a form, which is sent after signing in again [OFF-002]', async () => {
  const api = newOffice();
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  openScreen('/order-statuses?edit=7', api);
  const label = page.getByRole('dialog').getByLabelText('Libellé');
  await label.fill('En douane, contrôle');
  const refusal = { message: 'Non authentifié', code: 'unauthenticated' };
  api.respond('PATCH /api/order-statuses/7', 401, refusal);
  api.respond('GET /api/user', 401, refusal);
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Votre session a expiré' })).toBeVisible();
  await page.getByRole('button', { name: 'Se connecter' }).click();
  expect(opened).toHaveBeenCalledWith('/auth', expect.any(String), expect.any(String));
  expect(pageLoads).toEqual([]);
  api.reset('PATCH /api/order-statuses/7');
  api.reset('GET /api/user');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(api.sent('PATCH /api/order-statuses/7').slice(-1)).toMatchObject([{ label: 'En douane, contrôle' }]);
  expect(pageLoads).toEqual([]);
});

describe('saving without a network', () => {
  const goes = (name: 'online' | 'offline') => window.dispatchEvent(new Event(name));
  afterEach(() => goes('online'));

  async function saveOffline(): Promise<FakeApi> {
    const api = newOffice();
    openScreen('/order-statuses?edit=7', api);
    await page.getByRole('dialog').getByLabelText('Libellé').fill('En douane, contrôle');
    goes('offline');
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await expect.element(page.getByText("Hors ligne : l'enregistrement reprendra")).toBeVisible();
    expect(api.writes).toEqual([]);
    return api;
  }

  it('is announced, and done when the network is back [OFF-012]', async () => {
    const api = await saveOffline();
    goes('online');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(api.writes).toEqual(['PATCH /api/order-statuses/7']);
  });

  it('can be cancelled, and keeps what was typed [OFF-012]', async () => {
    const api = await saveOffline();
    await page.getByRole('button', { name: "Annuler l'envoi" }).click();
    await expect.element(page.getByText('Hors ligne')).not.toBeInTheDocument();
    goes('online');
    await expect.element(page.getByRole('dialog').getByLabelText('Libellé')).toHaveValue('En douane, contrôle');
    expect(api.writes).toEqual([]);
  });
});
