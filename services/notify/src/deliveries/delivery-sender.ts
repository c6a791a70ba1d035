import type { DropReason } from '@fasocolis/contracts/deliveries';
import { oneAtATime } from '@fasocolis/service-kit/data/database';
import type { FastifyBaseLogger } from 'fastify';
import type { NotifyConfig } from '../config.ts';
import type { Database } from '../database.ts';
import type { DeliveryState, Prisma } from '../generated/prisma/client.ts';
import type { Channel, Delivery, Message } from './channel.ts';
import { quietUntil } from './quiet-hours.ts';
import { RecipientLanes } from './recipient-lanes.ts';

/** Until when jobs are put off of which too many wait. */
const PUT_OFF_MS = 5000;

type Changes = Prisma.DeliveryUncheckedUpdateManyInput;
type Outcome = Changes & { state: DeliveryState; recipient?: string | null };
type Sent = Pick<Delivery, 'id' | 'recipient'>;

interface DeliverySenderOptions {
  config: NotifyConfig;
  database: Database;
  channel: Channel;
  log: FastifyBaseLogger;
  now?: () => Date;
}

export class DeliverySender {
  readonly #options: DeliverySenderOptions;
  readonly #lanes = new RecipientLanes();
  #sent: Sent[] = [];
  readonly #recordSent = oneAtATime(() => this.#writeSent(this.#sent.splice(0)));
  #isStopping = false;

  constructor(options: DeliverySenderOptions) {
    this.#options = options;
  }

