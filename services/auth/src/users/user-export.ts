import { once } from 'node:events';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { SOCIAL_PROVIDERS } from '@fasocolis/contracts/auth';
import type { Worksheet } from 'exceljs';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database.ts';
import type { User } from '../generated/prisma/client.ts';

export const EXPORT_FILE_NAME = 'utilisateurs.xlsx';
export const EXPORT_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

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

const columnsRead = {
  id: true,
  username: true,
  firstName: true,
  lastName: true,
  email: true,
  phone: true,
  createdAt: true,
  provider: true,
} as const;

const PROVIDER_NAMES: Record<string, string> = Object.fromEntries(
  SOCIAL_PROVIDERS.map((provider) => [provider, provider.charAt(0).toUpperCase() + provider.slice(1)]),
);

const instant = new Intl.DateTimeFormat('fr-FR', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'Africa/Ouagadougou',
});

/**
 * All users as an Excel workbook, by id, written while it is read: memory does not grow with their number, however
 * slow the reader. The stream fails when the database does, and stops asking it when the reader goes away.
 */
export function exportUsers(database: Database, log: FastifyBaseLogger): Readable {
  const output = new PassThrough();
  const gone = new AbortController();
  output.once('close', () => gone.abort());
  writeWorkbook(database, output, gone.signal).catch((error: Error) => {
    if (gone.signal.aborted) return;
    log.error({ err: error }, 'export failed');
    output.destroy(error);
  });
  return output;
}

async function writeWorkbook(database: Database, output: Writable, signal: AbortSignal): Promise<void> {
  // Large, and needed by nothing else: loaded when somebody asks for a workbook.
  const { default: excel } = await import('exceljs');
  const workbook = new excel.stream.xlsx.WorkbookWriter({ stream: output });
  const sheet = workbook.addWorksheet('Utilisateurs', { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = COLUMNS;
  for await (const page of pagesOfUsers(database)) {
    for (const user of page) sheet.addRow(cellsOf(user)).commit();
    await untilTaken(sheet, output, signal);
    await setImmediate(undefined, { signal });
  }
  await workbook.commit();
}

/** exceljs piles up what nobody takes: both ends of its zip file are waited for, the compressor and the reader. */
async function untilTaken(sheet: Worksheet, output: Writable, signal: AbortSignal): Promise<void> {
  // Its streams are of an old kind that has no writableNeedDrain.
  const { pipes } = (sheet as unknown as { stream: { pipes: OldWritable[] } }).stream;
  for (const entry of pipes) if (entry._writableState.needDrain) await once(entry, 'drain', { signal });
  if (output.writableNeedDrain) await once(output, 'drain', { signal });
}

type OldWritable = Writable & { _writableState: { needDrain: boolean } };
type ExportedUser = Pick<User, keyof typeof columnsRead>;

async function* pagesOfUsers(database: Database): AsyncGenerator<ExportedUser[]> {
  let last = 0;
  for (;;) {
    const page = await database.user.findMany({
      where: { id: { gt: last } },
      orderBy: { id: 'asc' },
      take: PAGE,
      select: columnsRead,
    });
    yield page;
    if (page.length < PAGE) return;
    last = page.at(-1)?.id ?? last;
  }
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
    user.provider === null ? 'Email/Mot de passe' : (PROVIDER_NAMES[user.provider] ?? user.provider),
  ];
}
