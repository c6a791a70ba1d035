import { type Order, OrderSchema } from '@fasocolis/contracts/orders';
import { readPhone } from '@fasocolis/contracts/reading/phone';
import type { ServiceClient } from '@fasocolis/service-kit/http/service-client';
import { lockToTell, resumeTelling, stopTelling } from '../audience/people-to-tell.ts';
import type { Database, Transaction } from '../database.ts';
import { type DeliveryQueue, recordDeliveries } from '../deliveries/delivery-queue.ts';
import { followedParcel, HELP, readRequest, STOPPED, unknownParcel } from './replies.ts';
import type { ReceivedMessage } from './webhook-payload.ts';

const HOUR_MS = 3_600_000;
/** Per number and hour: nobody asks more often, and references cannot be guessed this way. */
const MAX_ANSWERED = 30;
/** Orders that one number may follow. */
const MAX_FOLLOWED = 50;

interface InboxParts {
  database: Database;
  orders: ServiceClient;
  queue: DeliveryQueue;
  publicUrl: string;
  /** The clock; tests shift it. */
  now?: () => Date;
}

interface Incoming {
  message: ReceivedMessage;
  phone: string;
  request: ReturnType<typeof readRequest>;
  order: Order | null;
}

/** WhatsApp may name a number by its former plan. */
const phoneOf = ({ from }: ReceivedMessage) => readPhone(`+${from}`) ?? `+${from}`;

/** Answers the messages of people, each once, and keeps which orders they follow. */
export class WhatsappInbox {
  readonly #parts: InboxParts;

  constructor(parts: InboxParts) {
    this.#parts = parts;
  }

  /** @throws AppError `unavailable` while orders does not respond */
  async receive(message: ReceivedMessage, requestId: string): Promise<void> {
    const { database, queue } = this.#parts;
    const request = readRequest(message.text?.body ?? message.button?.text ?? '');
    const isKnown = (await database.whatsappMessage.count({ where: { id: message.id } })) > 0;
    if (isKnown) return;
    const order = request && request.kind !== 'stop' ? await this.#findOrder(request.reference, requestId) : null;
    const phone = phoneOf(message);
    const replies = await database.$transaction(async (transaction) => {
      await lockToTell(transaction);
      const text = await this.#answer(transaction, { message, phone, request, order });
      if (!text) return [];
      const reply = { channel: 'whatsapp', kind: 'whatsapp-reply', recipient: phone, text } as const;
      return recordDeliveries(transaction, [{ ...reply, requestId }]);
    });
    await queue.add(replies);
  }

  #findOrder(reference: string, requestId: string): Promise<Order | null> {
    const path = `/api/orders/${encodeURIComponent(reference)}`;
    return this.#parts.orders.find(path, OrderSchema, requestId).catch((error: { cause?: Error }) => {
      // Archived, or no possible reference.
      if (/^4(?:00|10) /.test(error.cause?.message ?? '')) return null;
      throw error;
    });
  }

  /** The reply; none to a repeated message, and when there were too many. */
  async #answer(transaction: Transaction, incoming: Incoming): Promise<string | null> {
    const { message, phone, request, order } = incoming;
    const now = this.#parts.now?.() ?? new Date();
    const lastMessageAt = new Date(Math.min(message.timestamp * 1000, now.getTime()));
    const contact = await transaction.whatsappContact.upsert({ where: { phone }, create: { phone }, update: {} });
    const { count } = await transaction.whatsappMessage.createMany({
      data: [{ id: message.id, phone, receivedAt: now }],
      skipDuplicates: true,
    });
    if (count === 0) return null;
    if (!contact.lastMessageAt || lastMessageAt > contact.lastMessageAt) {
      await transaction.whatsappContact.update({ where: { phone }, data: { lastMessageAt } });
    }
    if (request?.kind === 'stop') return this.#stop(transaction, phone, now);
    const since = new Date(now.getTime() - HOUR_MS);
    const answered = await transaction.whatsappMessage.count({ where: { phone, receivedAt: { gt: since } } });
    if (answered > MAX_ANSWERED) return null;
    if (order) return this.#follow(transaction, phone, order);
    if (request?.kind === 'follow') return unknownParcel(request.reference);
    if (contact.helpedAt && contact.helpedAt > since) return null;
    await transaction.whatsappContact.update({ where: { phone }, data: { helpedAt: now } });
    return HELP;
  }

  async #stop(transaction: Transaction, phone: string, stoppedAt: Date): Promise<string> {
    await transaction.whatsappFollow.deleteMany({ where: { phone } });
    await stopTelling(transaction, phone, { at: stoppedAt, byUserId: null });
    return STOPPED;
  }

  async #follow(transaction: Transaction, phone: string, order: Order): Promise<string> {
    if ((await transaction.whatsappFollow.count({ where: { phone } })) < MAX_FOLLOWED) {
      await transaction.whatsappFollow.createMany({ data: [{ phone, orderId: order.id }], skipDuplicates: true });
    }
    await resumeTelling(transaction, phone);
    return followedParcel(order, this.#parts.publicUrl);
  }
}
