import { fireEvent } from '@testing-library/dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectTexts, expectToast, FakeApi, openPage } from './customer-site.tsx';

const SEND = 'POST /api/contact-messages';
const MESSAGE = {
  Prénom: 'Awa',
  Nom: 'Traoré',
  Email: 'awa@example.com',
  'Téléphone (optionnel)': '+226 70 12 34 56',
  Sujet: 'Mon colis',
  Message: 'Bonjour, où est mon colis ?',
};
const BODY = {
  sentId: expect.any(String),
  firstName: 'Awa',
  lastName: 'Traoré',
  email: 'awa@example.com',
  phone: '+226 70 12 34 56',
  subject: 'Mon colis',
  message: 'Bonjour, où est mon colis ?',
};

const form = page.getByRole('region', { name: 'Écrivez-nous' });
const field = (label: string) => form.getByLabelText(label, { exact: true });
const button = page.getByRole('button', { name: 'Envoyer', exact: true });
const thanks = page.getByText('Merci pour votre message !');

async function write(message: Record<string, string> = MESSAGE): Promise<FakeApi> {
  const api = new FakeApi();
  const contact = { id: 3, slug: 'contact', title: 'Contact', content: '', lastUpdated: '2026-03-05T23:30:00.000Z' };
  api.respond('GET /api/static-pages/contact', 200, contact);
  api.respond(SEND, 201, { id: 7, message: 'ok' });
  openPage('/contact', api);
  for (const [label, text] of Object.entries(message)) await field(label).fill(text);
  // The form delays a message that is sent faster than a person can type.
  const now = performance.now();
  vi.spyOn(performance, 'now').mockReturnValue(now + 3000);
  return api;
}
async function expectKept() {
  for (const [label, text] of Object.entries(MESSAGE)) await expect.element(field(label)).toHaveValue(text);
}

afterEach(() => void vi.restoreAllMocks());

