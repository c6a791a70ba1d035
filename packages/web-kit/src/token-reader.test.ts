// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { tokenReader } from './token-reader.ts';

const token = tokenReader(`
  :root {
    --fc-brand: #14532d;
    --fc-brand-deep: #052e16;
    --fc-font: system-ui, "Segoe UI", sans-serif;
  }
`);

describe('the token reader', () => {
  it('returns the value of a token by its name', () => {
    expect(token('brand')).toBe('#14532d');
    expect(token('brand-deep')).toBe('#052e16');
    expect(token('font')).toBe('system-ui, "Segoe UI", sans-serif');
  });

  it('throws for an unknown token', () => {
    expect(() => token('brnd')).toThrow('There is no token --fc-brnd');
  });
});
