import { phoneProblem, readPhone } from '@fasocolis/contracts/reading/phone';
import { plainText } from '@fasocolis/contracts/reading/text';
import type { Order } from '../generated/prisma/client.ts';

export type Recipient = Partial<Pick<Order, 'userId' | 'recipientName' | 'recipientPhone'>>;

/** A phone number within a name, as on "AWA 70 12 34 56". */
const PHONE = /\+?\d[\d\s.()-]{6,}\d/;
/** The fewest digits of a number that cannot be called, or of a second one. */
const DIGITS_OF_NUMBER = 7;
const isNumber = (name: string) => name.replace(/\D/g, '').length >= (/\p{L}/u.test(name) ? DIGITS_OF_NUMBER : 1);
const AROUND_NAME = /^[\s,;:/()-]+|(?:[\s,;:/()-]|\st[eé]l\.?(?![^\s,;:/()-]))+$/gi;

/** A name and a phone number, as they are noted in one text; or why the number in it cannot be called. */
export function readPerson(noted: string): { recipient: Recipient; problem?: string } {
  const text = plainText(noted);
  const whole = readPhone(text);
  const [digits = ''] = whole === null ? (PHONE.exec(text) ?? []) : [text];
  const recipientPhone = whole ?? readPhone(digits);
  const name = (recipientPhone === null ? text : text.replace(digits, '')).replace(AROUND_NAME, '');
  if (isNumber(name)) return { recipient: {}, problem: phoneProblem(name) };
  return { recipient: { ...(name && { recipientName: name }), ...(recipientPhone !== null && { recipientPhone }) } };
}
