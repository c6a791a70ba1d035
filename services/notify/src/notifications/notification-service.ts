import { IdSchema } from '@fasocolis/contracts/common';
import type { SendNotificationSchema } from '@fasocolis/contracts/notifications';
import { AppError } from '@fasocolis/service-kit/errors';
import type { ServiceClient } from '@fasocolis/service-kit/service-client';
import * as z from 'zod/mini';
import type { Database, Transaction } from '../database.ts';
import type { MailQueue } from '../emails/mail-queue.ts';
import { recordMails } from '../emails/mail-rows.ts';
import type { Notification } from '../generated/prisma/client.ts';
import { withoutDeleted } from '../people/people.ts';
import { listNotifications, type NotificationListRequest } from './notification-list.ts';
import { lockNotificationLog } from './notification-log.ts';

const NO_SUCH_USER = 'Utilisateur non trouvé';

interface Dependencies {
  database: Database;
  auth: ServiceClient;
  queue: MailQueue;
  /** Called when there is something new to push. */
  signalFeed: () => void;
}

/** The rules of notifications: told to everybody or to one person, read by each for themselves. */
export class NotificationService {
  readonly #database: Database;
  readonly #auth: ServiceClient;
  readonly #queue: MailQueue;
  readonly #signalFeed: () => void;

  constructor({ database, auth, queue, signalFeed }: Dependencies) {
    this.#database = database;
    this.#auth = auth;
    this.#queue = queue;
    this.#signalFeed = signalFeed;
  }

  listOfUser(userId: number, request: NotificationListRequest) {
    return listNotifications(this.#database, userId, request);
  }

  /**
   * Stores a notification, and the mails it asks for.
   * @throws AppError `not-found` when it is for somebody who does not exist
   */
  async send(body: z.infer<typeof SendNotificationSchema>, requestId: string): Promise<Notification> {
    const targetUserId = body.isGlobal ? null : (body.targetUserId ?? 0);
    if (targetUserId !== null) await this.#assertUserExists(targetUserId, requestId);
    const { notification, enqueue } = await this.#database.$transaction(async (transaction) => {
      if (targetUserId !== null) await assertNotDeleted(transaction, targetUserId);
      await lockNotificationLog(transaction);
      const { title, body: text } = body;
      const row = await transaction.notification.create({ data: { title, body: text, targetUserId } });
      return { notification: row, enqueue: body.byEmail && (await this.#recordMails(transaction, row, requestId)) };
    });
    this.#signalFeed();
    if (enqueue) void enqueue();
    return notification;
  }

  /**
   * One mail for one person; for everybody only the order to write them all, which the worker carries out.
   * @returns what adds the job, after the commit
   */
  async #recordMails(
    transaction: Transaction,
    { id: notificationId, targetUserId: userId }: Notification,
    requestId: string,
  ) {
    if (userId === null) {
      const batch = await transaction.emailBatch.create({ data: { notificationId, requestId } });
      return () => this.#queue.addFanOut(batch);
    }
    const mails = await recordMails(transaction, [{ kind: 'announcement', notificationId, userId, requestId }]);
    return () => this.#queue.add(mails);
  }

  async #assertUserExists(userId: number, requestId: string): Promise<void> {
    const user = await this.#auth.find(`/internal/users/${userId}`, z.object({ id: IdSchema }), requestId);
    if (!user) throw new AppError('not-found', NO_SUCH_USER);
  }

  /**
   * Notes that the caller has read a notification; may be repeated.
   * @throws AppError `not-found`, `forbidden` when it is for somebody else
   */
  async markRead(id: number, userId: number): Promise<Notification> {
    return this.#database.$transaction(async (transaction) => {
      const notification = await transaction.notification.findUnique({ where: { id } });
      if (!notification) throw new AppError('not-found', 'Notification non trouvée');
      const { targetUserId } = notification;
      if (targetUserId !== null && targetUserId !== userId) throw new AppError('forbidden');
      const readers = await withoutDeleted(transaction, [userId]);
      await transaction.readReceipt.createMany({
        data: readers.map((reader) => ({ notificationId: id, userId: reader })),
        skipDuplicates: true,
      });
      return notification;
    });
  }
}

/** Auth may have known somebody a moment ago whose account has ended since. */
async function assertNotDeleted(transaction: Transaction, userId: number): Promise<void> {
  const [person] = await withoutDeleted(transaction, [userId]);
  if (person === undefined) throw new AppError('not-found', NO_SUCH_USER);
}
