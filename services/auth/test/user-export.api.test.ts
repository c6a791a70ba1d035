import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { AppError } from '@fasocolis/service-kit/errors';
import { asAdmin, asUser, call } from '@fasocolis/service-kit/testing';
import excel from 'exceljs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { UserExports } from '../src/users/export/user-exports.ts';
import { type Auth, startAuth } from './helpers.ts';
import { childrenOf, isWriter, peakMegabytes, startService } from './service-process.ts';

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

  it('tells honestly when the database cannot be asked', async () => {
    const exports = new UserExports(auth.databaseUrl.replace('test_auth', 'no_such_database'));
    await expect(exports.begin(auth.app.log)).rejects.toThrow(new AppError('unavailable'));
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

  it('is written by a process of less than 150 MB, and the service hardly grows', async () => {
    const service = await startService(auth);
    const before = peakMegabytes(service.pid);
    let writer = 0;
    const watch = setInterval(() => {
      for (const pid of childrenOf(service.pid)) writer = Math.max(writer, peakMegabytes(pid));
    }, 20);
    const response = await fetch(`${service.url}/api/users/export/excel`, { headers: service.asAdmin });
    const file = join(folder, 'users.xlsx');
    await writeFile(file, response.body ?? '');
    clearInterval(watch);
    expect(writer).toBeGreaterThan(40);
    expect(writer).toBeLessThan(150);
    expect(peakMegabytes(service.pid) - before).toBeLessThan(25);
    let rows = 0;
    for await (const sheet of new excel.stream.xlsx.WorkbookReader(file, {})) {
      for await (const _ of sheet) rows += 1;
    }
    expect(rows).toBe(1 + (await auth.database.user.count()));
  }, 120_000);

  it('is read no further than somebody takes it; its process ends when they go away', async () => {
    const exports = new UserExports(auth.databaseUrl);
    const workbook = await exports.begin(auth.app.log);
    const [pid = 0] = childrenOf(process.pid).filter(isWriter);
    await untilItRests(pid);
    const last = await lastQuery();
    expect(last).not.toBeNull();
    workbook.destroy();
    await vi.waitFor(() => expect(isWriter(pid)).toBe(false), 5000);
    await vi.waitFor(async () => expect(await lastQuery()).toBeNull(), 5000);
  }, 60_000);

  it('breaks off as a failed download when its process dies', async () => {
    const workbook = await new UserExports(auth.databaseUrl).begin(auth.app.log);
    const [pid = 0] = childrenOf(process.pid).filter(isWriter);
    process.kill(pid, 'SIGKILL');
    await expect(buffer(workbook)).rejects.toThrow('the workbook is not whole');
  });

  it('is written for two at a time; a third is told to come back, and may when one of them is through', async () => {
    const exports = new UserExports(auth.databaseUrl);
    const [first, second] = await Promise.all([exports.begin(auth.app.log), exports.begin(auth.app.log)]);
    const busy = "D'autres exports sont en cours. Veuillez réessayer dans un instant.";
    await expect(exports.begin(auth.app.log)).rejects.toThrow(new AppError('too-many-requests', busy));
    first.destroy();
    const third = await vi.waitFor(() => exports.begin(auth.app.log), { timeout: 5000, interval: 100 });
    third.destroy();
    second.destroy();
  }, 30_000);

  /** When the writer's connection was last asked something; null without one. */
  async function lastQuery(): Promise<Date | null> {
    const [row] = await auth.database.$queryRaw<{ at: Date }[]>`
      SELECT max(query_start) AS at FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE '%FROM users WHERE id > $1 ORDER BY id%'
        AND pid <> pg_backend_pid()`;
    return row?.at ?? null;
  }

  async function untilItRests(pid: number): Promise<void> {
    await vi.waitFor(
      async () => {
        const before = await lastQuery();
        await setTimeout(500);
        expect(isWriter(pid)).toBe(true);
        expect(await lastQuery()).toEqual(before);
      },
      { timeout: 20_000 },
    );
  }
});
