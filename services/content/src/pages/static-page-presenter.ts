import type { StaticPage } from '@fasocolis/contracts/content';
import type { StaticPage as StaticPageRow } from '../generated/prisma/client.ts';

export function presentPageSummary({ id, slug, title, lastUpdated }: Omit<StaticPageRow, 'content'>) {
  return { id, slug, title, lastUpdated: lastUpdated.toISOString() };
}

export function presentPage(row: StaticPageRow): StaticPage {
  return { ...presentPageSummary(row), content: row.content };
}
