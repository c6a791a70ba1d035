import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { AppError } from '@fasocolis/service-kit/http/errors';
import excel from 'exceljs';
import type { Database } from '../database.ts';

export const EXPORT_FILE_NAME = 'utilisateurs.xlsx';
export const EXPORT_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Users in memory at a time. */
const PAGE = 200;

const COLUMNS = [
  { header: 'ID', width: 10 },
  { header: "Nom d'utilisateur", width: 24 },
  { header: 'Prénom', width: 20 },
  { header: 'Nom', width: 20 },
  { header: 'Email', width: 32 },
  { header: 'Téléphone', width: 20 },
  { header: "Date d'inscription", width: 20 },
  { header: 'Méthode de connexion', width: 22 },
];

const instant = new Intl.DateTimeFormat('fr-FR', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'Africa/Ouagadougou',
});

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
type Page = Awaited<ReturnType<typeof usersAfter>>;

let isRunning = false;

/**
 * Streams all users as an Excel workbook, in constant memory.
 * @throws AppError `too-many-requests` during another export: each takes some 100 MB
 */
export async function exportUsers(database: Database): Promise<Readable> {
  if (isRunning) {
    throw new AppError('too-many-requests', 'Un autre export est en cours. Veuillez réessayer dans un instant.');
  }
  isRunning = true;
  const output = new PassThrough().once('close', () => {
    isRunning = false;
  });
  try {
    // Before the first byte, so that a database error becomes an error response.
    const page = await usersAfter(database, 0);
    writeWorkbook(database, page, output).catch((error: Error) => output.destroy(error));
    return output;
  } catch (error) {
    output.destroy();
    throw error;
  }
}

async function writeWorkbook(database: Database, firstPage: Page, output: PassThrough): Promise<void> {
  const closed = new AbortController();
  output.once('close', () => closed.abort());
  const workbook = new excel.stream.xlsx.WorkbookWriter({ stream: output });
  const sheet = workbook.addWorksheet('Utilisateurs', { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = COLUMNS;
  let page = firstPage;
  while (page.length > 0) {
    for (const user of page) sheet.addRow(cellsOf(user)).commit();
    // exceljs does not propagate back-pressure.
    if (output.writableNeedDrain) await once(output, 'drain', { signal: closed.signal });
    page = await usersAfter(database, page.at(-1)?.id ?? 0);
    closed.signal.throwIfAborted();
  }
  await workbook.commit();
}

/** Text cells are never formulas, whatever they begin with. */
function cellsOf(user: Page[number]): (string | number)[] {
  return [
    user.id,
    user.username,
    user.firstName,
    user.lastName,
    user.email ?? '',
    user.phone ?? '',
    instant.format(user.createdAt),
    user.provider === null ? 'Email/Mot de passe' : user.provider.charAt(0).toUpperCase() + user.provider.slice(1),
  ];
}
