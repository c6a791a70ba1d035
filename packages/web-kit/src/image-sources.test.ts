import { describe, expect, it } from 'vitest';
import { imageSources } from './image-sources.ts';

const images = 'https://example.com/api/popup-notifications/images';
const hash = 'aB3_-'.padEnd(43, 'x');

describe('the sources of an image', () => {
  it('are the widths in which it is kept, up to the one in its address', () => {
    expect(imageSources(`${images}/${hash}-640.webp`)).toBe(
      `${images}/${hash}-320.webp 320w, ${images}/${hash}-640.webp 640w`,
    );
  });

  it('are those of product images too', () => {
    expect(imageSources(`https://example.com/api/product-images/${hash}-320.webp`)).toContain(' 320w');
  });

  it('are unknown of an image elsewhere', () => {
    expect(imageSources('https://example.com/photo-640.webp')).toBeUndefined();
    expect(imageSources('data:image/png;base64,AAAA')).toBeUndefined();
  });
});
