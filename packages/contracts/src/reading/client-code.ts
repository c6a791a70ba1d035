import { MAX_ID } from '../common.ts';
import { cleanText, composed } from './text.ts';

/** Until the administrator sets another one. */
export const DEFAULT_CLIENT_PREFIX = 'FASO';

/** The code of the first user ends in 1001: every code has at least four digits. */
const OFFSET = 1000;

const CLIENT_CODE = /^[a-z]{2,6}(?:\s?n°)?[\s._#\p{Pd}]*(\d{4,10})\.?$/iu;

/** What stands on the cartons of a customer in China. It names a user and opens nothing. */
export const clientCode = (prefix: string, userId: number): string => `${prefix}${OFFSET + userId}`;

/**
 * The user whose code a text may be. The prefix is not compared: cartons are on their way for months, and the setting may have
 * changed since.
 */
export function userIdInCode(text: string): number | undefined {
  const [, digits] = CLIENT_CODE.exec(text.length > 50 ? '' : composed(cleanText(text), 'NFKC')) ?? [];
  const id = Number(digits) - OFFSET;
  return id >= 1 && id <= MAX_ID ? id : undefined;
}
