import { shortDate } from '@fasocolis/web-kit/dates';
import { expect, it } from 'vitest';
import { excerpt } from '../../components/words.ts';
import { receivedAt } from './message-dialog.tsx';
import { EXCERPT } from './message-list.tsx';

const createdAt = '2025-03-05T14:07:59.000Z';

it('the list shows 80 characters of a message and not one more [ADM-MSG-004, CONST-034]', () => {
  expect(excerpt('é'.repeat(80), EXCERPT)).toBe('é'.repeat(80));
  expect(excerpt('é'.repeat(81), EXCERPT)).toBe(`${'é'.repeat(80)}...`);
  expect(excerpt(`${'a'.repeat(79)}📦b`, EXCERPT)).toBe(`${'a'.repeat(79)}📦...`);
});

it('a message shows the day and the time in Burkina Faso [ADM-MSG-016]', () => {
  expect(receivedAt({ createdAt })).toBe('05 mars 2025 à 14:07');
  expect(receivedAt({ createdAt: '2025-12-31T00:05:00.000Z' })).toBe('31 décembre 2025 à 00:05');
});

it('the list shows the day only [ADM-MSG-017]', () => {
  expect(shortDate(createdAt)).toBe('05/03/2025');
});
