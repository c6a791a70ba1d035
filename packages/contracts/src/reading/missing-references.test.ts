import { describe, expect, it } from 'vitest';
import { missingReferences } from './missing-references.ts';
import { referenceKey } from './reference.ts';
import { referencesIn } from './references-in-text.ts';

/** As in a search, with these references found. */
function missing(text: string, ...found: string[]): string[] {
  const known = found.map(referenceKey);
  return missingReferences(
    referencesIn(text).filter((reference) => !known.includes(referenceKey(reference))),
    known,
  );
}

describe('the references of a text that are missing beside DEMO0003', () => {
  it.each([
    ['DEMO0003, DEMO9999', ['DEMO9999']],
    ['DEMO0003 DEMO9999', ['DEMO9999']],
    ['mes colis DEMO0003 et DEMO9999 svp', ['DEMO9999']],
    ['*DEMO0003* 📦 *FC-7K3MP2QS*', ['FC-7K3MP2QS']],
    ['DEMO0003/DEMO9999', ['DEMO9999']],
    ['DEMO0003 / YT8812345678901', ['YT8812345678901']],
    ['DEMO9999 DEMO0003 DEMO8888', ['DEMO9999', 'DEMO8888']],
    ['réf : ＤＥＭＯ０００３ et ＤＥＭＯ９９９９', ['DEMO9999']],
    ['https://colis.example/c/DEMO0003 et https://colis.example/c/DEMO9999', ['DEMO9999']],
  ])('are named in %j', (text, references) => expect(missing(text, 'DEMO0003')).toEqual(references));

  it.each([
    'DEMO0003',
    'Bonjour, où est DEMO0003 ? Appelez le 70 12 34 56 ou +22670123456',
    'DEMO0003, arrivé le 27/11/2026 à 10h30, 12kg, 2 cartons, 20000 FCFA',
    'Colis *DEMO0003* : En Transit.\nRépondez STOP.',
    'DEMO0003/2',
    'https://colis.example/c/DEMO0003?w=x1y2z3a4b5',
    'n° DEMO0003 Awa',
  ])('are none in %j', (text) => expect(missing(text, 'DEMO0003')).toEqual([]));
});
