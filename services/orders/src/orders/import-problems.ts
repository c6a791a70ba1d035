import { ORDER_FIELDS, type OrderFieldName } from '@fasocolis/contracts/order-fields';
import { TRANSPORT_MODE_LABELS } from '@fasocolis/contracts/transport-modes';
import type { UserLookupResult } from '@fasocolis/contracts/user-lookup';
import type * as z from 'zod/mini';
import type { Consignment, Order } from '../generated/prisma/client.ts';

const UNKNOWN_CLIENT = 'Client inconnu\u00a0: ';
const WAYS_OUT = '. Écrivez son code client, son identifiant ou son adresse, ou laissez la cellule vide';
const UNVERIFIED_ADDRESS = 'Adresse non vérifiée\u00a0: ';
const AMBIGUOUS_CLIENT = 'Plusieurs clients correspondent\u00a0: indiquez une adresse email';
const UNKNOWN_CONSIGNMENT = 'Expédition inconnue\u00a0: ';
const CLOSED_CONSIGNMENT = 'Expédition clôturée\u00a0: ';

export type Owners = Map<string, UserLookupResult[number]>;

export type Consignments = Map<string, Pick<Consignment, 'id' | 'code' | 'mode' | 'isOpen'>>;

export function clientProblem(client: string | null, owners: Owners): string[] {
  if (client === null) return [];
  const { ids: { length } = [], isUnverified } = owners.get(client) ?? {};
  if (length === 1) return [];
  if (length === 0 && isUnverified) return [`${UNVERIFIED_ADDRESS}${client}`];
  return [length === 0 ? `${UNKNOWN_CLIENT}${client}${WAYS_OUT}` : AMBIGUOUS_CLIENT];
}

export function consignmentProblem(
  code: string,
  consignment: ReturnType<Consignments['get']>,
  mode: Order['mode'],
): string[] {
  if (!consignment) return [`${UNKNOWN_CONSIGNMENT}${code}`];
  if (!consignment.isOpen) return [`${CLOSED_CONSIGNMENT}${code}`];
  if (mode === null || mode === consignment.mode) return [];
  return [`L'expédition ${code} voyage par ${TRANSPORT_MODE_LABELS[consignment.mode].toLowerCase()}`];
}

/** The first error of each cell. One that is about "this field" names its column. */
export function issueMessages({ issues }: z.core.$ZodError): string[] {
  const byCell = new Map<PropertyKey | undefined, string>();
  for (const { path, message } of issues) if (!byCell.has(path[0])) byCell.set(path[0], message);
  return Array.from(byCell, ([column, message]) => message.replace(/^Ce champ/, `«\u00a0${titleOf(column)}\u00a0»`));
}

const TITLES: Partial<Record<PropertyKey, string>> = { client: 'Client', consignment: 'Expédition' };
const titleOf = (column = '' as PropertyKey) =>
  TITLES[column] ?? ORDER_FIELDS[column as OrderFieldName]?.label ?? String(column);

export const sentence = (problems: string[]) => [...new Set(problems)].join('. ');
