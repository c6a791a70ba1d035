import type { StaticPage } from '@fasocolis/contracts/content';
import type { StaticPage as StaticPageRow } from '../generated/prisma/client.ts';
import { cleanPageHtml } from './page-html.ts';

export function presentPageSummary({ id, slug, title, lastUpdated }: Omit<StaticPageRow, 'content'>) {
  return { id, slug, title, lastUpdated: lastUpdated.toISOString() };
}

/** Cleans the HTML once more: a row may have come into the database some other way. */
export function presentPage(row: StaticPageRow): StaticPage {
  return { ...presentPageSummary(row), content: cleanPageHtml(row.content) };
}
