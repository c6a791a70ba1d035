import type { Product } from '@fasocolis/contracts/catalog';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { ProductCard } from './product-card.tsx';

afterEach(cleanup);

const watch: Product = {
  id: 7,
  name: 'Montre connectée',
  description: 'Autonomie de dix jours',
  price: '99,99€',
  imageUrl: 'https://images.example/main.webp',
  imageUrls: ['https://images.example/first.webp', 'https://images.example/second.webp'],
  hasFreeshipping: true,
  features: [],
  specifications: {},
};

function card(product: Product): HTMLElement {
  cleanup();
  render(<ProductCard product={product} />, { wrapper: MemoryRouter });
  return screen.getByTestId('product-card');
}
const image = (product: Product) => card(product).querySelector('img')?.getAttribute('src');

describe('a product card', () => {
  it('shows the first of its images, else its main image, else none [PROD-007]', () => {
    expect(image(watch)).toBe('https://images.example/first.webp');
    expect(image({ ...watch, imageUrls: [] })).toBe('https://images.example/main.webp');
    expect(image({ ...watch, imageUrls: [], imageUrl: null })).toBeUndefined();
  });

  it('loads its image in small files on phones, and only near the viewport', () => {
    const shown = card({ ...watch, imageUrls: [`/api/product-images/${'a'.repeat(43)}-1280.webp`] });
    expect(shown.querySelector('img')?.getAttribute('loading')).toBe('lazy');
    const source = shown.querySelector('source');
    expect(source?.media).toBe('(max-width: 767px)');
    const widths = [...(source?.srcset ?? '').matchAll(/ (\d+)w/g)].map(([, width]) => Number(width));
    expect(Math.max(...widths)).toBe(640);
  });

  it('shows name, description and the price as it was typed [PROD-008]', () => {
    const text = card(watch).textContent;
    for (const part of ['Montre connectée', 'Autonomie de dix jours', '99,99€']) expect(text).toContain(part);
  });

  it('shows "Livraison gratuite" when shipping is free, and not otherwise [PROD-009]', () => {
    expect(card(watch).textContent).toContain('Livraison gratuite');
    expect(card({ ...watch, hasFreeshipping: false }).textContent).not.toContain('Livraison gratuite');
  });

  it("links to the product's screen", () => {
    expect(card(watch).getAttribute('href')).toBe('/product/7');
  });
});
