import { describe, expect, it } from 'vitest';
import { loadConfig, signingKeys } from '../src/ops/config.ts';

const KEY = 'a-key-of-at-least-thirty-two-characters';

describe('signing keys', () => {
  it.each([
    ['a short one', `${KEY}\nshort`],
    ['nothing', '  '],
  ])('are refused at start with %s', (_what, text) => {
    expect(() => loadConfig('example', { KEYS: signingKeys }, { KEYS: text })).toThrow(/KEYS/);
  });

  it('are accepted one per line', () => {
    const text = `${KEY}\n\n${KEY.slice(0, 32)}\n`;
    expect(loadConfig('example', { KEYS: signingKeys }, { KEYS: text })).toEqual({ KEYS: text });
  });
});
