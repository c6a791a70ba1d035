// @vitest-environment node
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { i18nProvider } from './i18n-provider.ts';

/** The texts of react-admin. */
const english: object = createRequire(createRequire(import.meta.url).resolve('react-admin'))('ra-language-english');

function keysOf(messages: object, path = ''): string[] {
  return Object.entries(messages).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null ? keysOf(value, `${path}${name}.`) : `${path}${name}`,
  );
}

it('every text of react-admin has a French translation [ADM-NAV-034]', () => {
  const keys = keysOf(english);
  expect(keys.length).toBeGreaterThan(100);
  expect(keys.filter((key) => i18nProvider.translate(key, { _: '' }) === '')).toEqual([]);
});
