import { type ConnectionOptions, prismaOptions, type TransactionOf } from '@fasocolis/service-kit/data/database';
import { PrismaClient } from './generated/prisma/client.ts';

/** Whether a statement is a page or a count of filtered orders: one plan for all values reads the whole table for some. */
const isFilteredList = (sql: string) =>
  sql.includes('FROM "orders"."orders"') && /COUNT|ORDER BY/.test(sql) && sql.includes('$3');

export const openDatabase = (url: string, options?: ConnectionOptions) =>
  new PrismaClient(prismaOptions(url, { ...options, isPlannedAnew: isFilteredList }));

export type Database = PrismaClient;
export type Transaction = TransactionOf<PrismaClient>;
