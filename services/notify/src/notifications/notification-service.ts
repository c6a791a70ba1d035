import type { SendNotificationSchema } from '@fasocolis/contracts/notifications';
import { accountOperations } from '@fasocolis/contracts/operations/accounts';
import { type Actor, logChanges } from '@fasocolis/service-kit/data/change-log';
import { once } from '@fasocolis/service-kit/data/once';
import { AppError } from '@fasocolis/service-kit/http/errors';
import { defineList, findPage, IdsFilterSchema, type ListRequestOf } from '@fasocolis/service-kit/http/lists';
import type { ServiceClient } from '@fasocolis/service-kit/http/service-client';
import type * as z from 'zod/mini';
import { withoutDeleted } from '../audience/accounts.ts';
import { recordAccountPushes } from '../audience/devices.ts';
import { lockNotificationLog } from '../audience/notification-row.ts';
import type { Database, Transaction } from '../database.ts';
import { type DeliveryQueue, recordDeliveries } from '../deliveries/delivery-queue.ts';
import { type Notification, Prisma } from '../generated/prisma/client.ts';
import { type NotificationListRequest, notificationList } from './notification-list.ts';

const MAX_REGISTRATIONS = 10_000;
const NO_SUCH_USER = 'Utilisateur non trouvé';

export const sentListSpec = defineList({
  resource: 'sent-notifications',
  sortable: ['id'],
  filters: { id: IdsFilterSchema },
});

interface Dependencies {
  database: Database;
  auth: ServiceClient;
  queue: DeliveryQueue;
  signalFeed: () => void;
}

export class NotificationService {
  readonly #list: ReturnType<typeof notificationList>;
  readonly #registrations = new Map<number, Date>();
  readonly #database: Database;
  readonly #auth: ServiceClient;
  readonly #queue: DeliveryQueue;
  readonly #signalFeed: () => void;

  constructor({ database, auth, queue, signalFeed }: Dependencies) {
    this.#database = database;
    this.#list = notificationList(database);
    this.#auth = auth;
    this.#queue = queue;
    this.#signalFeed = signalFeed;
  }

  async listOfUser(userId: number, request: NotificationListRequest, requestId: string) {
    return this.#list({ userId, registeredAt: await this.#registrationOf(userId, requestId) }, request);
  }

  /** When the account was created; null while auth does not respond. */
  async #registrationOf(userId: number, requestId: string): Promise<Date | null> {
    const known = this.#registrations.get(userId);
    if (known) return known;
    const user = await this.#findUser(userId, requestId).catch(() => null);
    if (!user?.createdAt) return null;
    if (this.#registrations.size >= MAX_REGISTRATIONS) this.#registrations.clear();
    const registeredAt = new Date(user.createdAt);
    this.#registrations.set(userId, registeredAt);
    return registeredAt;
  }

  #findUser(userId: number, requestId: string) {
    return this.#auth.find(accountOperations.getUser, requestId, { params: { id: userId } });
  }

  async send(body: z.infer<typeof SendNotificationSchema>, actor: Actor): Promise<Notification> {
    const requestId = actor.requestId ?? '';
    const targetUserId = body.targetUserId ?? null;
    if (targetUserId !== null) await this.#assertUserExists(targetUserId, requestId);
    const afterwards: (() => Promise<unknown>)[] = [];
    const notification = await once(this.#database, actor, async (transaction: Transaction) => {
      if (targetUserId !== null) await assertNotDeleted(transaction, targetUserId);
      await lockNotificationLog(transaction);
      const { title, body: text } = body;
      const row = await transaction.notification.create({
        data: { title, body: text, targetUserId, authorId: actor.userId, byEmail: body.byEmail },
      });
      await logChanges(transaction, actor, [
        {
          subject: 'notification',
          subjectId: row.id,
          action: 'sent',
          // A message to one person may be personal, and the log stays.
          ...(targetUserId === null
            ? { name: title, after: { content: text, byEmail: body.byEmail } }
            : { name: `n° ${row.id}`, after: { userId: targetUserId, byEmail: body.byEmail } }),
        },
      ]);
      if (body.byEmail) afterwards.push(await this.#recordEmails(transaction, row, requestId));
      const pushes = await recordAccountPushes(transaction, [row.id], { requestId, dueAt: null });
      afterwards.push(() => this.#queue.add(pushes));
      return row;
    });
    this.#signalFeed();
    for (const add of afterwards) void add();
    return notification;
  }

  listSent(list: ListRequestOf<typeof sentListSpec>) {
    const where = { ...list.filters, authorId: { not: null } };
    return findPage(list, ['id', 'desc'], this.#database.notification, {
      where,
      include: { _count: { select: { receipts: true } } },
    });
  }

  /**
   * One email for one user; for a broadcast one row, which the worker expands.
   * @returns the function that adds the job, after the commit
   */
  async #recordEmails(
    transaction: Transaction,
    { id: notificationId, targetUserId: userId }: Notification,
    requestId: string,
  ) {
    if (userId === null) {
      const batch = await transaction.emailBatch.create({ data: { notificationId, requestId } });
      return () => this.#queue.addFanOut(batch);
    }
    const emails = await recordDeliveries(transaction, [{ kind: 'announcement', notificationId, userId, requestId }]);
    return () => this.#queue.add(emails);
  }

  async #assertUserExists(userId: number, requestId: string): Promise<void> {
    const user = await this.#findUser(userId, requestId);
    if (!user) throw new AppError('not-found', NO_SUCH_USER);
  }

  /** Idempotent. */
  async markRead(id: number, userId: number): Promise<Notification> {
    return this.#database.$transaction(async (transaction) => {
      const readers = await withoutDeleted(transaction, [userId]);
      // It is locked, since it may be withdrawn at the same moment.
      await transaction.$queryRaw`SELECT id FROM notifications WHERE id = ${id} FOR KEY SHARE`;
      const notification = await transaction.notification.findUnique({ where: { id } });
      if (!notification) throw new AppError('not-found', 'Notification non trouvée');
      const { targetUserId } = notification;
      if (targetUserId !== null && targetUserId !== userId) throw new AppError('forbidden');
      await transaction.readReceipt.createMany({
        data: readers.map((reader) => ({ notificationId: id, userId: reader })),
        skipDuplicates: true,
      });
      return notification;
    });
  }

  async markAllRead(userId: number): Promise<void> {
    await this.#database.$transaction(async (transaction) => {
      const [reader] = await withoutDeleted(transaction, [userId]);
      if (reader === undefined) return;
      await transaction.$executeRaw`
        WITH unread AS (${unreadOf(userId)})
        INSERT INTO read_receipts (notification_id, user_id) SELECT id, ${userId} FROM unread ON CONFLICT DO NOTHING`;
    });
  }
}

/** Rows of notifications that a transaction locks, since they may be withdrawn at the same moment. */
const unreadOf = (userId: number) => Prisma.sql`
  SELECT id FROM notifications n
  WHERE (target_user_id IS NULL OR target_user_id = ${userId})
    AND NOT EXISTS (SELECT FROM read_receipts r WHERE r.notification_id = n.id AND r.user_id = ${userId})
  FOR KEY SHARE`;

/** The account may have been deleted after the request to auth. */
async function assertNotDeleted(transaction: Transaction, userId: number): Promise<void> {
  const [person] = await withoutDeleted(transaction, [userId]);
  if (person === undefined) throw new AppError('not-found', NO_SUCH_USER);
}
