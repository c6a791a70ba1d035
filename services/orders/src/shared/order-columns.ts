import { ORDER_FIELDS, type OrderField } from '@fasocolis/contracts/order-fields';
import type { Order } from '../generated/prisma/client.ts';

/** Columns that are derived from others and that no response contains. */
type InnerColumn = 'id' | 'referenceKey' | 'recipientSearch' | 'furthestStep' | 'furthestStepAt' | 'ownedByNumber';
type Column = Exclude<keyof Order, InnerColumn>;

const FIELDS: Record<Column, OrderField> = ORDER_FIELDS;

export const ORDER_COLUMNS = Object.entries(FIELDS) as [Column, OrderField][];

export function plainValue(order: Omit<Order, 'id'>, column: Column): string | number | boolean | null {
  const value = order[column];
  if (!(value instanceof Date)) return value;
  const instant = value.toISOString();
  return FIELDS[column].kind === 'day' ? instant.slice(0, 10) : instant;
}
