import { boundedText } from '@fasocolis/contracts/common';
import type { UpdateStaticPageSchema } from '@fasocolis/contracts/content';
import { PAGE_SLUGS } from '@fasocolis/contracts/pages';
import { type Actor, changeLogger } from '@fasocolis/service-kit/data/change-log';
import { whereSearched } from '@fasocolis/service-kit/data/database';
import { AppError } from '@fasocolis/service-kit/http/errors';
import { defineList, findPage, IdsFilterSchema, type ListRequestOf } from '@fasocolis/service-kit/http/lists';
import type * as z from 'zod/mini';
import type { Database } from '../database.ts';
import type { Prisma, StaticPage } from '../generated/prisma/client.ts';
import { cleanPageHtml, isBlankHtml } from './page-html.ts';

export const staticPageListSpec = defineList({
  resource: 'static-pages',
  isSearchable: true,
  sortable: ['id', 'slug', 'title', 'lastUpdated'],
  filters: {
    id: IdsFilterSchema,
    slug: boundedText(200),
  },
});

const NOT_FOUND = 'Page non trouvée';
const CONTENT_MISSING = 'Le contenu est requis';

export async function listStaticPages(database: Database, list: ListRequestOf<typeof staticPageListSpec>) {
  const where: Prisma.StaticPageWhereInput = { ...list.filters };
  if (list.search) {
    const named = await database.staticPage.findMany({ select: { id: true, title: true } });
    where.AND = whereSearched(named, 'title', list.search);
  }
  return findPage(list, ['id', 'asc'], database.staticPage, { where, omit: { content: true } });
}

export async function findStaticPage(database: Database, slug: string): Promise<StaticPage> {
  const page = isPageSlug(slug) && (await database.staticPage.findUnique({ where: { slug } }));
  if (!page) throw new AppError('not-found', NOT_FOUND);
  return page;
}

/** Absent fields stay unchanged; a PATCH without changes keeps the date of the last change. */
export async function updateStaticPage(
  database: Database,
  slug: string,
  body: z.infer<typeof UpdateStaticPageSchema>,
  actor: Actor,
): Promise<StaticPage> {
  if (!isPageSlug(slug)) throw new AppError('not-found', NOT_FOUND);
  const cleaned = body.content === undefined ? undefined : cleanContent(body.content);
  return database.$transaction(async (transaction) => {
    // Locked first, so that concurrent writes are compared with each other's result.
    await transaction.$queryRaw`SELECT id FROM static_pages WHERE slug = ${slug} FOR UPDATE`;
    const before = await transaction.staticPage.findUnique({ where: { slug } });
    if (!before) throw new AppError('not-found', NOT_FOUND);
    const { title = before.title } = body;
    const content = cleaned ?? before.content;
    if (title === before.title && content === before.content) return before;
    const data = { title, content, lastUpdated: new Date() };
    const after = await transaction.staticPage.update({ where: { slug }, data });
    await logPage(transaction, actor, 'changed', { before, after });
    return after;
  });
}

/** Contents are too long for the log: that they changed is enough. */
const logPage = changeLogger('page', ({ slug, title, lastUpdated }: StaticPage) => ({
  id: slug,
  name: title,
  values: { title, lastUpdated },
}));

const isPageSlug = (slug: string) => PAGE_SLUGS.some((known) => known === slug);

function cleanContent(content: string): string {
  const cleaned = cleanPageHtml(content);
  if (!isBlankHtml(cleaned)) return cleaned;
  throw AppError.field('content', CONTENT_MISSING);
}
