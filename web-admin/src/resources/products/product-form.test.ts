// @vitest-environment node
import type { Product } from '@fasocolis/contracts/catalog';
import { describe, expect, it } from 'vitest';
import { featuresOf, formOf, ProductFormSchema, specificationsOf } from './product-form.ts';

const product: Product = {
  id: 7,
  name: 'Montre connectée',
  description: 'Étanche.',
  price: '99,99€',
  imageUrl: null,
  imageUrls: [],
  hasFreeshipping: true,
  features: ['Bluetooth 5.3', 'Écran tactile'],
  specifications: { Poids: '45 g', Autonomie: '7 jours: en veille' },
};

describe('features as text', () => {
  it('are one per line, blank lines dropped [ADM-PROD-012]', () => {
    expect(featuresOf('Bluetooth 5.3\n\n  Écran tactile \r\n   \n')).toEqual(['Bluetooth 5.3', 'Écran tactile']);
    expect(featuresOf('')).toEqual([]);
  });
});

describe('specifications as text', () => {
  it('are split at the first colon, lines without a key or a value dropped [ADM-PROD-013]', () => {
    expect(specificationsOf('A: 1\n: x\nB:\nC\nD: a:b\n')).toEqual({ A: '1', D: 'a:b' });
  });

  it('may have a Chinese colon, and several values of one key', () => {
    expect(specificationsOf('Taille：XL\nCouleur: rouge\nCouleur: bleu')).toEqual({
      Taille: 'XL',
      Couleur: 'rouge, bleu',
    });
  });
});

describe('the form of a product', () => {
  it('contains lists as lines, which convert back to the same lists [ADM-PROD-014]', () => {
    const form = formOf(product);
    expect(form.features).toBe('Bluetooth 5.3\nÉcran tactile');
    expect(form.specifications).toBe('Poids: 45 g\nAutonomie: 7 jours: en veille');
    const { id: _, ...fields } = product;
    expect(ProductFormSchema.parse(form)).toEqual(fields);
  });

  it('keeps the first three of the images besides the main one [ADM-PROD-015]', () => {
    const imageUrls = [1, 2, 3, 4, 5].map((number) => `https://example.com/${number}.jpg`);
    expect(formOf({ ...product, imageUrls }).imageUrls).toEqual(imageUrls.slice(0, 3));
  });

  it('shows an error of a line at the text that contains it', () => {
    for (const field of ['features', 'specifications'] as const) {
      const line = `Clé: ${'x'.repeat(201)}`;
      const { error } = ProductFormSchema.safeParse({ ...formOf(product), [field]: `ok: oui\n${line}` });
      expect(error?.issues).toMatchObject([{ path: [field], message: 'Ce champ ne doit pas dépasser 200 caractères' }]);
    }
  });
});
