import { expect, it } from 'vitest';
import { writtenPieces } from './pieces.ts';
import { allPiecesPrompt, confirmationOf, UNUSUAL_REFERENCE } from './scans.ts';

it.each([
  [null, null, undefined],
  [3, null, '3'],
  [3, { step: 'receive', count: 2 }, '2 sur 3 reçues'],
  [3, { step: 'load', count: 2 }, '2 sur 3 chargées'],
  [3, { step: 'arrive', count: 2 }, '2 sur 3 arrivées'],
  [3, { step: 'hand-over', count: 1 }, '1 sur 3 remise'],
] as const)('%s pieces of which %j have passed are written %j [CNT-001]', (pieces, passedPieces, text) => {
  expect(writtenPieces({ pieces, passedPieces })).toBe(text);
});

it.each([
  [UNUSUAL_REFERENCE, 'Confirmer la référence'],
  [allPiecesPrompt(12), 'Oui, ils sont tous là'],
  ['Ce colis est archivé', undefined],
])('%j is confirmed by %j', (message, words) => {
  expect(confirmationOf(message)).toBe(words);
});
