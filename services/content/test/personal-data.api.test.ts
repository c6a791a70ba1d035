import { randomUUID } from 'node:crypto';
import { personalDataOperations } from '@fasocolis/contracts/operations/common';
import { asAdmin, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventHandlers } from '../src/event-handlers.ts';
import { removeOldMessages } from '../src/messages/contact-message-service.ts';
import { type Content, LETTER, startContent } from './helpers.ts';

let content: Content;
beforeAll(async () => {
  content = await startContent();
});
beforeEach(() => content.database.contactMessage.deleteMany());
afterAll(() => content.close());

const read = (
  verifiedEmail: string | null,
  userId = 7,
  as: Parameters<typeof call>[2] = { kind: 'service', name: 'auth' },
) =>
  call(
    content.app,
    { method: 'POST', url: personalDataOperations.readPersonalData.path, payload: { userId, verifiedEmail } },
    as,
  );
const addresses = async () =>
  (await content.database.contactMessage.findMany({ orderBy: { id: 'asc' } })).map(({ email }) => email);
const endAccount = (data: { userId: number; verifiedEmail?: string | null }) =>
  content.database.$transaction(async (transaction) =>
    eventHandlers['user.deleted']?.(transaction, data, { id: randomUUID(), name: 'user.deleted', data }, () => {}),
  );

describe('the personal data in content', () => {
  it('are the messages from the verified address, however it was typed, and no others [SEC-014]', async () => {
    await content.recordMessage({ email: 'Awa_T@Example.com', message: 'Où est mon colis ?' });
    await content.recordMessage({ email: 'awaXt@example.com', message: 'Autre personne' });
    const response = await read('awa_t@example.com');
    expect(response.json()).toEqual({
      'Messages du formulaire de contact': [
        {
          Prénom: LETTER.firstName,
          Nom: LETTER.lastName,
          'Adresse e-mail': 'Awa_T@Example.com',
          Téléphone: null,
          Sujet: LETTER.subject,
          Message: 'Où est mon colis ?',
          'Reçu le': expect.stringMatching(/Z$/),
          'Lu par nous': false,
        },
      ],
      'Réglages du site que vous avez modifiés': [],
    });
    expect((await read(null)).json()['Messages du formulaire de contact']).toEqual([]);
  });

  it('include the settings that a user changed', async () => {
    const payload = { value: '+22670000000' };
    await call(content.app, { method: 'POST', url: '/api/app-settings/whatsapp_number', payload }, asAdmin());
    expect((await read(null, 1)).json()['Réglages du site que vous avez modifiés']).toMatchObject([
      { Objet: 'Numéro WhatsApp' },
    ]);
  });

  it('are for auth alone', async () => {
    expect((await read('awa@example.com', 7, asAdmin())).statusCode).toBe(403);
    expect((await read('awa@example.com', 7, { kind: 'service', name: 'orders' })).statusCode).toBe(403);
  });
});

describe('the end of an account', () => {
  it('deletes the messages from its verified address, and no others [SEC-014]', async () => {
    for (const email of ['AWA_T@example.com', 'awaXt@example.com']) await content.recordMessage({ email });
    await endAccount({ userId: 7, verifiedEmail: 'awa_t@example.com' });
    expect(await addresses()).toEqual(['awaXt@example.com']);
  });

  it.each([{ userId: 7, verifiedEmail: null }, { userId: 7 }])(
    'deletes no message without a verified address (%j)',
    async (data) => {
      await content.recordMessage();
      await endAccount(data);
      expect(await addresses()).toEqual([LETTER.email]);
    },
  );
});

describe('the removal of old messages', () => {
  it('deletes messages after 12 months, read or not [SEC-014]', async () => {
    const now = new Date('2027-03-15T12:00:00Z');
    await content.recordMessage({ email: 'old@example.com', createdAt: new Date('2026-03-15T11:59:59Z') });
    await content.recordMessage({
      email: 'read@example.com',
      createdAt: new Date('2025-01-01T00:00:00Z'),
      isRead: true,
    });
    await content.recordMessage({
      email: 'young@example.com',
      createdAt: new Date('2026-03-15T12:00:01Z'),
      isRead: true,
    });
    expect(await removeOldMessages(content.database, now)).toBe(2);
    expect(await addresses()).toEqual(['young@example.com']);
  });
});
