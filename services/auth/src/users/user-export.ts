import type { Readable } from 'node:stream';
import { loginMethod } from '@fasocolis/contracts/login-method';
import { streamWorkbook, type WorkbookColumn } from '@fasocolis/workbook-kit/stream-workbook';
import type { Database } from '../database.ts';

const PAGE = 200;

const usersAfter = (database: Database, id: number) =>
  database.user.findMany({
    where: { id: { gt: id } },
    orderBy: { id: 'asc' },
    take: PAGE,
    select: {
      id: true,
      username: true,
      firstName: true,
      lastName: true,
      email: true,
      phone: true,
      createdAt: true,
      provider: true,
    },
  });
type ExportedUser = Awaited<ReturnType<typeof usersAfter>>[number];

const COLUMNS: WorkbookColumn<ExportedUser>[] = [
  { header: 'ID', width: 10, cell: ({ id }) => id },
  { header: "Nom d'utilisateur", width: 24, cell: ({ username }) => username },
  { header: 'Prénom', width: 20, cell: ({ firstName }) => firstName },
  { header: 'Nom', width: 20, cell: ({ lastName }) => lastName },
  { header: 'Email', width: 32, cell: ({ email }) => email ?? '' },
  { header: 'Téléphone', width: 20, cell: ({ phone }) => phone ?? '' },
  { header: "Date d'inscription", width: 20, format: 'instant', cell: ({ createdAt }) => createdAt },
  { header: 'Méthode de connexion', width: 22, cell: loginMethod },
];

export const exportUsers = (database: Database): Promise<Readable> =>
  streamWorkbook({
    sheet: 'Utilisateurs',
    columns: COLUMNS,
    pageAfter: (last) => usersAfter(database, last?.id ?? 0),
  });
