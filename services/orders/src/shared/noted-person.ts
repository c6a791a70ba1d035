import { LABEL, phoneProblem, readPhone } from '@fasocolis/contracts/reading/phone';
import { plainText } from '@fasocolis/contracts/reading/text';
import type { Order } from '../generated/prisma/client.ts';

export type Recipient = Partial<Pick<Order, 'userId' | 'recipientName' | 'recipientPhone'>>;

/** A phone number within a name, as on "AWA 70 12 34 56". */
const PHONE = /\+?\d[\d\s.()-]{6,}\d/;
/** What stands behind a whole number, as in "70 12 34 56 Awa". */
const AFTER_PHONE = /^\s+(\p{L}.*)$/u;
const IS_LABEL = new RegExp(`^(?:${LABEL}|svp|merci)$`, 'i');
/** The fewest digits of a number that cannot be called, or of a second one. */
const DIGITS_OF_NUMBER = 7;
const isNumber = (name: string) => name.replace(/\D/g, '').length >= (/\p{L}/u.test(name) ? DIGITS_OF_NUMBER : 1);
const LABEL_OF_PHONE = /\(\s*(?:t[eé]l\.?\s*:?\s*)?\)|(?:\s|\()t[eé]l\.?(?=[\s,;:/-]*$)/gi;
const AROUND_NAME = /^[\s,;:/-]+|[\s,;:/-]+$/g;
const IN_BRACKETS = /^\(([^()]*)\)$/;

export function readPerson(noted: string): { recipient: Recipient; problem?: string } {
  const text = plainText(noted);
  const whole = readPhone(text);
  const [found = ''] = PHONE.exec(text) ?? [];
  const [, after = ''] = AFTER_PHONE.exec(text.slice(text.indexOf(found) + found.length)) ?? [];
  const digits = whole !== null && (after === '' || IS_LABEL.test(after)) ? text : found;
  const recipientPhone = whole ?? readPhone(digits);
  const name = nameIn(recipientPhone === null ? text : text.replace(digits, ' '));
  if (isNumber(name)) return { recipient: {}, problem: phoneProblem(name) };
  return { recipient: { ...(name && { recipientName: name }), ...(recipientPhone !== null && { recipientPhone }) } };
}

const nameIn = (text: string): string =>
  text.replace(LABEL_OF_PHONE, ' ').replace(/\s+/g, ' ').replace(AROUND_NAME, '').replace(IN_BRACKETS, '$1');
