import type { DropReason } from '@fasocolis/contracts/deliveries';
import { contentOperations } from '@fasocolis/contracts/operations/content';
import { type ToldPerson, templateValues, textFor } from '@fasocolis/contracts/tell-message';
import { DEFAULT_TELL_TEXT, TELL_TEXT_KEY } from '@fasocolis/contracts/tell-text';
import type { ServiceClient } from '@fasocolis/service-kit/http/service-client';
import type { NumberTokens } from '../audience/number-tokens.ts';
import { lockToTell, markTold } from '../audience/people-to-tell.ts';
import { codesOf, presentPerson, WITH_CHANGES } from '../audience/person-presenter.ts';
import type { Database } from '../database.ts';
import type { Channel, Delivery, Message } from '../deliveries/channel.ts';
import { type GraphClient, GraphRefusal } from './graph-client.ts';
import { isWindowOpen, messageableChanges, WINDOW_MS } from './messageable.ts';
import { isOverruled } from './replies.ts';

/** Cloud API allows 80 messages per second; most of the time is spent waiting. */
export const PARALLEL_MESSAGES = 10;

interface ChannelParts {
  database: Database;
  client: GraphClient;
  content: ServiceClient;
  numberTokens: NumberTokens;
  token: string;
  publicUrl: string;
  now?: () => Date;
}

const asText = (body: string) => ({ type: 'text', text: { preview_url: false, body } });

const asTemplate = (name: string, values: string[]) => ({
  type: 'template',
  template: {
    name,
    language: { code: 'fr' },
    components: [{ type: 'body', parameters: values.map((text) => ({ type: 'text', text })) }],
  },
});

/**
 * Messages through WhatsApp's Cloud API: replies, and what people are to be told. WhatsApp has no key against repetitions:
 * a crash between its response and our note sends a message twice, unless a report about it arrives before the next try.
 */
export function whatsappChannel(parts: ChannelParts): Channel {
  const { database, client, numberTokens, token, now = () => new Date() } = parts;

  async function noteSent(id: string, messageId: string, { personId, told }: { personId: number; told: Set<number> }) {
    await database.$transaction(async (transaction) => {
      await lockToTell(transaction);
      // A report that it failed may be faster than the response.
      const notFailed = { id, state: { not: 'FAILED' } } as const;
      const { count } = await transaction.delivery.updateMany({ where: notFailed, data: { messageId } });
      if (count === 0) return;
      const person = await transaction.personToTell.findUnique({ where: { id: personId }, include: WITH_CHANGES });
      if (person && !person.toldAt) await markTold(transaction, person, { told, byUserId: null });
    });
  }

  async function toPerson(delivery: Delivery, personId: number): Promise<Message | DropReason> {
    const row = await database.personToTell.findUnique({ where: { id: personId }, include: WITH_CHANGES });
    if (!row) return 'cancelled';
    if (row.toldAt) return 'told';
    const contact = await database.whatsappContact.findUnique({ where: { phone: row.phone } });
    if (contact?.stoppedAt) return 'stopped';
    const told = await messageableChanges(database, personId);
    const changes = row.changes.filter(({ id }) => told.has(id));
    if (changes.length === 0) return 'cancelled';
    const isOpen = contact && isWindowOpen(contact, now());
    const person = { ...presentPerson({ ...row, changes }, numberTokens), codes: codesOf(changes) };
    const content = isOpen ? await freeText(parts, person) : await template(parts, person);
    if (!content) return 'no-template';
    return {
      recipient: row.phone,
      secrets: [token],
      async send() {
        const messageId = await client.send(row.phone, content, delivery.id).catch(async (error: unknown) => {
          // The next try is a template. That the person wrote first is kept.
          const isClosed = error instanceof GraphRefusal && error.isWindowClosed;
          const lastMessageAt = new Date(now().getTime() - WINDOW_MS);
          if (isClosed)
            await database.whatsappContact.updateMany({ where: { phone: row.phone }, data: { lastMessageAt } });
          throw error;
        });
        await noteSent(delivery.id, messageId, { personId, told });
        return true;
      },
    };
  }

  return {
    name: 'whatsapp',
    jobs: PARALLEL_MESSAGES,
    parallel: 1,
    waitsAtNight: ({ kind }) => kind !== 'whatsapp-reply',
    async prepare(delivery) {
      const { id, personId, recipient, messageId } = delivery;
      if (messageId !== null) {
        // A report says that it was sent before a crash.
        if (personId !== null) {
          await noteSent(id, messageId, { personId, told: await messageableChanges(database, personId) });
        }
        return { recipient, secrets: [], send: async () => true };
      }
      if (personId !== null) return toPerson(delivery, personId);
      return toWriter(parts, delivery);
    },
    judge: (error) => (error instanceof GraphRefusal ? error.verdict : 'later'),
    close: () => client.close(),
  };
}

async function toWriter(
  { database, client, token }: ChannelParts,
  { id, recipient, text }: Delivery,
): Promise<Message | DropReason> {
  if (recipient === null || text === null) return 'not-needed';
  const contact = await database.whatsappContact.findUnique({ where: { phone: recipient } });
  if (isOverruled(text, Boolean(contact?.stoppedAt))) return 'not-needed';
  return {
    recipient,
    secrets: [token],
    async send() {
      const messageId = await client.send(recipient, asText(text), id);
      await database.delivery.updateMany({ where: { id }, data: { messageId } });
      return true;
    },
  };
}

async function freeText({ content, publicUrl }: ChannelParts, person: ToldPerson) {
  const text = (await setting(content, TELL_TEXT_KEY)) || DEFAULT_TELL_TEXT;
  return asText(textFor(person, text, publicUrl));
}

/** Null without an approved template: staff tells the person. */
async function template({ content, publicUrl }: ChannelParts, person: ToldPerson) {
  const name = await setting(content, 'whatsapp_template');
  return name ? asTemplate(name, templateValues(person, publicUrl)) : null;
}

const setting = async (content: ServiceClient, key: string) =>
  (await content.find(contentOperations.getAppSetting, 'whatsapp', { params: { key } }))?.value;
