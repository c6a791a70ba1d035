import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { openPool } from '@fasocolis/service-kit/database';
import excel, { type Worksheet } from 'exceljs';

type Pool = ReturnType<typeof openPool>;

/** How many users are in memory at a time. */
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

const NEXT_PAGE = `
  SELECT id, username, first_name AS "firstName", last_name AS "lastName", email, phone, created_at AS "createdAt", provider
  FROM users WHERE id > $1 ORDER BY id LIMIT ${PAGE}`;

interface ExportedUser {
  id: number;
  username: string;
  firstName: string;
  lastName: string;
  email: string | null;
  phone: string | null;
  createdAt: Date;
  provider: string | null;
}

const instant = new Intl.DateTimeFormat('fr-FR', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'Africa/Ouagadougou',
});

/** Writes all users as an Excel workbook, by id, while it reads them: memory does not grow with their number. */
export async function writeWorkbook(pool: Pool, output: Writable): Promise<void> {
  // Before the first byte: a database that cannot be asked is told as such, not as a broken file.
  let page = await usersAfter(pool, 0);
  const workbook = new excel.stream.xlsx.WorkbookWriter({ stream: output });
  const sheet = workbook.addWorksheet('Utilisateurs', { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = COLUMNS;
  while (page.length > 0) {
    for (const user of page) sheet.addRow(cellsOf(user)).commit();
    await untilTaken(sheet, output);
    page = await usersAfter(pool, page.at(-1)?.id ?? 0);
  }
  await workbook.commit();
}

async function usersAfter(pool: Pool, last: number): Promise<ExportedUser[]> {
  const { rows } = await pool.query<ExportedUser>({ name: 'next-page', text: NEXT_PAGE, values: [last] });
  return rows;
}

type OldWritable = Writable & { _writableState: { needDrain: boolean } };

/** exceljs piles up what nobody takes: both ends of its zip file are waited for, the compressor and the reader. */
async function untilTaken(sheet: Worksheet, output: Writable): Promise<void> {
  // Its streams are of an old kind that has no writableNeedDrain.
  const { pipes } = (sheet as unknown as { stream: { pipes: OldWritable[] } }).stream;
  for (const entry of pipes) if (entry._writableState.needDrain) await once(entry, 'drain');
  if (output.writableNeedDrain) await once(output, 'drain');
}

/** Texts stay texts, whatever they begin with: a cell is never a formula. */
function cellsOf(user: ExportedUser): (string | number)[] {
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
