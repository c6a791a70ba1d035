import { readFileSync } from 'node:fs';
import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import { tokenReader } from '@fasocolis/web-kit/token-reader';
import type { Plugin } from 'vite';

const token = tokenReader(readFileSync(new URL(import.meta.resolve('@fasocolis/web-kit/tokens.css')), 'utf8'));

const icon = (name: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

/** Writes manifest.webmanifest, which lets phones install the site like an app (https://www.w3.org/TR/appmanifest). */
export const webManifest = (): Plugin => ({
  name: 'web-manifest',
  generateBundle() {
    const manifest = {
      id: '/',
      lang: 'fr',
      dir: 'ltr',
      name: PRODUCT_NAME,
      short_name: PRODUCT_NAME,
      description: 'Suivez votre colis de la Chine au Burkina Faso.',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      theme_color: token('brand'),
      background_color: token('canvas'),
      categories: ['shopping', 'travel'],
      icons: [icon('icon-192', 192, 'any'), icon('icon-512', 512, 'any'), icon('maskable-512', 512, 'maskable')],
      shortcuts: [
        { name: 'Suivre un colis', url: '/', icons: [icon('icon-192', 192, 'any')] },
        { name: 'Produits', url: '/products', icons: [icon('icon-192', 192, 'any')] },
      ],
    };
    this.emitFile({ type: 'asset', fileName: 'manifest.webmanifest', source: JSON.stringify(manifest) });
  },
});
