import type { PersonToTell } from '@fasocolis/contracts/to-tell';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { expectNarrow, expectToast, FakeApi, openScreen, sidebarEntry } from './back-office.tsx';
import { person, TELL_TEXT, TOLD } from './people.ts';

const card = page.getByTestId('person-to-tell');
const whatsapp = card.getByRole('link', { name: 'WhatsApp' });
const message = card.getByLabelText('Message');
const next = page.getByRole('region', { name: 'Ensuite' });
const undo = page.getByRole('button', { name: 'Annuler', exact: true });

/** The API with these people, which keeps who was told. */
function apiWith(...people: PersonToTell[]): FakeApi {
  const api = new FakeApi({ staff: [{ id: 7, firstName: 'Fatou', lastName: 'Sawadogo' } as { id: number }] });
  api.compute('GET /api/to-tell', ({ query }) => {
    const { told, q = '' } = JSON.parse(query.get('filter') ?? '{}') as { told: boolean; q?: string };
    const rows = people.filter((each) => (each.told !== null) === told && (each.name ?? '').includes(q));
    return Response.json(rows, { headers: { 'content-range': `to-tell 0-${rows.length}/${rows.length}` } });
  });
  api.respond('GET /api/app-settings/tell_text', 200, TELL_TEXT);
  for (const each of people) {
    for (const [verb, told] of [
      ['tell', TOLD],
      ['undo', null],
    ] as const) {
      api.compute(`POST /api/to-tell/${each.id}/${verb}`, () => Object.assign(each, { told }));
    }
  }
  return api;
}

/** WhatsApp itself stays closed. */
const stay = (event: Event) => event.preventDefault();
beforeEach(() => document.addEventListener('click', stay, { capture: true }));
afterEach(() => document.removeEventListener('click', stay, { capture: true }));

it('a person who forgot the password is an entry until a link is made [TEL-005]', async () => {
  const api = apiWith(person(1, 'Awa Ouédraogo'));
  const request = { id: 12, name: 'Ali Traoré', phone: '+22670998877', requestedAt: '2026-11-26T10:00:00.000Z' };
  api.set('sign-in-link-requests', [request]);
  api.compute('POST /api/sign-in-links', () => {
    api.set('sign-in-link-requests', []);
    const link = { url: 'https://colis.example/connexion#jeton', text: 'Voici votre lien.' };
    return { ...link, phone: request.phone, expiresAt: '2026-11-27T10:00:00.000Z' };
  });
  openScreen('/to-tell', api);
  const entry = page.getByRole('list', { name: 'Demandes de lien' }).getByRole('listitem');
  await expect.element(entry).toMatchTextContent(/^Demande de lien : Ali Traoré\+226 70 99 88 77/);
  await expect.element(page.getByTestId('admin-sidebar').getByText('2 personne(s)')).toBeVisible();
  await entry.getByRole('button', { name: 'Envoyer un lien de connexion' }).click();
  const dialog = page.getByRole('dialog', { name: 'Lien de connexion' });
  await expect.element(dialog.getByText('Voici votre lien.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Fermer' }).click();
  await expect.element(entry).not.toBeInTheDocument();
  expect(api.sent('POST /api/sign-in-links')).toEqual([{ phone: request.phone, name: request.name }]);
});

