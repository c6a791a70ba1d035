import { DEMO_CUSTOMERS } from '@fasocolis/contracts/demo';
import { PAGE_SLUGS } from '@fasocolis/contracts/pages';
import { asAdmin, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cleanPageHtml } from '../src/pages/page-html.ts';
import { seedAppSettings } from '../src/seed/app-settings.ts';
import { seedDemoContactMessages } from '../src/seed/demo-contact-messages.ts';
import { seedStaticPages } from '../src/seed/static-pages.ts';
import { type Content, startContent } from './helpers.ts';

let content: Content;
beforeAll(async () => {
  content = await startContent();
});
afterAll(() => content.close());

const get = async (url: string) => (await call(content.app, { url }, asAdmin())).json();

/** Paths of the customer site that pages may link to. */
const SCREENS = [
  '/',
  '/products',
  '/nos-delais',
  '/auth',
  '/profile',
  '/forgot-password',
  ...PAGE_SLUGS.map((slug) => `/${slug}`),
];

describe('the seed of content', () => {
  it('creates no message in a fresh installation [SEED-006]', async () => {
    expect(await get('/api/contact-messages')).toEqual([]);
  });

  it('creates the six pages, in French, with valid links [SEED-004]', async () => {
    const pages = await Promise.all(PAGE_SLUGS.map((slug) => get(`/api/static-pages/${slug}`)));
    expect(pages.map(({ slug, title }) => [slug, title])).toEqual([
      ['about', 'À propos'],
      ['support', 'Support'],
      ['contact', 'Contact'],
      ['privacy', 'Politique de confidentialité'],
      ['terms', "Conditions d'utilisation"],
      ['faq', 'Foire aux questions'],
    ]);
    for (const page of pages) {
      expect(page.content.length, page.slug).toBeGreaterThan(800);
      const links = [...page.content.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href);
      expect(links.length, page.slug).toBeGreaterThan(1);
      for (const link of links) expect(SCREENS, page.slug).toContain(link);
    }
    expect(pages[5].content.match(/<h3>/g)).toHaveLength(10);
  });

  it('creates pages in the sanitized form, so that the first edit changes nothing else', async () => {
    for (const slug of PAGE_SLUGS) {
      const page = await get(`/api/static-pages/${slug}`);
      expect(cleanPageHtml(page.content), slug).toBe(page.content);
    }
  });

  it('sets the WhatsApp number, the same for both routes, and the paragraph of products [SEED-005]', async () => {
    expect(await get('/api/app-settings/whatsapp_number')).toEqual({
      key: 'whatsapp_number',
      value: '+22600000000',
      description: 'Numéro WhatsApp du service client',
    });
    expect(await get('/api/whatsapp-number')).toEqual({ whatsappNumber: '+22600000000' });
    expect((await get('/api/app-settings/product_detail_paragraph')).value).toBe(
      'Cette montre connectée allie élégance et technologie : suivi de votre activité, notifications intelligentes et grande autonomie vous accompagnent au quotidien.',
    );
  });

  it('does not overwrite or restore what an administrator edited or deleted', async () => {
    await content.database.staticPage.update({ where: { slug: 'about' }, data: { title: 'Qui nous sommes' } });
    await content.database.appSetting.delete({ where: { key: 'whatsapp_number' } });
    await seedStaticPages(content.database);
    await seedAppSettings(content.database, '+22611111111');
    expect((await get('/api/static-pages/about')).title).toBe('Qui nous sommes');
    expect(await content.database.staticPage.count()).toBe(6);
    expect(await content.database.appSetting.count()).toBe(1);
  });

  it('creates one read and one unread message in demo mode, once, without emails [SEED-012]', async () => {
    await seedDemoContactMessages(content.database);
    await seedDemoContactMessages(content.database);
    const messages = await get('/api/contact-messages');
    expect(messages.map(({ isRead }: { isRead: boolean }) => isRead)).toEqual([false, true]);
    expect(messages[0]).toMatchObject({ email: DEMO_CUSTOMERS[0].email, phone: '+226 70 12 34 56' });
    expect(await get('/api/contact-messages?filter={"q":"bateau"}')).toEqual([messages[1]]);
    expect(await content.database.outboxEvent.count()).toBe(0);
  });
});
