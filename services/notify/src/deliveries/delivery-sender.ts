import type { FastifyBaseLogger } from 'fastify';
import type { NotifyConfig } from '../config.ts';
import type { Database } from '../database.ts';
import type { DeliveryState, Prisma } from '../generated/prisma/client.ts';
import type { Channel, Delivery, Message, Verdict } from '../shared/channel.ts';
import { describeFailure } from './failure.ts';
import { quietUntil } from './quiet-hours.ts';

type Changes = Prisma.DeliveryUncheckedUpdateManyInput;

interface DeliverySenderOptions {
  config: NotifyConfig;
  database: Database;
  channel: Channel;
  log: FastifyBaseLogger;
  /** The clock; tests shift it. */
  now?: () => Date;
}

/** Sends the deliveries of a channel. */
export class DeliverySender {
  readonly #options: DeliverySenderOptions;

  constructor(options: DeliverySenderOptions) {
    this.#options = options;
  }

  /**
   * Sends a pending delivery and records the result. A crash between the two sends it a second time.
   * @throws Error without secrets when it has to be retried with back-off
   */
  async send(id: string): Promise<void> {
    const { database, channel } = this.#options;
    const delivery = await this.#startTry(id);
    if (!delivery || (await this.#postpone(delivery))) return;
    let message: Message | null = null;
    try {
      message = await channel.prepare(delivery);
      // Its event may have been withdrawn, or its user deleted, while the content was requested.
      if (message && (await database.delivery.count({ where: { id, state: 'PENDING' } })) === 0) return;
      if (!(await message?.send())) {
        await this.#drop(delivery);
        return;
      }
    } catch (error) {
      await this.#noteFailure(delivery, message, error);
      return;
    }
    await this.#settle(delivery, { ...recipientOf(message), state: 'SENT', sentAt: new Date(), lastError: null });
  }

  /** Undefined when the delivery is done or its user is gone. */
  async #startTry(id: string): Promise<Delivery | undefined> {
    const { database, channel } = this.#options;
    const [delivery] = await database.delivery.updateManyAndReturn({
      where: { id, channel: channel.name, state: 'PENDING' },
      data: { attempts: { increment: 1 } },
      include: { notification: true },
    });
    return delivery;
  }

  /** Until the end of the quiet hours, from which on the sweep finds it. */
  async #postpone(delivery: Delivery): Promise<boolean> {
    const { config, channel, now = () => new Date() } = this.#options;
    const dueAt = channel.waitsAtNight(delivery) ? quietUntil(now(), config.QUIET_HOURS) : null;
    if (dueAt) await this.#note(delivery, { dueAt, attempts: { decrement: 1 } });
    return dueAt !== null;
  }

  /** A dropped email about a notification keeps its user, so that none is created again. */
  async #drop(delivery: Delivery): Promise<void> {
    const userId = delivery.notificationId === null ? null : delivery.userId;
    await this.#settle(delivery, { state: 'DROPPED', userId, recipient: null });
  }

  async #noteFailure(delivery: Delivery, message: Message | null, error: unknown): Promise<void> {
    const lastError = describeFailure(error, message?.secrets ?? []);
    const changes = { ...recipientOf(message), lastError };
    const verdict: Verdict = this.#options.channel.judge(error);
    if (verdict === 'failed' || delivery.attempts >= this.#options.config.MAIL_ATTEMPTS) {
      await this.#settle(delivery, { ...changes, state: 'FAILED' });
      return;
    }
    await this.#note(delivery, { ...changes, ...(verdict !== 'later' && { dueAt: verdict.retryAt }) });
    // Otherwise the sweep finds it when it is due.
    if (verdict === 'later') throw new Error(lastError);
  }

  async #settle(delivery: Delivery, data: Changes & { state: DeliveryState }): Promise<void> {
    if (delivery.kind === 'account-deleted') await this.#forget(delivery);
    else await this.#note(delivery, data);
    const { id: deliveryId, channel, kind, requestId, attempts } = delivery;
    const { state, lastError } = data;
    const level = state === 'FAILED' ? 'error' : 'info';
    this.#options.log[level]({ deliveryId, channel, kind, requestId, attempts, state, lastError }, 'delivery settled');
  }

  /** Nothing stays of a deleted account, not even that the confirmation failed. */
  async #forget({ id }: Delivery): Promise<void> {
    await this.#options.database.delivery.deleteMany({ where: { id } });
  }

  /** The row may have been deleted with its user. */
  async #note({ id }: Delivery, data: Changes): Promise<void> {
    await this.#options.database.delivery.updateMany({ where: { id }, data });
  }
}

/** Known only once it was looked up. */
const recipientOf = (message: Message | null) => message && { recipient: message.recipient };
