import type { StaffOrder } from '@fasocolis/contracts/orders';
import type { Ledger } from '@fasocolis/contracts/payments';
import type { Handover } from '@fasocolis/contracts/pickup';
import type { PieceSteps } from '@fasocolis/contracts/scans';
import type { PersonToTell } from '@fasocolis/contracts/to-tell';
import { expectAccessible } from '@fasocolis/web-kit/testing/accessibility';
import { unmountAll } from '@fasocolis/web-kit/testing/mount';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNarrow, expectToast, FakeApi, openScreen } from './back-office.tsx';
import { ADMINISTRATOR } from './fake-api.ts';
import { change, event, order } from './orders.ts';
import { AWA } from './people.ts';

const SALIF = { id: 1, firstName: 'Salif', lastName: 'Kaboré' };
const SALIF_USER = { ...ADMINISTRATOR, ...SALIF };

const NOTHING_DUE: Ledger = {
  ...{ id: 7, charges: [], payments: [], due: 0, paid: 0, rest: 0, storage: null },
  freight: { state: 'to-fix', proposal: null },
};

function openFile(changes: Partial<StaffOrder> = {}, path = '/orders/7', user: object = SALIF_USER, customer = AWA) {
  const api = new FakeApi({
    orders: [{ ...order, ...changes }],
    staff: [SALIF],
    users: [customer],
    'order-events': [event(1), event(2, { status: 'IN_TRANSIT', label: 'En Transit', note: 'Parti de Guangzhou' })],
    'order-messages': [
      {
        ...{ id: 31, orderId: 7, userId: 12, title: 'En Transit', body: 'FC-7ABC', sentAt: '2026-11-12T10:00:01.000Z' },
        ...{ readAt: null, email: { state: 'sent', recipient: 'awa@example.com', sentAt: null } },
      },
    ],
    'order-changes': [change(41)],
  });
  api.respond('GET /api/user', 200, user);
  api.respond('GET /api/ledgers/7', 200, NOTHING_DUE);
  api.respond('GET /api/ledgers/7/reports', 200, { accounts: [], reports: [] });
  openScreen(path, api);
  return api;
}

const button = (name: string) => page.getByRole('button', { name });
const entries = () => page.getByRole('region', { name: 'Historique' }).getByRole('listitem');
const path = 'PATCH /api/orders/7';
const TELL = 'POST /api/orders/tell';

it('says why somebody was not told: no number, and an address that is not verified [OFF-008]', async () => {
  const api = openFile({ recipientPhone: null }, '/orders');
  api.set('order-messages', [
    {
      ...{ id: 32, orderId: 7, userId: 12, title: 'En Transit', body: 'FC-7ABC', sentAt: '2026-11-12T10:00:01.000Z' },
      ...{
        readAt: null,
        email: { state: 'dropped', recipient: null, sentAt: null, dropReason: 'unverified-address' },
      },
    } as { id: number },
  ]);
  unmountAll();
  openScreen('/orders/7', api);
  await expect.element(page.getByText('Pas de numéro\u00a0: non prévenu par WhatsApp')).toBeVisible();
  await expect.element(entries().getByText('Sans e-mail\u00a0: adresse non vérifiée')).toBeVisible();
});

it('shows the client code of the owner [INT-001]', async () => {
  const api = openFile({ userId: 12 });
  api.respond('GET /api/app-settings/client_code_prefix', 200, {
    ...{ key: 'client_code_prefix', value: 'FASO', description: null },
  });
  await expect.element(page.getByText('FASO1012')).toBeVisible();
});

it('shows the kind and the value of goods, which staff corrects [INT-003]', async () => {
  const api = openFile({ goodsKind: 'battery', declaredValue: 45_000 });
  const facts = page.getByRole('region', { name: 'Destinataire et colis' });
  await expect.element(facts.getByText('Batterie')).toBeVisible();
  await expect.element(facts.getByText('45\u202f000\u00a0FCFA')).toBeVisible();
  await button('Modifier').click();
  await page.getByRole('textbox', { name: 'Valeur (FCFA)' }).fill('90 000 F');
  await page.getByRole('combobox', { name: 'Nature' }).click();
  await page.getByRole('option', { name: 'Liquide' }).click();
  await button('Enregistrer').click();
  await expect.poll(() => api.sent(path)).toMatchObject([{ goodsKind: 'liquid', declaredValue: 90_000 }]);
});

