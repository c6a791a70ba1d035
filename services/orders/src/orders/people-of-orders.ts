import { accountOperations } from '@fasocolis/contracts/operations/accounts';
import { readPhone } from '@fasocolis/contracts/reading/phone';
import type { Actor } from '@fasocolis/service-kit/data/change-log';
import type { ServiceClient } from '@fasocolis/service-kit/http/service-client';
import type { Database } from '../database.ts';
import type { Order } from '../generated/prisma/client.ts';

const BATCH = 500;

interface Reach {
  people: number;
  /** With an account. */
  site: number;
  /** With a number alone. */
  whatsapp: number;
  /** Orders that name nobody. */
  nobody: number;
}

/**
 * The number of people whom orders name: their owners, the users who saved them, and their recipients with a phone number.
 * An account and a recipient with the same number are one person.
 */
export async function countPeople(
  { database, auth }: { database: Database; auth: ServiceClient },
  orders: Order[],
  { requestId }: Actor,
): Promise<Reach> {
  const where = { orderId: { in: orders.map(({ id }) => id) } };
  const saved = await database.savedOrder.findMany({ where, select: { userId: true, orderId: true } });
  const users = [...new Set([...orders.flatMap(({ userId }) => userId ?? []), ...saved.map(({ userId }) => userId)])];
  const people = new Set<string | number>([...users, ...orders.flatMap(({ recipientPhone }) => recipientPhone ?? [])]);
  const numbers = new Set(orders.flatMap(({ recipientPhone }) => recipientPhone ?? []));
  const savedIds = new Set(saved.map(({ orderId }) => orderId));
  const isOfNobody = ({ id, userId, recipientPhone }: Order) =>
    userId === null && recipientPhone === null && !savedIds.has(id);
  for (let from = 0; from < users.length; from += BATCH) {
    const body = { userIds: users.slice(from, from + BATCH), withDeclined: true };
    const accounts = (await auth.find(accountOperations.listUserPhones, requestId ?? '', { body })) ?? [];
    for (const { userId, phone } of accounts) {
      const number = readPhone(phone) ?? '';
      if (people.has(number)) people.delete(userId);
      numbers.delete(number);
    }
  }
  return {
    people: people.size,
    site: people.size - numbers.size,
    whatsapp: numbers.size,
    nobody: orders.filter(isOfNobody).length,
  };
}