  /**
   * Sends the pending deliveries of a job and records each result at once. A crash repeats the deliveries that were
   * being sent.
   * @throws Error while deliveries of the job are pending, so that it is retried with back-off; its message has no
   *   secrets
   */
  async send(jobId: string): Promise<void> {
    const { channel } = this.#options;
    const recipient = channel.restingUntil ? await this.#recipientOf(jobId) : null;
    if (recipient === null) return this.#sendAll(jobId);
    const hasRun = await this.#lanes.run(recipient, async () => {
      const until = await channel.restingUntil?.(recipient);
      if (until) await this.#putOff(jobId, until);
      else await this.#sendAll(jobId);
    });
    if (!hasRun) await this.#putOff(jobId, new Date(Date.now() + PUT_OFF_MS));
  }

  stop(): void {
    this.#isStopping = true;
  }

  async #sendAll(jobId: string): Promise<void> {
    const { parallel } = this.#options.channel;
    const deliveries = await this.#postpone(await this.#startTry(jobId));
    const tries: PromiseSettledResult<void>[] = [];
    for (let from = 0; from < deliveries.length; from += parallel) {
      // All begin together, so that their queries are joined.
      const some = deliveries.slice(from, from + parallel);
      tries.push(...(await Promise.allSettled(some.map((delivery) => this.#try(delivery)))));
    }
    for (const one of tries) if (one.status === 'rejected') throw one.reason;
  }

  async #recipientOf(jobId: string): Promise<string | null> {
    const row = await this.#options.database.delivery.findFirst({
      where: this.#pendingOf(jobId),
      select: { recipient: true },
    });
    return row?.recipient ?? null;
  }

  /** Without a try: the sweep finds them then. */
  async #putOff(jobId: string, dueAt: Date): Promise<void> {
    await this.#options.database.delivery.updateMany({ where: this.#pendingOf(jobId), data: { dueAt } });
  }

  #pendingOf(jobId: string) {
    return { OR: [{ id: jobId }, { jobId }], channel: this.#options.channel.name, state: 'PENDING' as const };
  }

  /** Nothing when the deliveries are done or their users are gone. */
  #startTry(jobId: string): Promise<Delivery[]> {
    return this.#options.database.delivery.updateManyAndReturn({
      where: this.#pendingOf(jobId),
      data: { attempts: { increment: 1 } },
      include: { notification: true },
    });
  }

  /** Postpones deliveries that can wait until the quiet hours end, when the sweep finds them. @returns the others */
  async #postpone(deliveries: Delivery[]): Promise<Delivery[]> {
    const { config, database, channel, now = () => new Date() } = this.#options;
    const dueAt = quietUntil(now(), config.QUIET_HOURS ?? '');
    if (!dueAt) return deliveries;
    const { postponed = [], due = [] } = Object.groupBy(deliveries, (one) =>
      channel.waitsAtNight(one) ? 'postponed' : 'due',
    );
    if (postponed.length > 0) {
      const id = { in: postponed.map((delivery) => delivery.id) };
      await database.delivery.updateMany({ where: { id }, data: { dueAt, attempts: { decrement: 1 } } });
    }
    return due;
  }

  async #try(delivery: Delivery): Promise<void> {
    if (this.#isStopping) throw new Error('The worker is stopping');
    let message: Message | null = null;
    try {
      const prepared = await this.#options.channel.prepare(delivery);
      if (!(await this.#isCurrent(delivery))) return;
      if (typeof prepared === 'string') {
        await this.#drop(delivery, prepared);
        return;
      }
      message = prepared;
      if (!(await message.send())) {
        await this.#drop(delivery, 'device-gone');
        return;
      }
    } catch (error) {
      await this.#noteFailure(delivery, message, error);
      return;
    }
    await this.#settle(delivery, { ...recipientOf(message), state: 'SENT', lastError: null });
  }

  /**
   * Its event may have been withdrawn, or its user deleted, while it waited or its content was requested; and after a loss
   * of Redis, a repetition of its job may have started another try.
   */
  async #isCurrent({ id, attempts }: Delivery): Promise<boolean> {
    // Unique queries of one turn are joined by Prisma.
    const row = await this.#options.database.delivery.findUnique({
      where: { id },
      select: { state: true, attempts: true },
    });
    return row?.state === 'PENDING' && row.attempts === attempts;
  }

  /** A dropped email about a notification keeps its user, so that none is created again. */
  async #drop(delivery: Delivery, dropReason: DropReason): Promise<void> {
    const userId = delivery.notificationId === null ? null : delivery.userId;
    await this.#settle(delivery, { state: 'DROPPED', dropReason, userId, recipient: null });
  }

  async #noteFailure(delivery: Delivery, message: Message | null, error: unknown): Promise<void> {
    const { config, channel } = this.#options;
    const lastError = describeFailure(error, message?.secrets ?? []);
    const changes = { ...recipientOf(message), lastError };
    const verdict = channel.judge(error);
    if (typeof verdict === 'object' && 'postponedTo' in verdict) {
      await this.#note(delivery, { dueAt: verdict.postponedTo, attempts: { decrement: 1 } });
      return;
    }
    if (verdict === 'failed' || delivery.attempts >= config.MAIL_ATTEMPTS) {
      await this.#settle(delivery, { ...changes, state: 'FAILED', jobId: null });
      return;
    }
    if (verdict === 'later') {
      await this.#note(delivery, changes);
      throw new Error(lastError);
    }
    // The sweep finds the row then, and adds a job for it alone.
    await this.#note(delivery, { ...changes, dueAt: verdict.retryAt, jobId: null });
  }

  async #settle(delivery: Delivery, data: Outcome): Promise<void> {
    if (delivery.kind === 'account-deleted') await this.#forget(delivery);
    else if (data.state === 'SENT') {
      this.#sent.push({ id: delivery.id, recipient: data.recipient ?? null });
      await this.#recordSent();
    } else await this.#note(delivery, data);
    const { id: deliveryId, channel, kind, requestId, attempts } = delivery;
    const { state, dropReason, lastError } = data;
    const level = state === 'FAILED' ? 'error' : 'info';
    this.#options.log[level](
      { deliveryId, channel, kind, requestId, attempts, state, dropReason, lastError },
      'delivery settled',
    );
  }

  async #writeSent(sent: Sent[]): Promise<void> {
    const [ids, recipients] = [sent.map(({ id }) => id), sent.map(({ recipient }) => recipient)];
    try {
      await this.#options.database.$executeRaw`
        UPDATE email_deliveries d SET state = 'sent', sent_at = ${new Date()}, last_error = NULL, recipient = s.recipient
        FROM unnest(${ids}::uuid[], ${recipients}::text[]) AS s (id, recipient)
        WHERE d.id = s.id AND d.state <> 'failed'`;
    } catch (error) {
      if (sent.length === 1) throw error;
      // A deadlock with a deletion would send all of them again.
      await Promise.all(sent.map((one) => this.#writeSent([one])));
    }
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

const recipientOf = (message: Message | null) => message && { recipient: message.recipient };

const LONGEST = 500;

/** Describes an error in one line without `secrets`, which servers may quote. */
function describeFailure(error: unknown, secrets: readonly string[]): string {
  let text = messagesOf(error).join(': ');
  for (const secret of secrets.filter(Boolean)) text = text.replaceAll(secret, '…');
  return text.replace(/\p{Cc}+/gu, ' ').slice(0, LONGEST);
}

function messagesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const { code } = error as { code?: string };
  // Several rejected addresses make an error with a code but no message.
  return [error.message || (code ?? error.name), ...messagesOf(error.cause)];
}
