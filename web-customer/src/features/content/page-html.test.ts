import { describe, expect, it } from 'vitest';
import { headingFor, targetInSite } from './page-html.tsx';

const link = (href: string) => Object.assign(document.createElement('a'), { href });

describe('a link in a page', () => {
  it('to the site itself is handled by its router [PAGE-007]', () => {
    expect(targetInSite(link('/products'))).toBe('/products');
    expect(targetInSite(link('/?tracking=DEMO0002#x'))).toBe('/?tracking=DEMO0002#x');
    expect(targetInSite(link(`${location.origin}/faq`))).toBe('/faq');
    expect(targetInSite(link('/administration-des-colis'))).toBe('/administration-des-colis');
  });

  it('to another site, the back office or an application is left to the browser [PAGE-007]', () => {
    for (const href of [
      'https://example.com/faq',
      '/admin',
      '/admin/orders',
      '/api/docs',
      'mailto:a@b.bf',
      'tel:+226',
    ]) {
      expect(targetInSite(link(href)), href).toBeUndefined();
    }
  });
});

describe('an anchor in a page', () => {
  const page = document.createElement('div');
  page.innerHTML = "<h2>Délais de livraison</h2><h3>Et par avion, c'est plus rapide ?</h3><p>delais</p>";

  it('matches the heading with that text', () => {
    expect(headingFor(page, '#delais-de-livraison')?.localName).toBe('h2');
    expect(headingFor(page, '#et-par-avion-c-est-plus-rapide')?.localName).toBe('h3');
  });

  it('matches nothing without such a heading', () => {
    for (const hash of ['', '#', '#delais', '#%C3%A9']) expect(headingFor(page, hash), hash).toBeUndefined();
  });
});