describe('the contact form', () => {
  it('has six fields, of which the phone number is optional [PAGE-013, PAGE-014]', async () => {
    await write({});
    for (const label of Object.keys(MESSAGE)) await expect.element(field(label)).toBeVisible();
    expect(form.getByRole('textbox').elements()).toHaveLength(6);
    await expect.element(field('Téléphone (optionnel)')).toHaveAttribute('placeholder', '+226 XX XX XX XX');
    await expect.element(button).toBeEnabled();
  });

  it('sends the message of a visitor as it is, with the button disabled meanwhile [PAGE-015, PAGE-016, PAGE-020, ROLE-003]', async () => {
    const api = await write();
    const release = api.hold(SEND);
    await button.click();
    await expect.element(page.getByRole('button', { name: 'Envoi en cours...' })).toBeDisabled();
    await expect.poll(() => api.sent(SEND)).toEqual([BODY]);
    release();
    await expect.element(thanks).toBeVisible();
  });

  it('leads to a phone number that is refused', async () => {
    const api = await write();
    const message = 'Ce numéro semble incomplet.';
    api.respond(SEND, 400, { message, code: 'validation', errors: { phone: message } });
    await button.click();
    await expect.element(field('Téléphone (optionnel)')).toHaveFocus();
    await expect.element(field('Téléphone (optionnel)')).toHaveAccessibleDescription(message);
  });

  it('shows a toast and thanks after sending [PAGE-016, PAGE-017, ERR-048]', async () => {
    await write();
    await button.click();
    await expectToast(
      'Message envoyé',
      'Votre message a été envoyé avec succès. Nous vous répondrons dès que possible.',
    );
    await expect.element(thanks).toBeVisible();
    await expect.element(button).not.toBeInTheDocument();
  });

  it('offers another, empty form after sending [PAGE-018]', async () => {
    await write();
    await button.click();
    await page.getByRole('button', { name: 'Envoyer un autre message' }).click();
    for (const label of Object.keys(MESSAGE)) await expect.element(field(label)).toHaveValue('');
  });

  it('sends null as the phone number when none is entered [VAL-031]', async () => {
    const api = await write({ ...MESSAGE, 'Téléphone (optionnel)': ' ' });
    await button.click();
    await expect.element(thanks).toBeVisible();
    expect(api.sent(SEND)).toEqual([{ ...BODY, phone: null }]);
  });

  it('sends a message again with its id, and another text with another one', async () => {
    const api = await write();
    api.respond(SEND, 503, { message: 'Service temporairement indisponible', code: 'unavailable' });
    await button.click();
    await expectKept();
    await button.click();
    await expect.poll(() => api.sent(SEND)).toHaveLength(2);
    await field('Message').fill('Bonjour, mon colis est abîmé.');
    api.respond(SEND, 201, { id: 7, message: 'ok' });
    await button.click();
    await expect.element(thanks).toBeVisible();
    const [first, second, third] = (api.sent(SEND) as { sentId: string }[]).map(({ sentId }) => sentId);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('has a field that only robots fill in, which a person can send again without [D-93]', async () => {
    const api = await write();
    const trap = document.querySelector<HTMLInputElement>('input[name="website"]');
    expect(trap).toHaveAttribute('autocomplete', 'off');
    expect(trap).toHaveAttribute('tabindex', '-1');
    expect(form.getByRole('textbox').elements()).toHaveLength(6);
    fireEvent.input(trap as Element, { target: { value: 'https://spam.example' } });
    api.respond(SEND, 400, { message: 'Message refusé', code: 'bad-request' });
    await button.click();
    await expectToast('Erreur', 'Message refusé');
    expect(api.sent(SEND)).toEqual([{ ...BODY, website: 'https://spam.example' }]);
    await expectKept();
    api.respond(SEND, 201, { id: 7, message: 'ok' });
    await button.click();
    await expect.element(thanks).toBeVisible();
    expect(api.sent(SEND)).toEqual([expect.anything(), BODY]);
  });

  it('refuses texts that are too short, with the focus on the first one [VAL-028, VAL-029, VAL-030, VAL-032, VAL-033]', async () => {
    const api = await write({ Prénom: 'A', Nom: ' T ', Email: 'awa@', Sujet: '1234', Message: '123456789' });
    const faults = {
      Prénom: 'Le prénom doit comporter au moins 2 caractères.',
      Nom: 'Le nom doit comporter au moins 2 caractères.',
      Email: 'Veuillez saisir une adresse email valide.',
      Sujet: 'Le sujet doit comporter au moins 5 caractères.',
      Message: 'Le message doit comporter au moins 10 caractères.',
    };
    await button.click();
    await expectTexts(form.getByRole('alert'), Object.values(faults));
    for (const [label, fault] of Object.entries(faults)) {
      await expect.element(field(label)).toHaveAccessibleDescription(fault);
    }
    await expect.element(field('Prénom')).toHaveFocus();
    expect(api.sent(SEND)).toEqual([]);
    const right = { Prénom: 'Al', Nom: 'To', Email: 'awa@example.com', Sujet: '12345', Message: '1234567890' };
    for (const [label, text] of Object.entries(right)) await field(label).fill(text);
    await expect.element(form.getByRole('alert')).not.toBeInTheDocument();
  });
});

describe('a message that could not be sent', () => {
  const GENERIC = "Une erreur est survenue lors de l'envoi de votre message. Veuillez réessayer.";
  const BUSY = 'Le service est momentanément indisponible.';
  const TOO_MANY = 'Trop de messages. Réessayez dans 20 minutes.';

  it.each([
    ['the reason of the server', (api: FakeApi) => api.respond(SEND, 503, { message: BUSY }), BUSY, 'Envoyez-le'],
    ['a general text without a reason', (api: FakeApi) => api.respond(SEND, 500, {}), GENERIC, 'Envoyez-le à nouveau'],
    ['a limit of the server', (api: FakeApi) => api.respond(SEND, 429, { message: TOO_MANY }), TOO_MANY, 'Patientez'],
    [
      'the failure of the network',
      (api: FakeApi) => api.disconnect(SEND),
      GENERIC,
      'Vérifiez votre connexion à Internet',
    ],
  ])('is kept, with %s and advice, and can be sent again [PAGE-019, ERR-047]', async (_, fail, said, advice) => {
    const api = await write();
    fail(api);
    await button.click();
    await expectToast('Erreur', said);
    await expect.element(form.getByText(advice)).toBeVisible();
    await expectKept();
    api.respond(SEND, 201, { id: 7, message: 'ok' });
    await button.click();
    await expect.element(thanks).toBeVisible();
  });
});
