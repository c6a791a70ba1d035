import { boundedText } from '@fasocolis/contracts/common';
import {
  type CreatePopupSchema,
  DATES_REVERSED,
  endsBeforeStart,
  type ImagePosition,
  type UpdatePopupSchema,
} from '@fasocolis/contracts/popups';
import type { Actor } from '@fasocolis/service-kit/data/change-log';
import { isForeignKeyViolation, searchText } from '@fasocolis/service-kit/data/database';
import { givenFields, loggedRows } from '@fasocolis/service-kit/data/logged-rows';
import { AppError } from '@fasocolis/service-kit/http/errors';
import {
  defineList,
  findPage,
  IdsFilterSchema,
  type ListRequestOf,
  whereListed,
} from '@fasocolis/service-kit/http/lists';
import * as z from 'zod/mini';
import { withoutDeleted } from '../audience/accounts.ts';
import type { Database, Transaction } from '../database.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import { type PopupDependencies, receiveImage } from './popup-images.ts';
import { dayOf, type PopupRow, withImage } from './popup-presenter.ts';

export const popupListSpec = defineList({
  resource: 'popup-notifications',
  isSearchable: true,
  sortable: ['id', 'title', 'isActive', 'showOnce', 'startDate', 'endDate'],
  optional: ['startDate', 'endDate'],
  filters: {
    id: IdsFilterSchema,
    title: boundedText(200),
    isActive: z.boolean(),
    showOnce: z.boolean(),
  },
});

type CreateBody = z.infer<typeof CreatePopupSchema>;
type UpdateBody = z.infer<typeof UpdatePopupSchema>;

const NOT_FOUND = 'Notification popup non trouvée';

export function listPopups(database: Database, list: ListRequestOf<typeof popupListSpec>) {
  return findPage(list, ['id', 'asc'], database.popup, { where: whereListed(list), ...withImage });
}

export function listUnseenPopups(database: Database, userId: number, page: { offset: number; limit: number }) {
  const today = new Date(dayOf(new Date()) ?? '');
  const where: Prisma.PopupWhereInput = {
    isActive: true,
    AND: [
      { OR: [{ startDate: null }, { startDate: { lte: today } }] },
      { OR: [{ endDate: null }, { endDate: { gte: today } }] },
      { OR: [{ showOnce: false }, { seen: { none: { userId } } }] },
    ],
  };
  return findPage({ sort: null, ...page }, ['id', 'asc'], database.popup, { where, ...withImage });
}

export async function createPopup(dependencies: PopupDependencies, body: CreateBody, actor: Actor) {
  const { imageUrl = null, imagePosition, buttonLink = null, startDate, endDate, ...rest } = body;
  const image = await receiveImage(dependencies, imageUrl);
  const data = {
    ...rest,
    ...image,
    imagePosition: positionOf(imagePosition),
    buttonLink,
    startDate: dateOf(startDate),
    endDate: dateOf(endDate),
    searchText: searchText(rest.title),
  };
  return stored.create(dependencies.database, actor, (transaction) => transaction.popup.create({ data, ...withImage }));
}

export async function updatePopup(
  dependencies: PopupDependencies,
  id: number,
  { imageUrl, startDate, endDate, imagePosition, title, ...rest }: UpdateBody,
  actor: Actor,
) {
  const { database } = dependencies;
  await assertExists(database, id);
  const image = imageUrl === undefined ? null : await receiveImage(dependencies, imageUrl);
  return stored.change(database, id, actor, (transaction, before) => {
    const period = {
      startDate: startDate === undefined ? dayOf(before.startDate) : startDate,
      endDate: endDate === undefined ? dayOf(before.endDate) : endDate,
    };
    if (endsBeforeStart(period)) throw AppError.field('endDate', DATES_REVERSED);
    const data = {
      ...givenFields(rest),
      ...image,
      ...(imagePosition && { imagePosition: positionOf(imagePosition) }),
      ...(title && { title, searchText: searchText(title) }),
      startDate: dateOf(period.startDate),
      endDate: dateOf(period.endDate),
    };
    return transaction.popup.update({ where: { id }, data, ...withImage });
  });
}

async function assertExists(database: Database, id: number): Promise<void> {
  if ((await database.popup.count({ where: { id } })) === 0) throw new AppError('not-found', NOT_FOUND);
}

export function removePopup(database: Database, id: number, actor: Actor): Promise<void> {
  return stored.remove(database, id, actor);
}

export async function markPopupSeen(database: Database, popupId: number, userId: number): Promise<void> {
  await assertExists(database, popupId);
  try {
    await database.$transaction(async (transaction) => {
      const people = await withoutDeleted(transaction, [userId]);
      const data = people.map((person) => ({ popupId, userId: person }));
      await transaction.popupSeen.createMany({ data, skipDuplicates: true });
    });
  } catch (cause) {
    if (!isForeignKeyViolation(cause)) throw cause;
    throw new AppError('not-found', NOT_FOUND, { cause });
  }
}

const stored = loggedRows({
  subject: 'popup',
  notFound: NOT_FOUND,
  model: (transaction: Transaction) => transaction.popup,
  include: withImage.include,
  lock: (transaction, id) => transaction.$queryRaw`SELECT id FROM popups WHERE id = ${id} FOR UPDATE`,
  describe: (row: PopupRow) => ({
    id: row.id,
    name: row.title,
    values: {
      title: row.title,
      content: row.content,
      isActive: row.isActive,
      showOnce: row.showOnce,
      startDate: dayOf(row.startDate),
      endDate: dayOf(row.endDate),
      image: row.imageAddress ?? row.imageHash,
      buttonText: row.buttonText,
      buttonLink: row.buttonLink,
      look: [
        row.backgroundColor,
        row.textColor,
        row.buttonColor,
        row.buttonTextColor,
        row.titleFontSize,
        row.contentFontSize,
        row.fontFamily,
        row.fontWeight,
        row.borderRadius,
        row.width,
        row.height,
        row.imagePosition,
      ].join(', '),
    },
  }),
});

const positionOf = (position: ImagePosition) => position.toUpperCase() as Uppercase<ImagePosition>;
const dateOf = (day: string | null | undefined) => (day ? new Date(day) : null);
