import { smtpConnection } from '@fasocolis/service-kit/ops/smtp';
import type { FastifyBaseLogger } from 'fastify';
import { createTransport } from 'nodemailer';
import type { NotifyConfig } from '../config.ts';
import type { Database } from '../database.ts';
import type { DeliveryState, Prisma } from '../generated/prisma/client.ts';
import type { Delivery, EmailContent, EmailContents } from './email-contents.ts';

/** Concurrent emails: most of the time is spent waiting for the server. */
export const PARALLEL_EMAILS = 10;

type Changes = Prisma.EmailDeliveryUncheckedUpdateManyInput;

interface EmailSenderOptions {
  config: NotifyConfig;
  database: Database;
  contents: EmailContents;
  log: FastifyBaseLogger;
}

export class EmailSender {
  readonly #options: EmailSenderOptions;
  readonly #transport: ReturnType<typeof openTransport>;
  readonly #smtpPassword: string;

  constructor(options: EmailSenderOptions) {
    this.#options = options;
    this.#transport = openTransport(options.config);
    this.#smtpPassword = decodeURIComponent(new URL(options.config.SMTP_URL).password);
  }

  /**
   * Sends a pending email and records the result. A crash between the two sends it a second time, with the same
   * Message-ID.
   * @throws Error without secrets when the email has to be retried
   */
  async send(deliveryId: string): Promise<void> {
    const delivery = await this.#startTry(deliveryId);
    if (!delivery) return;
    const secrets = [this.#smtpPassword];
    const changes: Changes = {};
    try {
      const email = await this.#options.contents.of(delivery);
      if (!email) {
        await this.#drop(delivery);
        return;
      }
      changes.recipient = email.recipient;
      secrets.push(email.secret);
      // Its event may have been withdrawn, or its user deleted, while the content was requested.
      if (!(await this.#isStillPending(deliveryId))) return;
      await this.#handOver(delivery, email.recipient, email.content);
    } catch (error) {
      await this.#noteFailure(delivery, changes, error, secrets);
      return;
    }
    await this.#settle(delivery, { ...changes, state: 'SENT', sentAt: new Date(), lastError: null });
  }

  close(): void {
    this.#transport.close();
  }

  /** Undefined when the email is done or its user is gone. */
  async #startTry(id: string): Promise<Delivery | undefined> {
    const [delivery] = await this.#options.database.emailDelivery.updateManyAndReturn({
      where: { id, state: 'PENDING' },
      data: { attempts: { increment: 1 } },
      include: { notification: true },
    });
    return delivery;
  }

  async #isStillPending(id: string): Promise<boolean> {
    return (await this.#options.database.emailDelivery.count({ where: { id, state: 'PENDING' } })) > 0;
  }

  async #handOver(delivery: Delivery, address: string, content: EmailContent): Promise<void> {
    const { MAIL_FROM, PUBLIC_URL } = this.#options.config;
    await this.#transport.sendMail({
      ...content,
      from: MAIL_FROM,
      to: { name: '', address },
      messageId: `<${delivery.id}@${new URL(PUBLIC_URL).hostname}>`,
      headers: { ...content.headers, 'Auto-Submitted': 'auto-generated' },
    });
  }

  /** A dropped notification email keeps its user, so that none is created again. */
  async #drop(delivery: Delivery): Promise<void> {
    const userId = delivery.notificationId === null ? null : delivery.userId;
    await this.#settle(delivery, { state: 'DROPPED', userId, recipient: null });
  }

  async #noteFailure(delivery: Delivery, changes: Changes, error: unknown, secrets: string[]): Promise<void> {
    const lastError = describeFailure(error, secrets);
    if (isPermanentRefusal(error) || delivery.attempts >= this.#options.config.MAIL_ATTEMPTS) {
      await this.#settle(delivery, { ...changes, state: 'FAILED', lastError });
      return;
    }
    await this.#note(delivery, { ...changes, lastError });
    throw new Error(lastError);
  }

  async #settle(delivery: Delivery, data: Changes & { state: DeliveryState }): Promise<void> {
    if (delivery.kind === 'account-deleted') await this.#forget(delivery);
    else await this.#note(delivery, data);
    const { id: deliveryId, kind, requestId, attempts } = delivery;
    const { state, lastError } = data;
    const level = state === 'FAILED' ? 'error' : 'info';
    this.#options.log[level]({ deliveryId, kind, requestId, attempts, state, lastError }, 'mail settled');
  }

  /** Nothing stays of a deleted account, not even that the confirmation failed. */
  async #forget({ id }: Delivery): Promise<void> {
    await this.#options.database.emailDelivery.deleteMany({ where: { id } });
  }

  /** The row may have been deleted with its user. */
  async #note({ id }: Delivery, data: Changes): Promise<void> {
    await this.#options.database.emailDelivery.updateMany({ where: { id }, data });
  }
}

function openTransport({ SMTP_URL, MAIL_TIMEOUT_MS }: NotifyConfig) {
  return createTransport({
    ...smtpConnection(SMTP_URL),
    pool: true,
    maxConnections: PARALLEL_EMAILS,
    // Retries are the queue's: nodemailer's own could send an email twice.
    maxRequeues: 0,
    connectionTimeout: MAIL_TIMEOUT_MS,
    greetingTimeout: MAIL_TIMEOUT_MS,
    socketTimeout: MAIL_TIMEOUT_MS,
    dnsTimeout: MAIL_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

const LONGEST = 500;

/** nodemailer's errors about the email itself, not the connection. */
const ABOUT_THE_EMAIL = new Set(['EENVELOPE', 'EMESSAGE']);

/**
 * Whether the SMTP server rejected this email permanently (5xx to its addresses or content). A rejected sign-in is also
 * a 5xx, but a fault of our settings: emails stay pending until it is corrected.
 */
function isPermanentRefusal(error: unknown): boolean {
  const { code = '', responseCode = 500 } = error as { code?: string; responseCode?: number };
  return ABOUT_THE_EMAIL.has(code) && responseCode >= 500;
}

/** Describes an error in one line without `secrets`, which SMTP servers may quote. */
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
