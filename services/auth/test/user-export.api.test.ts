import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { asAdmin, asUser, call } from '@fasocolis/service-kit/testing';
import excel from 'exceljs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '../src/database.ts';
import { exportUsers } from '../src/users/user-export.ts';
import { type Auth, startAuth } from './helpers.ts';

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

const download = (identity = asAdmin()) => call(auth.app, { url: '/api/users/export/excel' }, identity);

describe('GET /api/users/export/excel', () => {
  it('answers the workbook of all users to the administrator alone [API-018, CONST-064]', async () => {
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
      expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/),
      'Email/Mot de passe',
    ]);
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

  describe('of a hundred thousand users', () => {
    beforeAll(async () => {
      await auth.database.$executeRaw`
        INSERT INTO users (username, username_key, email, email_key, first_name, last_name, phone)
        SELECT 'client' || n, 'client' || n, 'client' || n || '@example.com', 'client' || n || '@example.com',
               'Prénom ' || n, 'Nom ' || n, '+226 ' || (70000000 + n)
        FROM generate_series(1, 100000) AS n`;
    });

    it('takes less than 150 MB of memory', async () => {
      const file = join(folder, 'users.xlsx');
      const exporting = [join(import.meta.dirname, 'export-process.ts'), auth.databaseUrl, file];
      const { stdout } = await promisify(execFile)(process.execPath, exporting);
      expect(Number(stdout)).toBeGreaterThan(1);
      expect(Number(stdout)).toBeLessThan(150);
      let rows = 0;
      for await (const sheet of new excel.stream.xlsx.WorkbookReader(file, {})) {
        for await (const _ of sheet) rows += 1;
      }
      expect(rows).toBe(1 + (await auth.database.user.count()));
    }, 120_000);

    it('reads no further than somebody takes it, and stops when they go away', async () => {
      let pages = 0;
      const counting = auth.database.$extends({
        query: {
          user: {
            findMany({ args, query }) {
              pages += 1;
              return query(args);
            },
          },
        },
      });
      const workbook = exportUsers(counting as unknown as Database, auth.app.log);
      const untilItRests = () =>
        vi.waitFor(
          async () => {
            const before = pages;
            await setTimeout(500);
            expect(pages).toBe(before);
          },
          { timeout: 20_000 },
        );
      await untilItRests();
      const read = pages;
      expect(read).toBeGreaterThan(0);
      // Of 500 that hold all users.
      expect(read).toBeLessThan(100);
      workbook.destroy();
      await untilItRests();
      expect(pages).toBe(read);
    }, 60_000);
  });
});
