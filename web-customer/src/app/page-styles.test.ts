import { expect, it } from 'vitest';
import { pageStyles } from './page-styles.ts';

const SHEET = [
  ':root{--ink:#111;--unused:#222}',
  'p{color:var(--ink)}',
  '.card,.other{margin:0}',
  '.sm\\:grid{display:grid}',
  '.open\\:hidden:is(:where(.group)[open] *){display:none}',
  '@media (min-width:640px){.card .title{margin:1px}.absent{margin:2px}}',
  '@supports (display:grid){.absent{margin:3px}}',
  '.rise{animation:rise 1s}',
  '@keyframes rise{to{opacity:1}}',
  '@keyframes spin{to{opacity:0}}',
].join('');

it('keeps the rules whose classes all occur in the page, with their conditions', () => {
  const styles = pageStyles(SHEET)('<p class="card sm:grid open:hidden"><b class="title">');
  expect(styles).toBe(
    [
      ':root{--ink:#111;}',
      'p{color:var(--ink)}',
      '.card{margin:0}',
      '.sm\\:grid{display:grid}',
      '.open\\:hidden:is(:where(.group)[open] *){display:none}',
      '@media (min-width:640px){.card .title{margin:1px}}',
    ].join(''),
  );
});

it('keeps an animation that a kept rule plays', () => {
  expect(pageStyles(SHEET)('<p class="rise">')).toContain('@keyframes rise{to{opacity:1}}');
  expect(pageStyles(SHEET)('<p class="card">')).not.toContain('@keyframes');
});

it('reads class names with characters that HTML escapes', () => {
  expect(pageStyles('.\\[\\&_a\\]\\:m a{margin:0}')('<p class="[&amp;_a]:m">')).toBe('.\\[\\&_a\\]\\:m a{margin:0}');
});
