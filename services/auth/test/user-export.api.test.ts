import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Identity } from '@fasocolis/service-kit/auth/identity';
import { AppError } from '@fasocolis/service-kit/http/errors';
import { asUser, call } from '@fasocolis/service-kit/testing/harness';
import excel from 'exceljs';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Database, openDatabase } from '../src/database.ts';
import { exportUsers } from '../src/users/user-export.ts';
import { type Auth, startAuth } from './helpers.ts';
import { peakMegabytes, startService } from './service-process.ts';

let auth: Auth;
let folder: string;
beforeAll(async () => {
  auth = await startAuth();
  folder = await mkdtemp(join(tmpdir(), 'fasocolis-export-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await auth.close();
});

const HEADER = [
  'ID',
  "Nom d'utilisateur",
  'Prénom',
  'Nom',
  'Email',
  'Téléphone',
  "Date d'inscription",
  'Méthode de connexion',
];

const download = async (identity?: Identity) =>
  call(auth.app, { url: '/api/users/export/excel' }, identity ?? (await auth.signedIn(1)));

describe('GET /api/users/export/excel', () => {
  it('responds with the workbook of all users, to the administrator only [API-018, CONST-064]', async () => {
    await auth.createUser({ username: 'moussa' });
    const response = await download();
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    expect(response.headers['content-disposition']).toBe('attachment; filename="utilisateurs.xlsx"');
    const workbook = new excel.Workbook();
    await workbook.xlsx.load(response.rawPayload.buffer as ArrayBuffer);
    expect(workbook.worksheets.map(({ name }) => name)).toEqual(['Utilisateurs']);
    const rows = workbook.worksheets[0]?.getSheetValues().slice(1) as unknown[][];
    expect(rows[0]?.slice(1)).toEqual(HEADER);
    expect(rows.slice(1).map(([, id, username]) => [id, username])).toEqual([
      [1, 'admin'],
      [2, 'moussa'],
    ]);
    expect(rows[2]?.slice(1)).toEqual([
      2,
      'moussa',
      'Awa',
      'Kaboré',
      'moussa@example.com',
      undefined,
      expect.any(Date),
      'Email/Mot de passe',
    ]);
    expect(workbook.worksheets[0]?.getCell('G2').numFmt).toBe('dd/mm/yyyy hh:mm');
    expect(workbook.worksheets[0]?.autoFilter).toBe('A1:H1');
    const statuses = [(await call(auth.app, { url: '/api/users/export/excel' })).statusCode];
    statuses.push((await download(asUser(2))).statusCode);
    expect(statuses).toEqual([401, 403]);
  });

  it('writes names as text, whatever they begin with', async () => {
    const names = ['=1+1', '+cmd', '-2', '"x"&<b>'];
    for (const username of names) await auth.createUser({ username, email: `${names.indexOf(username)}@example.com` });
    const workbook = new excel.Workbook();
    await workbook.xlsx.load((await download()).rawPayload.buffer as ArrayBuffer);
    const cells = workbook.worksheets[0]?.getColumn(2).values.slice(-names.length);
    expect(cells).toEqual(names);
  });

  it('fails before the first byte when the database is unavailable', async () => {
    const away = openDatabase('postgresql://localhost:1/auth');
    await expect(exportUsers(away)).rejects.toMatchObject({ code: 'P1001' });
    await away.$disconnect();
  });
});

describe('the workbook of a hundred thousand users', () => {
  beforeAll(async () => {
    await auth.database.$executeRaw`
      INSERT INTO users (username, username_key, email, email_key, first_name, last_name, phone)
      SELECT 'client' || n, 'client' || n, 'client' || n || '@example.com', 'client' || n || '@example.com',
             'Prénom ' || n, 'Nom ' || n, '+226 ' || (70000000 + n)
      FROM generate_series(1, 100000) AS n`;
  });

  it('takes less than 170 MB, and the process still responds to other requests [API-018]', async () => {
    const service = await startService(auth);
    const before = peakMegabytes(service.pid);
    const response = await fetch(`${service.url}/api/users/export/excel`, { headers: service.asAdmin });
    const file = join(folder, 'users.xlsx');
    let isWritten = false;
    const writing = writeFile(file, response.body ?? '').finally(() => {
      isWritten = true;
    });
    let answered = 0;
    while (!isWritten) {
      expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
      answered += 1;
    }
    await writing;
    expect(answered).toBeGreaterThan(20);
    // 150 for the workbook, and exceljs itself, which the first export loads.
    expect(peakMegabytes(service.pid) - before).toBeLessThan(170);
    let rows = 0;
    for await (const sheet of new excel.stream.xlsx.WorkbookReader(file, {})) {
      for await (const _ of sheet) rows += 1;
    }
    expect(rows).toBe(1 + (await auth.database.user.count()));
  }, 120_000);

  it('is read no faster than the client receives it, and no further once the client has disconnected', async () => {
    const { database, pages } = countingPages();
    const workbook = await exportUsers(database);
    const pagesReadMeanwhile = async () => {
      const before = pages.length;
      for (let query = 0; query < 100; query += 1) await auth.database.user.findFirst();
      return pages.length - before;
    };
    await vi.waitFor(async () => expect(await pagesReadMeanwhile()).toBe(0), { timeout: 20_000 });
    expect(pages.length).toBeLessThan(100);
    workbook.destroy();
    expect(await pagesReadMeanwhile()).toBe(0);
  }, 60_000);

  it('ends as a failed download when the database fails meanwhile', async () => {
    const { database } = countingPages((page) => {
      if (page === 20) throw new Error('connection lost');
    });
    await expect(buffer(await exportUsers(database))).rejects.toThrow('connection lost');
  });

  it('waits for another export', async () => {
    const first = await exportUsers(auth.database);
    let isFirstOver = false;
    const second = exportUsers(auth.database).then((workbook) => {
      workbook.destroy();
      return isFirstOver;
    });
    await auth.database.user.findFirst();
    isFirstOver = true;
    first.destroy();
    expect(await second).toBe(true);
  });

  it('is refused when another export takes longer than 15 s', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const first = await exportUsers(auth.database);
    const busy = 'Un autre export est en cours. Réessayez dans 1 minute.';
    const [refused] = await Promise.allSettled([exportUsers(auth.database), vi.advanceTimersByTimeAsync(15_000)]);
    expect(refused).toEqual({ status: 'rejected', reason: new AppError('too-many-requests', busy) });
    first.destroy();
    (await exportUsers(auth.database)).destroy();
  });

  /** The database, and the pages of users that were read through it. */
  function countingPages(onPage: (page: number) => void = () => {}) {
    const pages: number[] = [];
    const database = auth.database.$extends({
      query: {
        user: {
          findMany({ args, query }) {
            onPage(pages.push(pages.length));
            return query(args);
          },
        },
      },
    });
    return { database: database as unknown as Database, pages };
  }
});
