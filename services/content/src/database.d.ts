import { type ConnectionOptions, type TransactionOf } from '@fasocolis/service-kit/data/database';
import { PrismaClient } from './generated/prisma/client.ts';
export declare const openDatabase: (
  url: string,
  options?: ConnectionOptions,
) => import('./generated/prisma/internal/class.ts').PrismaClient<
  never,
  import('./generated/prisma/internal/prismaNamespace.ts').GlobalOmitConfig | undefined,
  import('@prisma/client/runtime/client').DefaultArgs
>;
export type Database = PrismaClient;
export type Transaction = TransactionOf<PrismaClient>;
