import { searchTerms } from '@fasocolis/contracts/reading/search';
import { type Actor, logChanges } from '@fasocolis/service-kit/data/change-log';
import { escapeLike, matchesSearch } from '@fasocolis/service-kit/data/database';
import { AppError } from '@fasocolis/service-kit/http/errors';
import { defineList, type ListRequestOf } from '@fasocolis/service-kit/http/lists';
import { lockToTell, resumeTelling } from '../audience/people-to-tell.ts';
import type { Database } from '../database.ts';
import type { Prisma } from '../generated/prisma/client.ts';

export const stoppedListSpec = defineList({
  resource: 'stopped-numbers',
  isSearchable: true,
  sortable: ['stoppedAt'],
  filters: {},
});
type StoppedListRequest = ListRequestOf<typeof stoppedListSpec>;

export async function listStoppedNumbers(database: Database, { sort, offset, limit, search }: StoppedListRequest) {
  const where: Prisma.WhatsappContactWhereInput = { stoppedAt: { not: null } };
  if (search !== null) where.OR = await contactsMatching(database, search);
  const orderBy = [{ stoppedAt: sort?.direction ?? 'desc' }, { phone: 'asc' } as const];
  const [contacts, total] = await Promise.all([
    database.whatsappContact.findMany({ where, orderBy, skip: offset, take: limit }),
    database.whatsappContact.count({ where }),
  ]);
  const nameOf = await namesOf(
    database,
    contacts.map(({ phone }) => phone),
  );
  const rows = contacts.flatMap(({ phone, stoppedAt, stoppedBy }) =>
    stoppedAt
      ? [{ id: phone, name: nameOf.get(phone) ?? null, stoppedAt: stoppedAt.toISOString(), byUserId: stoppedBy }]
      : [],
  );
  return { rows, total };
}

export async function resumeTellingNumber(database: Database, phone: string, actor: Actor): Promise<void> {
  await database.$transaction(async (transaction) => {
    await lockToTell(transaction);
    if (!(await resumeTelling(transaction, phone, new Date()))) {
      throw new AppError('not-found', 'Ce numéro est déjà prévenu de nouveau.');
    }
    // The number itself is personal: its end is enough to recognize it.
    const name = `…${phone.slice(-4)}`;
    await logChanges(transaction, actor, [
      { subject: 'person-to-tell', subjectId: name, name, action: 'telling-resumed' },
    ]);
  });
}

async function contactsMatching(database: Database, search: string): Promise<Prisma.WhatsappContactWhereInput[]> {
  const alternatives = searchTerms(search);
  const named = await database.personToTell.findMany({
    where: { changes: { some: { OR: matchesSearch('searchText', search) } } },
    select: { phone: true },
    distinct: ['phone'],
  });
  return [
    { phone: { in: named.map(({ phone }) => phone) } },
    ...alternatives.flatMap(([digits, ...others]) =>
      digits !== undefined && others.length === 0 ? [{ phone: { contains: escapeLike(digits) } }] : [],
    ),
  ];
}

async function namesOf(database: Database, phones: string[]): Promise<Map<string, string>> {
  const changes = await database.changeToTell.findMany({
    where: { person: { phone: { in: phones } }, name: { not: null } },
    select: { name: true, person: { select: { phone: true } } },
    // The newest name is set last.
    orderBy: { id: 'asc' },
  });
  return new Map(changes.flatMap(({ name, person }) => (name ? [[person.phone, name]] : [])));
}
