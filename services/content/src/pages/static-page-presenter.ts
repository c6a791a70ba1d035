import type { StaticPage } from '@fasocolis/contracts/content';
import type { StaticPage as StaticPageRow } from '../generated/prisma/client.ts';
import { cleanPageHtml } from './page-html.ts';

export function presentPageSummary({ id, slug, title, lastUpdated }: Omit<StaticPageRow, 'content'>) {
  return { id, slug, title, lastUpdated: lastUpdated.toISOString() };
}

/** Sanitizes the HTML again: a row may have been written in another way. */
export function presentPage(row: StaticPageRow): StaticPage {
  return { ...presentPageSummary(row), content: cleanPageHtml(row.content) };
}
