import type { Readable } from 'node:stream';
import { loginMethod } from '@fasocolis/contracts/login-method';
import { streamWorkbook, type WorkbookColumn } from '@fasocolis/workbook-kit/stream-workbook';
import type { Database } from '../database.ts';

export const EXPORT_FILE_NAME = 'utilisateurs.xlsx';

const PAGE = 200;

const COLUMNS = [
  { header: 'ID', width: 10 },
  { header: "Nom d'utilisateur", width: 24 },
  { header: 'Prénom', width: 20 },
  { header: 'Nom', width: 20 },
  { header: 'Email', width: 32 },
  { header: 'Téléphone', width: 20 },
  { header: "Date d'inscription", width: 20, format: 'instant' },
  { header: 'Méthode de connexion', width: 22 },
] satisfies WorkbookColumn[];

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

export function exportUsers(database: Database): Promise<Readable> {
  return streamWorkbook({
    sheet: 'Utilisateurs',
    columns: COLUMNS,
    pageAfter: (last: ExportedUser | undefined) => usersAfter(database, last?.id ?? 0),
    cellsOf,
  });
}

function cellsOf(user: ExportedUser): (string | number | Date)[] {
  return [
    user.id,
    user.username,
    user.firstName,
    user.lastName,
    user.email ?? '',
    user.phone ?? '',
    user.createdAt,
    loginMethod(user),
  ];
}
