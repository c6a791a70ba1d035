import { accountOperations } from '@fasocolis/contracts/operations/accounts';
import { besideCode, mayHoldCode } from '@fasocolis/contracts/reading/client-code';
import { plainText } from '@fasocolis/contracts/reading/text';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { ServiceClient } from '@fasocolis/service-kit/http/service-client';
import type { Database } from '../database.ts';

const OF_CLIENT = 'C’est le code d’un client. Écrivez le numéro du colis.';
const OF_CONSIGNMENT = 'C’est le code d’une expédition. Écrivez le numéro du colis.';
const OF_RECEIPT = 'C’est le numéro d’un reçu. Écrivez le numéro du colis.';

/** The last digits of codes of consignments, and of numbers of receipts. */
const WIDTHS = [3, 6];
const IN_GROUPS = /^([A-Z]{2,8})(\d{4})(\d{1,6})$/;

/** What a text may be as a code: "N° air 2026 47" is AIR-2026-047. */
export function codesIn(text: string): string[] {
  const written = plainText(text)
    .toUpperCase()
    .replace(/^N[°O]\.? ?/, '');
  const [, prefix, year, number = ''] = IN_GROUPS.exec(written.replace(/[\s._/-]+/g, '')) ?? [];
  return [written, ...(prefix ? WIDTHS.map((width) => `${prefix}-${year}-${number.padStart(width, '0')}`) : [])];
}

/** Letters and digits in groups, as in FASO1042, FASO1042-1, AIR-2026-047 and REC-2026-000123. */
const FORM = /^[a-z]{2,8}[\s._#-]*\d{4,10}(?:[\s._/-]+\d{1,6})?$/i;

/**
 * Why texts are no references of parcels: the product itself gives them to clients, consignments and receipts. While auth does not
 * respond, codes of clients are not recognized: parcels are received nevertheless.
 * @returns the message for each text that is such a code
 */
export async function ownCodes(
  { database, auth }: { database: Database; auth: ServiceClient },
  references: readonly string[],
  requestId: string | null,
): Promise<Map<string, string>> {
  const possible = references.filter((reference) => FORM.test(reference));
  if (possible.length === 0) return new Map();
  const codes = possible.flatMap(codesIn);
  const logins = [...new Set(possible.filter(mayHoldCode))];
  const [consignments, receipts, users] = await Promise.all([
    database.consignment.findMany({ where: { code: { in: codes } }, select: { code: true } }),
    database.payment.findMany({ where: { receipt: { in: codes } }, select: { receipt: true } }),
    logins.length > 0
      ? auth.find(accountOperations.lookUpUsers, requestId ?? '', { body: { logins } }).catch(unlessUnavailable)
      : [],
  ]);
  const known = new Map([
    ...consignments.map(({ code }) => [code, OF_CONSIGNMENT] as const),
    ...receipts.map(({ receipt }) => [receipt, OF_RECEIPT] as const),
  ]);
  // The text may also be the username of a user with another code.
  const clients = (users ?? []).filter(
    ({ login, ids: [id, ...others] }) => id !== undefined && others.length === 0 && besideCode(login, id) !== undefined,
  );
  return new Map([
    ...clients.map(({ login }) => [login, OF_CLIENT] as const),
    ...possible.flatMap((text) => {
      const code = codesIn(text).find((each) => known.has(each));
      return code === undefined ? [] : [[text, known.get(code) ?? ''] as const];
    }),
  ]);
}

function unlessUnavailable(error: unknown): null {
  if (error instanceof AppError && error.code === 'unavailable') return null;
  throw error;
}