it('shows how many pieces have come how far while others are missing [CNT-001]', async () => {
  openFile({ pieces: 3, passedPieces: { step: 'receive', count: 2 } });
  await expect.element(page.getByText('2 sur 3 reçues')).toBeVisible();
});

it('shows on demand who scanned which piece when, and which was not scanned', async () => {
  const api = openFile({ pieces: 3, passedPieces: { step: 'receive', count: 2 } });
  const scan = { step: 'receive', at: '2026-11-12T08:30:00.000Z', byUserId: 1, weightGrams: 12_500 } as const;
  const arrival = {
    piece: 1,
    step: 'arrive',
    at: '2026-11-20T09:00:00.000Z',
    byUserId: null,
    weightGrams: null,
  } as const;
  api.respond('GET /api/orders/7/pieces', 200, [
    { piece: 1, ...scan },
    arrival,
    { piece: 3, ...scan, weightGrams: null },
  ] satisfies PieceSteps);
  await button('Voir chaque pièce').click();
  const pieces = page.getByRole('region', { name: 'Destinataire et colis' });
  const shown = async (name: string, ...lines: string[]) => {
    const piece = pieces.getByText(name, { exact: true }).element().parentElement?.querySelector('dd');
    expect([...(piece?.children ?? [])].map(({ textContent }) => textContent)).toEqual(lines);
  };
  await expect.element(pieces.getByText('2 sur 3', { exact: true })).toBeVisible();
  await shown(
    '1 sur 3',
    'reçue le 12/11/2026, 08:30 GMT+0, par Salif Kaboré, 12,5\u00a0kg',
    'arrivée le 20/11/2026, 09:00 GMT+0',
  );
  await expect.element(pieces.getByText('Non scannée')).toBeVisible();
  await shown('3 sur 3', 'reçue le 12/11/2026, 08:30 GMT+0, par Salif Kaboré');
});

it('shows in the proof of a hand-over when it was recorded, and the changes of customer and number before it [SEC-024]', async () => {
  const api = openFile({ status: 'DELIVERED' }, '/orders');
  api.respond('GET /api/handovers/7', 200, {
    ...{ id: 7, receiverName: 'Issa Sanou', reason: null, photo: null, byUserId: 1 },
    ...{ at: '2026-11-13T10:00:00.000Z', recordedAt: '2026-11-14T08:30:00.000Z' },
    ownerChanges: [{ at: '2026-11-12T09:00:00.000Z', byUserId: 1, formerOwnerId: null, ownerId: 12 }],
    numberChanges: [{ at: '2026-11-12T11:00:00.000Z', byUserId: 1 }],
  } satisfies Handover);
  unmountAll();
  openScreen('/orders/7', api);
  const proof = page.getByRole('region', { name: 'Remise' });
  await expect.element(proof.getByText('14 novembre 2026, 08:30 GMT+0')).toBeVisible();
  await expect
    .element(proof.getByText('12 novembre 2026, 09:00 GMT+0\u00a0: aucun client → Awa Ouédraogo, par Salif Kaboré'))
    .toBeVisible();
  await expect.element(proof.getByText('12 novembre 2026, 11:00 GMT+0, par Salif Kaboré')).toBeVisible();
});

