import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { prepareHome, type Stack, type StackOptions, startStack } from '../../infra/local/stack.ts';
import { startSmtpServer } from '../../services/notify/test/smtp-server.ts';

const CACHE = join(import.meta.dirname, '../../node_modules/.cache');

export interface TemporaryStack extends Stack {
  /** The folder of its data and logs. */
  home: string;
  /** Opens a connection to one of its databases; it is closed with the stack. */
  connect: (database: string) => Promise<pg.Client>;
  /** The generated secrets, by name. */
  secrets: () => Record<string, string>;
  /** The log of a process so far. */
  logOf: (process: string) => string;
}

interface TemporaryOptions extends Partial<StackOptions> {
  /** True for a test that reads emails: its product then has its own email catcher. Default: false. */
  catchesEmails?: boolean;
}

/** Starts the whole product on free ports and fresh data; `stop` removes the data too. */
export async function startTemporaryStack(name: string, options: TemporaryOptions = {}): Promise<TemporaryStack> {
  const home = createHome(name);
  const template = options.databaseUrl || options.adminPassword ? undefined : templateOf(options.demoData ?? true);
  if (template) copyHome(template, home);
  const smtpUrl = options.catchesEmails ? undefined : process.env.TEST_SMTP_URL;
  const settings = {
    ...{ home, port: 0, emailsPort: 0, smtpUrl },
    ...{ demoData: true, rateLimits: false, migrated: Boolean(template) },
  };
  // Without the delay in which an event may be withdrawn. Tests run at night too.
  const env = { ORDER_MAIL_DELAY_MS: '0', QUIET_HOURS: '', ...options.env };
  const stack = await startStack({ ...settings, ...options, env });
  const clients: pg.Client[] = [];
  return {
    ...stack,
    home,
    async connect(database) {
      const client = new pg.Client({ connectionString: database });
      clients.push(client);
      await client.connect();
      return client;
    },
    secrets: () => JSON.parse(readFileSync(join(home, 'secrets.json'), 'utf8')),
    logOf: (process) => readFileSync(join(home, 'logs', `${process}.log`), 'utf8'),
    async stop() {
      await Promise.all(clients.map((client) => client.end()));
      await stack.stop();
      removeHome(home);
    },
  };
}

/**
 * Makes the homes that the stacks of this run are copies of, with and without demo data: creating a database, migrating
 * and seeding it is more than half of a first start. One server takes the emails that no test reads: a catcher takes as
 * long to start as a service.
 */
export default async function startCommon(): Promise<() => Promise<void>> {
  const create = async (demoData: boolean) => {
    const home = createHome('template');
    await prepareHome({ home, demoData });
    process.env[variableOf(demoData)] = home;
    return home;
  };
  const [smtpServer, ...homes] = await Promise.all([startSmtpServer(), create(true), create(false)]);
  smtpServer.respond = async () => {
    smtpServer.received.length = 0;
  };
  process.env.TEST_SMTP_URL = smtpServer.url;
  return async () => {
    homes.forEach(removeHome);
    await smtpServer.close();
  };
}

const variableOf = (demoData: boolean) => `TEST_HOME_${demoData ? 'WITH' : 'WITHOUT'}_DEMO_DATA`;

/** Undefined outside of vitest, where a run starts too few stacks. */
const templateOf = (demoData: boolean) => process.env[variableOf(demoData)];

function createHome(name: string): string {
  mkdirSync(CACHE, { recursive: true });
  return mkdtempSync(join(CACHE, `${name}-`));
}

function copyHome(from: string, to: string): void {
  const [data, copy] = [join(from, 'postgres'), join(to, 'postgres')];
  const isLink = lstatSync(data).isSymbolicLink();
  const target = isLink ? mkdtempSync(`${realpathSync(data)}-`) : copy;
  // With owners and modes, on which PostgreSQL insists; the dot, because macOS has no `-T`.
  execFileSync('cp', ['-a', `${realpathSync(data)}/.`, target]);
  if (isLink) symlinkSync(target, copy);
  execFileSync('cp', ['-a', join(from, 'secrets.json'), to]);
}

function removeHome(home: string): void {
  // In a checkout that only root may enter, the data is elsewhere, behind a link.
  const data = join(home, 'postgres');
  if (existsSync(data)) rmSync(realpathSync(data), { recursive: true, force: true });
  rmSync(home, { recursive: true, force: true });
}
