import type { SendNotificationSchema } from '@fasocolis/contracts/notifications';
import { accountOperations } from '@fasocolis/contracts/operations/accounts';
import type { Actor } from '@fasocolis/service-kit/data/change-log';
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
import type { Notification } from '../generated/prisma/client.ts';
import { notificationList } from './notification-list.ts';

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
  readonly listOfUser: ReturnType<typeof notificationList>;
  readonly #database: Database;
  readonly #auth: ServiceClient;
  readonly #queue: DeliveryQueue;
  readonly #signalFeed: () => void;

  constructor({ database, auth, queue, signalFeed }: Dependencies) {
    this.#database = database;
    this.listOfUser = notificationList(database);
    this.#auth = auth;
    this.#queue = queue;
    this.#signalFeed = signalFeed;
  }

  /** @throws AppError `not-found` when the target does not exist */
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
      if (body.byEmail) afterwards.push(await this.#recordEmails(transaction, row, requestId));
      const pushes = await recordAccountPushes(transaction, [row.id], { requestId, dueAt: null });
      afterwards.push(() => this.#queue.add(pushes));
      return row;
    });
    this.#signalFeed();
    for (const add of afterwards) void add();
    return notification;
  }

  /** What administrators wrote, with the number of readers. */
  listSent(list: ListRequestOf<typeof sentListSpec>) {
    const where = { ...list.filters, authorId: { not: null } };
    return findPage(
      list,
      ['id', 'desc'],
      (page) =>
        this.#database.notification.findMany({ where, ...page, include: { _count: { select: { receipts: true } } } }),
      () => this.#database.notification.count({ where }),
    );
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
    const user = await this.#auth.find(accountOperations.getUser, requestId, { params: { id: userId } });
    if (!user) throw new AppError('not-found', NO_SUCH_USER);
  }

  /** Idempotent. @throws AppError `not-found`, `forbidden` for another user's notification */
  async markRead(id: number, userId: number): Promise<Notification> {
    return this.#database.$transaction(async (transaction) => {
      const readers = await withoutDeleted(transaction, [userId]);
      // Locked: it may be withdrawn at the same moment.
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
}

/** The account may have been deleted after the request to auth. */
async function assertNotDeleted(transaction: Transaction, userId: number): Promise<void> {
  const [person] = await withoutDeleted(transaction, [userId]);
  if (person === undefined) throw new AppError('not-found', NO_SUCH_USER);
}