describe('a parcel that waits at the counter', () => {
  it('is handed over from its file, without a label to scan, once [SCAN-005]', async () => {
    const waiting = { ...order, status: 'ARRIVED', furthestStep: 'ARRIVED', pieces: 1 } as const;
    const api = openFile(waiting);
    api.respond('GET /api/orders/FC-7ABC', 200, waiting);
    api.respond('GET /api/handovers/7/parcels', 200, [waiting]);
    await page.getByRole('button', { name: 'Remettre' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remettre FC-7ABC' });
    await expect.element(dialog.getByLabelText('Remis à')).toBeVisible();
    await dialog.getByRole('button', { name: 'Annuler' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByLabelText('Mode', { exact: true })).toHaveTextContent('Remettre');
    expect(history.state?.usr ?? null).toBeNull();
  });

  it('is not handed over before it has arrived', async () => {
    openFile();
    await expect.element(page.getByRole('button', { name: 'Changer le statut' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Remettre' })).not.toBeInTheDocument();
  });
});

describe('WhatsApp in the file of an order', () => {
  const person: PersonToTell = {
    ...{ id: 51, phone: '+22670123456', name: 'Awa Ouédraogo', changes: [], upTo: 1 },
    ...{ createdAt: '2026-11-12T10:00:00.000Z', told: null, whatsapp: null },
  };

  it('shows how far messages came, and whom staff told [WA-004, WA-001]', async () => {
    const api = openFile({}, '/orders');
    const at = '2026-11-13T10:00:00.000Z';
    api.set('to-tell', [
      { ...person, told: { at, byUserId: null }, whatsapp: { state: 'read', at } },
      { ...person, id: 52, phone: '+22676000000', name: null, told: { at, byUserId: 1 } },
      { ...person, id: 53 },
    ] satisfies PersonToTell[]);
    unmountAll();
    openScreen('/orders/7', api);
    const read = entries().filter({ hasText: 'WhatsApp lu' });
    await expect.element(read.getByText('Awa Ouédraogo, +226 70 12 34 56')).toBeVisible();
    const told = entries().filter({ hasText: 'Prévenu par WhatsApp' });
    await expect.element(told.getByText('+226 76 00 00 00')).toBeVisible();
    await expect.element(told.getByText('par Salif Kaboré')).toBeVisible();
  });

  it('has a checkbox for the consent beside the number, only with the Cloud API [WA-004, WA-005]', async () => {
    const consent = page.getByLabelText('Le destinataire accepte les messages WhatsApp');
    const api = openFile({ recipientConsent: false }, '/orders/7?dialog=edit');
    await expect.element(page.getByLabelText('Téléphone du destinataire')).toBeVisible();
    await expect.poll(() => api.sent('GET /api/whatsapp').length).toBeGreaterThan(0);
    await expect.element(consent).not.toBeInTheDocument();
    unmountAll();
    api.respond('GET /api/whatsapp', 200, { isEnabled: true });
    openScreen('/orders/7?dialog=edit', api);
    await consent.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' }).click();
    await expect.poll(() => api.sent(path)[0]).toMatchObject({ recipientConsent: true });
  });
});

describe('the file of an order', () => {
  it('names staff to an agent, and looks up no customer [TEAM-004, TEAM-002]', async () => {
    const api = openFile({}, '/orders/7', { ...SALIF_USER, id: 8, isAdmin: false, isAgent: true });
    await expect.element(entries().getByText('par Salif Kaboré').first()).toBeVisible();
    await expect.element(entries().getByText('à n° 12')).toBeVisible();
    expect(api.sent('GET /api/users')).toEqual([]);
  });

  it('shows data, recipient, events, messages with their recipient, and changes with their author [DOSS-001]', async () => {
    openFile();
    await expect.element(page.getByRole('heading', { name: 'Colis FC-7ABC' })).toBeVisible();
    for (const text of ['Awa Ouédraogo', '+226 70 12 34 56', 'Avion', '12,5 kg']) {
      await expect.element(page.getByText(text, { exact: true })).toBeVisible();
    }
    await expect.element(entries().getByText('Pièces : 1 → 2')).toBeVisible();
    await expect.element(entries().getByText('E-mail envoyé à awa@example.com')).toBeVisible();
    await expect.element(entries().getByText('à Awa Ouédraogo')).toBeVisible();
    await expect
      .element(entries().filter({ hasText: 'Parti de Guangzhou' }).getByText('par Salif Kaboré'))
      .toBeVisible();
    for (const name of ['Changer le statut', 'Dire au client', 'Modifier', 'Archiver']) {
      await expect.element(button(name).first()).toBeVisible();
    }
  });

  it.each([
    ['“non vérifié” while the address is unverified', false, 'Awa Ouédraogo (non vérifié)'],
    ['nothing else once it is verified', true, 'Awa Ouédraogo'],
  ])('names the customer with %s [SEC-020]', async (_, emailVerified, name) => {
    openFile({ userId: 12 }, '/orders/7', SALIF_USER, { ...AWA, emailVerified });
    await expect.element(page.getByRole('link', { name, exact: true })).toBeVisible();
  });

  it('names the customer, to an administrator alone', async () => {
    openFile({ userId: 12 });
    await expect.element(page.getByRole('link', { name: 'Awa Ouédraogo' })).toBeVisible();
    unmountAll();
    const api = openFile({ userId: 12 }, '/orders/7', { ...SALIF_USER, id: 8, isAdmin: false, isAgent: true });
    await expect.element(page.getByText('A un compte', { exact: true })).toBeVisible();
    expect(api.sent('GET /api/users')).toEqual([]);
  });

  it('shows one kind of entries at a time', async () => {
    openFile();
    await page.getByRole('tab', { name: 'Messages (1)' }).click();
    await expect.element(entries().getByText('Message : En Transit')).toBeVisible();
    expect(entries().elements()).toHaveLength(1);
  });

  it('shows that an order is unknown', async () => {
    openFile({}, '/orders/99');
    await expect.element(page.getByRole('heading', { name: 'Page introuvable' })).toBeVisible();
  });

  it('is opened by the title of the card [DOSS-001]', async () => {
    openFile({}, '/orders');
    await page.getByRole('link', { name: 'FC-7ABC' }).click();
    await expect.element(page.getByRole('heading', { name: 'Colis FC-7ABC' })).toBeVisible();
  });
});

describe('the actions of a file', () => {
  it('begin with the next likely status', async () => {
    const api = openFile();
    await button('Passer à « Arrivée au Burkina »').click();
    await button('Enregistrer').click();
    await expectToast('Succès', 'Commande mise à jour avec succès');
    expect(api.sent(path)).toEqual([{ status: 'ARRIVED', notifyCustomer: true, updatedAt: order.updatedAt }]);
  });

  it('correct every field', async () => {
    const api = openFile();
    await button('Modifier').click();
    await page.getByLabelText('Destinataire', { exact: true }).fill('Aminata Sawadogo');
    await page.getByLabelText('Pièces').fill('3');
    await button('Enregistrer').click();
    await expectToast('Succès', 'Commande mise à jour avec succès');
    expect(api.sent(path)).toMatchObject([{ reference: 'FC-7ABC', recipientName: 'Aminata Sawadogo', pieces: 3 }]);
  });

  it('ask for the reason of a later date [DOSS-003]', async () => {
    const api = openFile();
    await button('Modifier').click();
    await page.getByLabelText('Livraison estimée').fill('2026-12-09');
    await page.getByLabelText('Raison', { exact: true }).fill('Tempête');
    await button('Enregistrer').click();
    await expect.poll(() => api.sent(path)).toMatchObject([{ estimatedDelivery: '2026-12-09', reason: 'Tempête' }]);
  });

  it('show what another administrator changed meanwhile, and keep what was typed', async () => {
    const api = openFile();
    await button('Modifier').click();
    await page.getByLabelText('Pièces').fill('3');
    api.setRow('orders', 7, { weightGrams: 900, updatedAt: '2026-11-22T10:00:00.000Z' });
    const message = 'Cette commande a été modifiée entre-temps. Relisez-la, puis enregistrez de nouveau.';
    api.respond(path, 409, { message, code: 'conflict', errors: { updatedAt: message } });
    await button('Enregistrer').click();
    await expect.element(page.getByText('Poids : 12,5 kg → 0,9 kg')).toBeVisible();
    await expect.element(page.getByLabelText('Pièces')).toHaveValue(3);
    await button('Enregistrer').click();
    await expect
      .poll(() => api.sent(path).slice(-1)[0])
      .toMatchObject({ pieces: 3, weightGrams: 900, updatedAt: '2026-11-22T10:00:00.000Z' });
  });

  it('bring the reason of a refusal into view, also after the last field of a long form', async () => {
    await page.viewport(1024, 600);
    const api = openFile();
    await button('Modifier').click();
    await page.getByLabelText('Contenu').fill('Chaussures');
    api.respond(path, 404, { message: 'Commande non trouvée', code: 'not-found' });
    await button('Enregistrer').click();
    await expect.element(page.getByRole('dialog').getByText('Commande non trouvée')).toBeInViewport();
  });

  it('tell the customer a text under the same status, with the keyboard alone [HIST-005]', async () => {
    const api = openFile();
    api.respond(TELL, 200, [{ orderId: 7, outcome: 'done', eventId: 3 }]);
    await expect.element(button('Dire au client')).toBeVisible();
    await userEvent.keyboard('d');
    const dialog = page.getByRole('dialog', { name: 'Dire au client' });
    await expect.element(dialog.getByRole('combobox', { name: 'Statut' })).toHaveFocus();
    await expect.element(dialog.getByRole('combobox', { name: 'Statut' })).toHaveTextContent('Inchangé');
    await expect.element(dialog.getByRole('switch', { name: 'Prévenir le client' })).toBeChecked();
    await userEvent.keyboard('{Tab}Le bateau est à Tema.');
    await button('Enregistrer').click();
    await expectToast('Succès', 'Commande mise à jour avec succès');
    const news = { text: 'Le bateau est à Tema.', notifyCustomer: true };
    expect(api.sent(TELL)).toEqual([{ ...news, orderIds: [7], unchangedSince: order.updatedAt }]);
    await expect.poll(() => page.getByRole('dialog').elements()).toHaveLength(0);
  });

  it('tell the customer another status and date, on a narrow phone [HIST-005]', async () => {
    await page.viewport(360, 740);
    const api = openFile();
    api.respond(TELL, 200, [{ orderId: 7, outcome: 'done', eventId: 3 }]);
    await button('Dire au client').click();
    await page.getByRole('combobox', { name: 'Statut' }).click();
    await page.getByRole('option', { name: 'Arrivée au Burkina' }).click();
    await page.getByLabelText('Nouvelle date de livraison estimée').fill('2020-01-15');
    await expect.element(page.getByText(/cette date est passée/)).toBeVisible();
    await page.getByLabelText('Nouvelle date de livraison estimée').fill('2099-12-20');
    await expect.element(page.getByText(/cette date est passée/)).not.toBeInTheDocument();
    await page.getByLabelText('Nouvelle date de livraison estimée').fill('2026-12-20');
    await page.getByRole('switch', { name: 'Prévenir le client' }).click();
    expectNarrow();
    await expectAccessible();
    await button('Enregistrer').click();
    const news = { status: 'ARRIVED', estimatedDelivery: '2026-12-20', notifyCustomer: false };
    await expect.poll(() => api.sent(TELL)).toMatchObject([news]);
  });

  it('keep what is to be told when the order changed meanwhile, and say so', async () => {
    const api = openFile();
    const message = 'Cette commande a été modifiée entre-temps. Relisez-la, puis enregistrez de nouveau.';
    api.respond(TELL, 200, [{ orderId: 7, outcome: 'refused', message }]);
    await button('Dire au client').click();
    await page.getByLabelText('Texte').fill('Bonjour');
    await button('Enregistrer').click();
    await expect.element(page.getByRole('dialog').getByText(message)).toBeVisible();
    await expect.element(page.getByLabelText('Texte')).toHaveValue('Bonjour');
  });

  it.each([
    ['s', 'Mettre à jour le statut'],
    ['d', 'Dire au client'],
    ['m', 'Modifier le colis'],
  ])('have the key "%s" for "%s"', async (key, title) => {
    openFile();
    await expect.element(button('Dire au client')).toBeVisible();
    await userEvent.keyboard(key);
    await expect.element(page.getByRole('dialog', { name: title })).toBeVisible();
  });

  it('archive after a confirmation [DOSS-005]', async () => {
    const api = openFile();
    await button('Archiver').click();
    await page
      .getByRole('dialog', { name: 'Archiver « FC-7ABC » ?' })
      .getByRole('button', { name: 'Archiver' })
      .click();
    await expectToast('Succès', 'Commande archivée');
    expect(api.sent(path)).toEqual([{ archived: true }]);
  });

  it('delete after a confirmation, and show the reason when that is refused [DOSS-005]', async () => {
    const api = openFile({ isDeletable: true });
    const message = 'Ce colis a déjà un historique : il ne peut qu’être archivé.';
    api.respond('DELETE /api/orders/7', 409, { message, code: 'conflict' });
    await button('Supprimer').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click();
    await expectToast('Erreur', message);
  });

  it('offer no deletion of an order to which something happened, also by its address [HIST-009]', async () => {
    openFile({ isDeletable: false }, '/orders/7?dialog=delete');
    await expect.element(button('Archiver')).toBeVisible();
    expect(button('Supprimer').elements()).toHaveLength(0);
    expect(page.getByRole('dialog').elements()).toHaveLength(0);
  });

  it('are limited to restoring for an archived order', async () => {
    const api = openFile({ archivedAt: '2026-11-21T10:00:00.000Z' });
    await button('Désarchiver').click();
    expect(button('Changer le statut').elements()).toHaveLength(0);
    await page.getByRole('dialog').getByRole('button', { name: 'Désarchiver' }).click();
    await expect.poll(() => api.sent(path)).toEqual([{ archived: false }]);
  });
});

describe('withdrawing an event', () => {
  it('asks for a reason [DOSS-004]', async () => {
    const api = openFile();
    api.respond('POST /api/orders/7/events/2/withdraw', 200, { ...order, eventId: null });
    await button('Annuler cet événement').click();
    await page.getByLabelText('Raison').fill('Mauvais colis');
    await button("Confirmer l'annulation").click();
    await expectToast('Succès', 'Événement annulé');
    expect(api.sent('POST /api/orders/7/events/2/withdraw')).toEqual([{ reason: 'Mauvais colis' }]);
  });

  it('shows it struck through with author, time and reason [DOSS-004]', async () => {
    const api = openFile();
    const withdrawn = { at: '2026-11-13T10:00:00.000Z', byUserId: 1, reason: 'Mauvais colis' };
    api.setRow('order-events', 2, { withdrawn });
    await page.getByRole('tab', { name: 'Événements' }).click();
    const entry = entries().filter({ hasText: 'En Transit' });
    await expect.element(entry.getByRole('deletion')).toHaveTextContent('En TransitParti de Guangzhou');
    await expect
      .element(entry.getByText('Annulé par Salif Kaboré, 13 novembre 2026 à 10:00 (GMT) : Mauvais colis'))
      .toBeVisible();
  });

  it('is not offered for the first event [DOSS-004]', async () => {
    openFile();
    const first = entries().filter({ hasText: 'Commande Confirmée' });
    await expect.element(first).toBeVisible();
    expect(first.getByRole('button').elements()).toHaveLength(0);
  });
});

it.each([
  ['2,5', 2500],
  ['2.5 kg', 2500],
  ['900 g', 900],
])('a weight is shown and typed in kilograms: %s [READ-007]', async (typed, weightGrams) => {
  const api = openFile();
  await button('Modifier').click();
  const weight = page.getByLabelText('Poids (kg)');
  await expect.element(weight).toHaveValue('12,5\u00a0kg');
  await weight.fill('beaucoup');
  await button('Enregistrer').click();
  await expect.element(page.getByText('Par exemple 12,5 kg, ou 2500 g.')).toBeVisible();
  await weight.fill(typed);
  await button('Enregistrer').click();
  await expect.poll(() => api.sent(path)).toMatchObject([{ weightGrams }]);
});

it.each([
  ['0,25', 250_000],
  ['60 x 40 x 50 cm', 120_000],
])('a volume is shown and typed in cubic metres or as three sides: %s [READ-007]', async (typed, volumeCm3) => {
  const api = openFile({ volumeCm3: 125_000, contents: 'Chaussures' });
  await expect.element(page.getByText('Chaussures', { exact: true })).toBeVisible();
  await button('Modifier').click();
  const volume = page.getByLabelText('Volume (m³)');
  await expect.element(volume).toHaveValue('0,125\u00a0m³');
  await volume.fill('beaucoup');
  await button('Enregistrer').click();
  await expect.element(page.getByText('Par exemple 0,125 m³, ou 60 x 40 x 50 cm.')).toBeVisible();
  await volume.fill(typed);
  await button('Enregistrer').click();
  await expect.poll(() => api.sent(path)).toMatchObject([{ volumeCm3 }]);
});
