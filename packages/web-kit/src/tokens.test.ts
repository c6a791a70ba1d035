// @vitest-environment node
import { describe, expect, it } from 'vitest';
import tokens from './tokens.css?raw';

const token = (name: string) => new RegExp(`--fc-${name}: (#[0-9a-f]{6});`).exec(tokens)?.[1] ?? '';

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(token(one)), luminance(token(other))].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

describe('the tokens', () => {
  it('contain the brand colours: dark green and amber on a light grey background', () => {
    expect([token('brand'), token('accent'), token('canvas')]).toEqual(['#14532d', '#f59e0b', '#f3f4f6']);
  });

  it('pair text and background with the contrast that WCAG AA requires', () => {
    const pairs = [
      ['brand', 'surface'],
      ['brand', 'canvas'],
      ['brand-hover', 'surface'],
      ['on-accent', 'accent'],
      ['on-accent', 'accent-hover'],
      ['ink', 'canvas'],
      ['ink-soft', 'surface'],
      ['ink-soft', 'canvas'],
      ['ink-soft', 'line'],
      ['danger', 'danger-surface'],
      ['danger', 'surface'],
      ['amber', 'surface'],
      ['teal', 'surface'],
      ['ink', 'line'],
      ...['blue', 'yellow', 'purple', 'indigo', 'green', 'teal', 'amber'].map(
        (colour) => [colour, `${colour}-surface`] as const,
      ),
    ] as const;
    for (const [text, background] of pairs) {
      expect(contrast(text, background), `${text} on ${background}`).toBeGreaterThanOrEqual(4.5);
    }
  });
});
