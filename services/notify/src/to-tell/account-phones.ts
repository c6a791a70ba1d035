import { readPhone } from '@fasocolis/contracts/reading/phone';
import { UserPhonesSchema } from '@fasocolis/contracts/user-lookup';
import type { ServiceClient } from '@fasocolis/service-kit/http/service-client';
import type { Database } from '../database.ts';
import { addChanges, forgetChangesOf, lockToTell } from '../shared/people-to-tell.ts';

const BATCH = 500;

interface Dependencies {
  database: Database;
  auth: ServiceClient;
}

/**
 * Gives the changes of accounts the phone numbers that auth has; those of accounts without one, and of
 * those that want no news over WhatsApp, are deleted. While auth is unavailable they stay.
 */
export async function findAccountPhones({ database, auth }: Dependencies): Promise<void> {
  for (;;) {
    const waiting = await database.changeToTell.findMany({
      where: { personId: null },
      select: { userId: true },
      distinct: ['userId'],
      take: BATCH,
    });
    const userIds = waiting.flatMap(({ userId }) => userId ?? []);
    if (userIds.length === 0) return;
    const accounts = await auth.find('/internal/users/phones', UserPhonesSchema, 'account-phones', {
      userIds,
      withDeclined: true,
    });
    // During an update, from a replica of the version before.
    if (accounts === null) return;
    const accountOf = new Map(accounts.map((account) => [account.userId, account]));
    await database.$transaction(async (transaction) => {
      await lockToTell(transaction);
      // Another worker may have been faster.
      const where = { personId: null, userId: { in: userIds } };
      const changes = await transaction.changeToTell.findMany({ where, orderBy: { id: 'asc' } });
      await transaction.changeToTell.deleteMany({ where: { id: { in: changes.map(({ id }) => id) } } });
      await addChanges(
        transaction,
        changes.flatMap(({ id: _id, personId: _none, ...change }) => {
          const account = accountOf.get(change.userId ?? 0);
          const phone = account && !account.hasDeclined && readPhone(account.phone);
          return phone ? [{ phone, change: { ...change, name: account.name } }] : [];
        }),
      );
      for (const account of accounts) if (account.hasDeclined) await forgetChangesOf(transaction, account);
    });
  }
}
