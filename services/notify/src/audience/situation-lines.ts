import { randomUUID } from 'node:crypto';
import { orderOperations } from '@fasocolis/contracts/operations/orders';
import { MAX_SITUATIONS } from '@fasocolis/contracts/situation-schema';
import { idsOncePerTurn } from '@fasocolis/service-kit/data/database';
import type { ServiceClient } from '@fasocolis/service-kit/http/service-client';

export type SituationLine = (orderId: number) => Promise<string | null>;

/** Reads the situations of orders. A message is sent without one when orders does not respond. */
export function situationLines(orders: ServiceClient): SituationLine {
  const read = idsOncePerTurn(async (ids) => {
    const lines = new Map<number, string>();
    for (let start = 0; start < ids.length; start += MAX_SITUATIONS) {
      const body = { orderIds: ids.slice(start, start + MAX_SITUATIONS) };
      const found = await orders.find(orderOperations.listSituations, randomUUID(), { body });
      for (const { orderId, line } of found ?? []) lines.set(orderId, line);
    }
    return lines;
  });
  return async (orderId) => {
    const lines = await read([orderId]).catch(() => null);
    return lines?.get(orderId) ?? null;
  };
}

export const withLine = (text: string, line: string | null): string =>
  line === null || text.includes(line.replace(/\.$/, '')) ? text : `${text}\n${line}`;
