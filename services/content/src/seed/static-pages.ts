import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PAGE_SLUGS } from '@fasocolis/contracts/pages';
import { seedOnce } from '@fasocolis/service-kit/data/seed';
import type { Database, Transaction } from '../database.ts';

const TITLES: Record<(typeof PAGE_SLUGS)[number], string> = {
  about: 'À propos',
  support: 'Support',
  contact: 'Contact',
  privacy: 'Politique de confidentialité',
  terms: "Conditions d'utilisation",
  faq: 'Foire aux questions',
};

export async function seedStaticPages(database: Database): Promise<void> {
  const data = await Promise.all(
    PAGE_SLUGS.map(async (slug) => {
      const content = await readFile(join(import.meta.dirname, 'pages', `${slug}.html`), 'utf8');
      return { slug, title: TITLES[slug], content: content.trim() };
    }),
  );
  await seedOnce<Transaction>(database, 'static-pages', (transaction) => transaction.staticPage.createMany({ data }));
}
