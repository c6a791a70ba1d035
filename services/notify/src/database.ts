import { type ConnectionOptions, prismaOptions, type TransactionOf } from '@fasocolis/service-kit/data/database';
import { PrismaClient } from './generated/prisma/client.ts';

export const openDatabase = (url: string, options?: ConnectionOptions) => new PrismaClient(prismaOptions(url, options));

export type Database = PrismaClient;
export type Transaction = TransactionOf<PrismaClient>;
