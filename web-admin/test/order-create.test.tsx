import type { CreateOrder } from '@fasocolis/contracts/order-input';
import type { StaffOrder } from '@fasocolis/contracts/orders';
import type { User } from '@fasocolis/contracts/user';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clearToast, expectToast, FakeApi, openScreen } from './back-office.tsx';
import { order } from './orders.ts';
import { AWA } from './people.ts';

const CREATE = 'POST /api/orders';
const GUESSABLE = 'COLIS-2026-0001';

const dialog = page.getByRole('dialog', { name: 'Nouvelle commande' });
const reference = dialog.getByLabelText('Référence');
const create = dialog.getByRole('button', { name: 'Créer' });
const generate = dialog.getByRole('button', { name: 'Générer une référence' });
const cardOf = (name: string) => page.getByTestId('order-card').filter({ hasText: name });

const person = dialog.getByRole('combobox', { name: 'Client ou destinataire' });

async function choosePerson(typed: string, words: RegExp): Promise<void> {
  await person.fill(typed);
  await page.getByRole('option', { name: words }).click();
}

const expectOptions = async (texts: string[]) =>
  await expect
    .poll(() =>
      page
        .getByRole('option')
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(texts);

async function openForm(): Promise<FakeApi> {
  const api = new FakeApi({ orders: [order] });
  api.compute(CREATE, ({ body }) => {
    const created = { ...order, estimatedDelivery: null, userId: null, ...(body as CreateOrder), id: 8 } as StaffOrder;
    api.set('orders', [created, order]);
    return Response.json(created, { status: 201 });
  });
  openScreen('/orders', api);
  await page.getByRole('button', { name: 'Nouvelle commande' }).click();
  return api;
}

describe('the create dialog', () => {
  it('creates a confirmed order from reference, day and user, shows a toast and refreshes the list [ADM-ORD-008, ADM-ORD-009, ADM-ORD-011, ADM-NAV-033, ERR-051]', async () => {
    const api = await openForm();
    await reference.fill('FC-8DEF');
    await dialog.getByLabelText('Livraison estimée').fill('2030-05-17');
    const withoutPhone: User = { ...AWA, id: 2, phone: null };
    api.set('users', [withoutPhone]);
    await choosePerson('Awa Ouédraogo', /^Awa Ouédraogo · awa@example.com · compte$/);
    await create.click();
    await expectToast('Succès', 'Commande créée avec succès');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(cardOf('FC-8DEF').getByText('17/05/2030')).toBeVisible();
    expect(api.sent(CREATE)).toEqual([
      {
        ...{ reference: 'FC-8DEF', status: 'ORDER_CONFIRMED', estimatedDelivery: '2030-05-17', userId: 2 },
        recipientName: 'Awa Ouédraogo',
      },
    ]);
  });

  it('shows the chosen client as “non vérifié” while the address is unverified [SEC-020]', async () => {
    const api = await openForm();
    api.set('users', [AWA, { ...AWA, id: 13, firstName: 'Fatou', emailVerified: true }]);
    const customer = dialog.getByRole('status');
    await choosePerson('Awa', /^Awa .*compte$/);
    await expect.element(customer.getByText('Client : Awa Ouédraogo (non vérifié)', { exact: true })).toBeVisible();
    await choosePerson('Fatou', /^Fatou .*compte$/);
    await expect.element(customer.getByText('Client : Fatou Ouédraogo', { exact: true })).toBeVisible();
  });

  it('suggests accounts and former recipients in one field, and fills in the number of the chosen one [TEL-009]', async () => {
    const api = await openForm();
    const issa = { ...order, id: 9, recipientName: 'Issa Sanou', recipientPhone: '+22670998877' };
    api.set('orders', [order, issa, { ...issa, id: 10 }]);
    api.set('users', [AWA]);
    await expect.element(dialog.getByRole('spinbutton', { name: /ID/ })).not.toBeInTheDocument();
    await person.fill('70 99');
    // The account has the number of the other recipient.
    await expectOptions([
      'Awa Ouédraogo · +226 70 12 34 56 · awa@example.com · compte',
      'Issa Sanou · +226 70 99 88 77 · destinataire',
    ]);
    expect([api.lastFilter('users'), api.lastFilter('orders')]).toEqual([{ q: '70 99' }, { q: '70 99' }]);
    await page.getByRole('option', { name: /^Issa/ }).click();
    await generate.click();
    await create.click();
    await expectToast('Succès', 'Commande créée avec succès');
    expect(api.sent(CREATE)).toMatchObject([{ recipientName: 'Issa Sanou', recipientPhone: '+22670998877' }]);
    expect(api.sent(CREATE)[0]).not.toHaveProperty('userId');
    expect(api.sent(CREATE)[0]).not.toHaveProperty('person');
  });

  it('keeps a recipient that was typed when an account is chosen, and lets the client be removed [TEL-009]', async () => {
    const api = await openForm();
    api.set('users', [AWA]);
    await dialog.getByLabelText('Destinataire', { exact: true }).fill('Ali Traoré');
    await choosePerson('awa@example.com', /^Awa .*compte$/);
    await expect.element(dialog.getByLabelText('Destinataire', { exact: true })).toHaveValue('Ali Traoré');
    const client = dialog.getByRole('button', { name: 'Client : Awa Ouédraogo (non vérifié)' });
    await client.click();
    await userEvent.keyboard('{Delete}');
    await expect.element(client).not.toBeInTheDocument();
    await generate.click();
    await create.click();
    await expectToast('Succès', 'Commande créée avec succès');
    expect(api.sent(CREATE)[0]).not.toHaveProperty('userId');
  });

  it('requires neither day nor user and can generate a reference [VAL-035, VAL-036]', async () => {
    const api = await openForm();
    await generate.click();
    const generated = (reference.element() as HTMLInputElement).value;
    expect(generated).toMatch(/^FC-[2-9A-HJ-NP-Z]{8}$/);
    await create.click();
    await expect.element(cardOf(generated).getByText('N/A')).toBeVisible();
    expect(api.sent(CREATE)).toEqual([{ reference: generated, status: 'ORDER_CONFIRMED' }]);
  });

  it('requires four characters, and validates while typing after the first attempt [VAL-034]', async () => {
    const api = await openForm();
    const complaint = dialog.getByText('Le code de référence doit contenir au moins 4 caractères');
    await reference.fill('ABC');
    await expect.element(complaint).not.toBeInTheDocument();
    await create.click();
    await expect.element(complaint).toBeVisible();
    await reference.fill('ABCD');
    await expect.element(complaint).not.toBeInTheDocument();
    expect(api.writes).toEqual([]);
  });

  it('warns about a reference that is easy to guess, and accepts it', async () => {
    const api = await openForm();
    const advice = dialog.getByText(/^Cette référence est facile à deviner\s: .* «\sGénérer une référence\s»\.$/);
    await reference.fill('ABC');
    await expect.element(advice).not.toBeInTheDocument();
    await reference.fill(GUESSABLE);
    await expect.element(advice).toBeVisible();
    await generate.click();
    await expect.element(advice).not.toBeInTheDocument();
    await reference.fill(GUESSABLE);
    await create.click();
    await expect.element(cardOf(GUESSABLE)).toBeVisible();
    expect(api.sent(CREATE)).toHaveLength(1);
  });

  it('stays open as typed when the reference is taken or the server fails [ADM-ORD-012, ERR-049]', async () => {
    const api = await openForm();
    const message = 'Une commande avec ce numéro de référence existe déjà';
    api.respond(CREATE, 409, { message, code: 'conflict', errors: { reference: message } });
    await reference.fill('FC-7ABC');
    await create.click();
    await expectToast('Erreur', 'Échec de la création de la commande');
    await expect.element(page.getByTestId('toast')).toHaveAttribute('data-variant', 'destructive');
    await expect.element(dialog.getByText(message)).toBeVisible();
    await expect.element(reference).toHaveValue('FC-7ABC');
    clearToast();
    api.respond(CREATE, 500);
    await create.click();
    await expectToast('Erreur', 'Échec de la création de la commande');
    await expect.element(reference).toHaveValue('FC-7ABC');
  });

  it('shows beside the field when there is no such user', async () => {
    const api = await openForm();
    const message = 'Utilisateur non trouvé';
    api.respond(CREATE, 400, { message, code: 'validation', errors: { userId: message } });
    api.set('users', [AWA]);
    await generate.click();
    await choosePerson('Awa', /^Awa .*compte$/);
    await create.click();
    await expect.element(dialog.getByRole('status').getByText(message)).toBeVisible();
  });

  it('cannot be sent again or closed while a request is in progress', async () => {
    const api = await openForm();
    const release = api.hold(CREATE);
    await generate.click();
    await create.click();
    await expect.element(create).toBeDisabled();
    await expect.element(dialog.getByRole('button', { name: 'Annuler' })).toBeDisabled();
    release();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(api.sent(CREATE)).toHaveLength(1);
  });
});