describe('the people to tell', () => {
  it('are shown one at a time with parcels, the text and a link that opens WhatsApp [WA-001]', async () => {
    openScreen('/to-tell', apiWith(person(1, 'Awa Ouédraogo'), person(2, 'Ali Traoré')));
    await expect.element(card.getByRole('heading', { name: 'Awa Ouédraogo' })).toBeVisible();
    await expect.element(card.getByText('+226 70 12 34 51')).toBeVisible();
    await expect.element(card.getByRole('link', { name: 'FC-1' })).toHaveAttribute('href', '/admin/orders/1');
    const text = `Bonjour Awa, des nouvelles de votre colis FC-1\u00a0: Arrivé au port, Lomé (24 novembre 2026). Pour suivre\u00a0: ${location.origin}/c/FC-1`;
    await expect.element(message).toHaveTextContent(text.replaceAll('\u00a0', ' '));
    await expect
      .element(whatsapp)
      .toHaveAttribute('href', `https://wa.me/22670123451?text=${encodeURIComponent(text)}`);
    await expect.element(whatsapp).toHaveAttribute('target', '_blank');
    await expect.element(next.getByRole('button', { name: 'Ali Traoré' })).toBeVisible();
    await expect.element(page.getByRole('tab', { name: 'À prévenir (2)' })).toBeVisible();
    await expect.element(page.getByTestId('admin-sidebar').getByText('2 personne(s)')).toBeVisible();
  });

  it('have several orders in one text, in the words of the settings [WA-001]', async () => {
    const orders = [1, 2, 3].map((orderId) => ({ orderId, reference: `FC-${orderId}` }));
    const [change] = person(1, 'Awa').changes;
    const api = apiWith(person(1, 'Awa', { changes: [{ ...change, orders } as PersonToTell['changes'][number]] }));
    const value = '{prénom} : {colis} {référence}, {statut}, {date}, {lien}';
    api.respond('GET /api/app-settings/tell_text', 200, { key: 'tell_text', value, description: null });
    openScreen('/to-tell', api);
    await expect
      .element(message)
      .toHaveTextContent(
        `Awa : vos colis FC-1, FC-2 et FC-3, Arrivé au port, Lomé, 24 novembre 2026, ${orders.map(({ reference }) => `${location.origin}/c/${reference}`).join(' ')}`,
      );
  });

  it('follow each other with one tap each, and count [WA-001]', async () => {
    const api = apiWith(person(1, 'Awa'), person(2, 'Ali'), person(3, null));
    openScreen('/to-tell', api);
    for (const [id, name, progress] of [
      [1, 'Awa', '1 prévenue sur 3'],
      [2, 'Ali', '2 prévenues sur 3'],
      [3, '+226 70 12 34 53', '3 prévenues sur 3'],
    ] as const) {
      await expect.element(card.getByRole('heading', { name })).toBeVisible();
      await whatsapp.click();
      await expect.element(page.getByText(progress, { exact: true })).toBeVisible();
      // The next person is shown before the request is sent.
      await expect.poll(() => api.sent(`POST /api/to-tell/${id}/tell`)).toEqual([{ upTo: 100 + id }]);
    }
    await expect.element(page.getByRole('heading', { name: 'Tout le monde est prévenu' })).toBeVisible();
    await expect.element(sidebarEntry('À prévenir')).toBeVisible();
  });

  it('can be skipped and chosen, and told otherwise', async () => {
    const api = apiWith(person(1, 'Awa'), person(2, 'Ali'), person(3, 'Issa'));
    openScreen('/to-tell', api);
    await expect.element(card.getByRole('heading', { name: 'Awa' })).toBeVisible();
    await card.getByRole('button', { name: 'Suivant' }).click();
    await expect.element(card.getByRole('heading', { name: 'Ali' })).toBeVisible();
    await next.getByRole('button', { name: 'Issa' }).click();
    await expect.element(card.getByRole('heading', { name: 'Issa' })).toBeVisible();
    await card.getByRole('button', { name: 'Prévenu' }).click();
    await expect.element(card.getByRole('heading', { name: 'Awa' })).toBeVisible();
    await expect.poll(() => api.writes).toEqual(['POST /api/to-tell/3/tell']);
  });

  it('are told one by one, also when the button is double-clicked [OFF-001]', async () => {
    const api = apiWith(person(1, 'Awa'), person(2, 'Ali'), person(3, 'Issa'));
    openScreen('/to-tell', api);
    const told = card.getByRole('button', { name: 'Prévenu' });
    await expect.element(told).toBeEnabled();
    await told.dblClick();
    await expect.element(card.getByRole('heading', { name: 'Ali' })).toBeVisible();
    await expect.element(told).not.toHaveAttribute('aria-disabled');
    expect(api.writes).toEqual(['POST /api/to-tell/1/tell']);
  });

  it('come back when the tick is undone', async () => {
    const api = apiWith(person(1, 'Awa'), person(2, 'Ali'));
    openScreen('/to-tell', api);
    await whatsapp.click();
    await expect.element(page.getByRole('status').filter({ hasText: 'Awa\u00a0: noté comme prévenu' })).toBeVisible();
    await expect.element(card.getByRole('heading', { name: 'Ali' })).toBeVisible();
    await undo.click();
    await expect.element(card.getByRole('heading', { name: 'Awa' })).toBeVisible();
    expect(api.writes).toEqual(['POST /api/to-tell/1/tell', 'POST /api/to-tell/1/undo']);
  });

  it('stay when the tick could not be stored, with the reason', async () => {
    const api = apiWith(person(1, 'Awa'), person(2, 'Ali'));
    const reason = 'Cette personne est déjà notée comme prévenue.';
    api.respond('POST /api/to-tell/1/tell', 409, { message: reason, code: 'conflict' });
    openScreen('/to-tell', api);
    await whatsapp.click();
    await expectToast('Erreur', `Ce n'est pas noté\u00a0: ${reason}`);
    await expect.element(card.getByRole('heading', { name: 'Awa' })).toBeVisible();
  });

  it('can be searched', async () => {
    openScreen('/to-tell', apiWith(person(1, 'Awa'), person(2, 'Ali')));
    await page.getByLabelText('Nom, numéro, colis ou étape').fill('Ali');
    await expect.element(card.getByRole('heading', { name: 'Ali' })).toBeVisible();
    await expect.element(next).not.toBeInTheDocument();
  });

  it('who were told are listed with member of staff and time, and can be taken back [WA-001]', async () => {
    const api = apiWith(person(1, 'Awa', { told: TOLD }));
    openScreen('/to-tell?tab=told', api);
    const row = page.getByRole('row').filter({ hasText: 'Awa' });
    for (const text of ['+226 70 12 34 51', 'FC-1', 'Fatou', '24/11/2026, 11:00 GMT+0']) {
      await expect.element(row.getByText(text)).toBeVisible();
    }
    await row.getByRole('button', { name: 'Annuler' }).click();
    await expect.element(row).not.toBeInTheDocument();
    expect(api.writes).toEqual(['POST /api/to-tell/1/undo']);
  });

  it('fit a narrow screen', async () => {
    await page.viewport(360, 740);
    openScreen('/to-tell', apiWith(person(1, 'Awa Ouédraogo'), person(2, 'Ali Traoré')));
    await expect.element(whatsapp).toBeVisible();
    expectNarrow();
  });

  it('who want no messages are stopped after a confirmation, and the next one is shown', async () => {
    const awa = person(1, 'Awa');
    const api = apiWith(awa, person(2, 'Ali'));
    const message = 'Cette personne ne sera plus prévenue.';
    api.compute('POST /api/to-tell/1/stop', () => {
      // No longer among those who wait.
      awa.told = TOLD;
      return { message };
    });
    openScreen('/to-tell', api);
    await card.getByRole('button', { name: 'Ne plus prévenir' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ne plus prévenir « Awa » ?' });
    await expect.element(dialog.getByText('+226 70 12 34 51')).toBeVisible();
    await dialog.getByRole('button', { name: 'Ne plus prévenir' }).click();
    await expect.element(card.getByRole('heading', { name: 'Ali' })).toBeVisible();
    await expectToast(message);
  });

  it('who want no messages are listed with who recorded it, and can be told again', async () => {
    const api = apiWith();
    const numbers = [
      { id: '+22670123451', name: 'Awa Ouédraogo', stoppedAt: TOLD.at, byUserId: 7 },
      { id: '+22670123452', name: null, stoppedAt: TOLD.at, byUserId: null },
    ];
    api.compute('GET /api/stopped-numbers', () =>
      Response.json(numbers, { headers: { 'content-range': `stopped-numbers 0-1/${numbers.length}` } }),
    );
    api.compute('POST /api/stopped-numbers/resume', () => {
      numbers.pop();
      return { message: 'Ce numéro sera de nouveau prévenu.' };
    });
    openScreen('/to-tell?tab=stopped', api);
    const [ofStaff, own] = ['+226 70 12 34 51', '+226 70 12 34 52'].map((text) =>
      page.getByRole('row').filter({ hasText: text }),
    ) as [Locator, Locator];
    for (const text of ['Awa Ouédraogo', 'Fatou', '24/11/2026, 11:00 GMT+0']) {
      await expect.element(ofStaff.getByText(text)).toBeVisible();
    }
    await expect.element(own.getByText('La personne')).toBeVisible();
    await own.getByRole('button', { name: 'Prévenir de nouveau' }).click();
    const dialog = page.getByRole('dialog', { name: 'Prévenir de nouveau « +226 70 12 34 52 » ?' });
    await expect.element(dialog.getByText('a elle-même arrêté les messages')).toBeVisible();
    await dialog.getByRole('button', { name: 'Prévenir de nouveau' }).click();
    await expect.element(own).not.toBeInTheDocument();
    expect(api.sent('POST /api/stopped-numbers/resume')).toEqual([{ phone: '+22670123452' }]);
  });
});
