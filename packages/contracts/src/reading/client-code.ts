import { MAX_ID } from '../common.ts';
import { plainText } from './text.ts';

/** Until the administrator sets another one. */
export const DEFAULT_CLIENT_PREFIX = 'FASO';

/** The code of the first user ends in 1001: every code has at least four digits. */
const OFFSET = 1000;

const CLIENT_CODE = /^([a-z]{2,6})(?:\s?n°)?[\s._#:/\p{Pd}]*(\d{4,10})$/iu;
/** Brackets, and what warehouses write in Chinese around the code, such as the way of transport. */
const AROUND_CODE = /^[^a-z\d]+|[^a-z\d]+$/giu;

/** What stands on the cartons of a customer in China. It names a user and opens nothing. */
export const clientCode = (prefix: string, userId: number): string => `${prefix}${OFFSET + userId}`;

/**
 * The user whose code a text may be.
 * @param prefix the only one that counts. Without it every one does: cartons are on their way for months, and the setting may
 * have changed since
 */
export function userIdInCode(text: string, prefix?: string): number | undefined {
  const [, letters, digits] = CLIENT_CODE.exec(text.length > 50 ? '' : plainText(text).replace(AROUND_CODE, '')) ?? [];
  if (prefix !== undefined && letters?.toUpperCase() !== prefix.toUpperCase()) return undefined;
  const id = Number(digits) - OFFSET;
  return id >= 1 && id <= MAX_ID ? id : undefined;
}

/** Whether a text may contain a client code, with any prefix. */
export const mayHoldCode = (text: string): boolean => /[a-z]{2,6}[^a-z\d]{0,4}\d{4}/iu.test(plainText(text));

/**
 * The user whose code a text contains beside other words, such as a name or the number of a piece: "FASO1042 Awa",
 * "FASO1042-1". Undefined without a code, and with those of several users.
 */
export function userIdWithin(text: string, prefix: string): number | undefined {
  // The country of "Burkina Faso 1042" is no prefix. A count or a name may follow the digits, as in "FASO1042x3".
  const codes = new RegExp(
    `(?:^|[^a-z\\d@])(burkina\\W*)?(${prefix}(?:\\s?n°)?[\\s._#:/\\p{Pd}]*\\d{4,10})(?!\\d|[a-z]{1,2}(?![a-z\\d])|[\\w.-]*@)`,
    'giu',
  );
  const found = Array.from(plainText(text).matchAll(codes), ([, country, code = '']) => (country ? '' : code));
  const ids = new Set(found.filter(Boolean).map((code) => userIdInCode(code, prefix)));
  const [id] = ids;
  return ids.size === 1 ? id : undefined;
}

/** What is written beside a code: a shipping mark, a client, a parcel, a number of cartons. */
const LABELS = /唛头|收货人|客户|\b(?:client|code|colis|carton|[x×]\s?\d{1,3})\b/giu;

/** What a text says beside the client code of a user; undefined if it does not contain that code. */
export function besideCode(text: string, userId: number): string | undefined {
  const code = new RegExp(`[a-z]{2,6}(?:\\s?n°)?[^a-z\\d]*${OFFSET + userId}(?!\\d)`, 'iu');
  const plain = plainText(text);
  return code.test(plain) ? plain.replace(code, ' ').replace(LABELS, ' ').trim() : undefined;
}

/** The user whose client code, without its prefix, is this number. Columns of client codes often leave the prefix out. */
export function userIdOfNumber(text: string): number | undefined {
  const digits = plainText(text);
  return /^\d+$/.test(digits) ? userIdInCode(`${DEFAULT_CLIENT_PREFIX}${digits}`) : undefined;
}
