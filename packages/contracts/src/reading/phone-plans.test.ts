import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { DIALLING_CODES } from './dialling-code.ts';

const library = <T>(file: string): T =>
  JSON.parse(readFileSync(createRequire(import.meta.url).resolve(`libphonenumber-js/${file}`), 'utf8'));

it('knows the numbering plans of the offered countries as the library has them', async () => {
  const all = library<{ version: number; country_calling_codes: Record<string, string[]>; countries: object }>(
    'metadata.max.json',
  );
  const numbers = library<Record<string, string>>('examples.mobile.json');
  const codes = DIALLING_CODES.map(([code]) => code);
  const countriesOf = (code: string) => all.country_calling_codes[code.slice(1)] ?? [];
  const countries = codes.flatMap(countriesOf);
  const plans = {
    metadata: {
      version: all.version,
      country_calling_codes: Object.fromEntries(codes.map((code) => [code.slice(1), countriesOf(code)])),
      countries: Object.fromEntries(Object.entries(all.countries).filter(([country]) => countries.includes(country))),
    },
    examples: Object.fromEntries(codes.map((code) => [code, numbers[countriesOf(code)[0] ?? '']])),
  };
  // Written again with `vitest -u` after an update of the library.
  await expect(`${JSON.stringify(plans)}\n`).toMatchFileSnapshot('phone-plans.json');
});
