import { accountOperations } from '@fasocolis/contracts/operations/accounts';
import { readPhone } from '@fasocolis/contracts/reading/phone';
import type { ServiceClient } from '@fasocolis/service-kit/http/service-client';
import type { Database, Transaction } from '../database.ts';
import { keepAccounts } from './accounts.ts';
import { addChanges, deleteChangesOf, lockToTell } from './people-to-tell.ts';

const BATCH = 500;

interface Dependencies {
  database: Database;
  auth: ServiceClient;
}

/**
 * Adds the notifications of accounts to the changes of their phone numbers, which auth stores, except for accounts that declined
 * WhatsApp. While auth is unavailable the notifications wait.
 */
export async function findAccountPhones({ database, auth }: Dependencies): Promise<void> {
  for (;;) {
    const waiting = await database.notification.findMany({
      where: { awaitsPhone: true },
      select: { targetUserId: true },
      distinct: ['targetUserId'],
      take: BATCH,
    });
    const userIds = waiting.flatMap(({ targetUserId }) => targetUserId ?? []);
    if (userIds.length === 0) return;
    const body = { userIds, withDeclined: true };
    const accounts = await auth.find(accountOperations.listUserPhones, 'account-phones', { body });
    // A replica of the former version responds with 404 during an update.
    if (accounts === null) return;
    await database.$transaction(async (transaction) => {
      await keepAccounts(transaction);
      await lockToTell(transaction);
      for (const account of accounts) if (account.hasDeclined) await deleteChangesOf(transaction, account);
      const told = accounts.flatMap(({ userId, name, phone, hasDeclined, isVerified = false }) => {
        const number = hasDeclined ? null : readPhone(phone);
        return number ? [[userId, { phone: number, name, consent: isVerified }] as const] : [];
      });
      await addFor(transaction, new Map(told));
      await transaction.notification.updateMany({
        where: { awaitsPhone: true, targetUserId: { in: userIds } },
        data: { awaitsPhone: false },
      });
    });
  }
}

/** Consent is to messages of the product itself: by verifying the number. */
interface TellableAccount {
  phone: string;
  name: string;
  consent: boolean;
}

/** A concurrent worker may have added them: then no notification waits. */
async function addFor(transaction: Transaction, accounts: Map<number, TellableAccount>): Promise<void> {
  const notifications = await transaction.notification.findMany({
    where: { awaitsPhone: true, targetUserId: { in: [...accounts.keys()] } },
    include: { orders: true },
    orderBy: { id: 'asc' },
  });
  const changes = notifications.flatMap(({ title, note, occurredAt, sentAt, targetUserId: userId, orders }) => {
    const account = userId !== null && accounts.get(userId);
    if (!account) return [];
    return orders.flatMap(({ eventId, orderId, reference, pickupCode }) => {
      if (eventId === null) return [];
      const change = { ...account, userId, title, note, occurredAt: occurredAt ?? sentAt, eventId, orderId, reference };
      // A claimed number may be a stranger's.
      return [account.consent ? { ...change, pickupCode } : change];
    });
  });
  await addChanges(transaction, changes);
}
