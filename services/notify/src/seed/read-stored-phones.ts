import { readPhone } from '@fasocolis/contracts/reading/phone';
import { seedOnce } from '@fasocolis/service-kit/data/seed';
import { lockToTell } from '../audience/people-to-tell.ts';
import type { Database, Transaction } from '../database.ts';

/** Reads the phone numbers of people and contacts that were stored before there was one way to read them (READ-006). */
export async function readStoredPhones(database: Database): Promise<void> {
  await seedOnce<Transaction>(database, 'stored-phones-are-read', async (transaction) => {
    await lockToTell(transaction);
    const rows = await transaction.$queryRaw<{ phone: string }[]>`
      SELECT phone FROM people_to_tell WHERE phone !~ '^[+]226[0-7][0-9]{7}$'
      UNION SELECT phone FROM whatsapp_contacts WHERE phone !~ '^[+]226[0-7][0-9]{7}$'`;
    for (const { phone: former } of rows) {
      const phone = readPhone(former);
      if (phone !== null && phone !== former) await rename(transaction, former, phone);
    }
  });
}

async function rename(transaction: Transaction, former: string, phone: string): Promise<void> {
  const open = await transaction.personToTell.findFirst({ where: { phone, toldAt: null } });
  // A number has one open person at most: the changes are joined.
  const [duplicate] = open ? await transaction.personToTell.findMany({ where: { phone: former, toldAt: null } }) : [];
  if (open && duplicate) {
    const known = await transaction.changeToTell.findMany({ where: { personId: open.id }, select: { eventId: true } });
    const eventId = { notIn: known.map((change) => change.eventId) };
    await transaction.changeToTell.updateMany({
      where: { personId: duplicate.id, eventId },
      data: { personId: open.id },
    });
    await transaction.personToTell.delete({ where: { id: duplicate.id } });
  }
  await transaction.personToTell.updateMany({ where: { phone: former }, data: { phone } });
  const contact = await transaction.whatsappContact.findUnique({
    where: { phone: former },
    include: { follows: true },
  });
  if (!contact) return;
  const { follows, ...columns } = contact;
  const present = await transaction.whatsappContact.findUnique({ where: { phone } });
  if (!present) await transaction.whatsappContact.create({ data: { ...columns, phone } });
  // A wish for no messages holds for the person.
  else if (columns.stoppedAt && !present.stoppedAt) {
    const { stoppedAt, stoppedBy, refusedAt } = columns;
    await transaction.whatsappContact.update({ where: { phone }, data: { stoppedAt, stoppedBy, refusedAt } });
  }
  const data = follows.map(({ orderId }) => ({ phone, orderId }));
  await transaction.whatsappFollow.createMany({ data, skipDuplicates: true });
  await transaction.whatsappMessage.updateMany({ where: { phone: former }, data: { phone } });
  await transaction.whatsappContact.delete({ where: { phone: former } });
}
