// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { imageSources } from './images.ts';

const hash = 'aB3_-'.repeat(9).slice(0, 43);
const own = (width: number) => `https://colis.example/api/product-images/${hash}-${width}.webp`;

describe('the sources of an image', () => {
  it('of our own are its widths, up to the largest one that is stored', () => {
    expect(imageSources(own(1280))).toEqual({
      src: own(1280),
      srcSet: `${own(320)} 320w, ${own(640)} 640w, ${own(1280)} 1280w`,
    });
    expect(imageSources(own(320))).toEqual({ src: own(320), srcSet: `${own(320)} 320w` });
  });

  it('of our own end at the widest requested width', () => {
    expect(imageSources(own(1280), 640)).toEqual({ src: own(640), srcSet: `${own(320)} 320w, ${own(640)} 640w` });
  });

  it('on another site, or in a data URL, are the URL alone', () => {
    for (const url of ['https://images.example/a-640.webp', 'data:image/png;base64,AAAA', `/${hash}-640.webp`]) {
      expect(imageSources(url, 640)).toEqual({ src: url, srcSet: undefined });
    }
  });
});
