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
import { type Stack, type StackOptions, startStack } from '../../infra/local/stack.ts';

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
    ...{ demoData: true, rateLimits: false, migrated: Boolean(template), fsync: false },
  };
  // Without the delay in which an event may be withdrawn. Tests run at night too.
  const env = { ORDER_MAIL_DELAY_MS: '0', QUIET_HOURS: '', ...options.env };
  const stack = await startStack({ ...settings, ...options, env });
  const access = accessTo(home);
  return {
    ...stack,
    ...access,
    async stop() {
      await access.close();
      await stack.stop();
      removeHome(home);
    },
  };
}

/** What tests read of a product beside its API, by its home. */
export function accessTo(home: string) {
  const clients: pg.Client[] = [];
  return {
    home,
    connect: async (database: string) => {
      const client = new pg.Client({ connectionString: database });
      clients.push(client);
      await client.connect();
      return client;
    },
    secrets: (): Record<string, string> => JSON.parse(readFileSync(join(home, 'secrets.json'), 'utf8')),
    logOf: (process: string) => readFileSync(join(home, 'logs', `${process}.log`), 'utf8'),
    close: () => Promise.all(clients.map((client) => client.end())),
  };
}

/** The variable with the home that stacks of a run are copies of. */
export const variableOf = (demoData: boolean) => `TEST_HOME_${demoData ? 'WITH' : 'WITHOUT'}_DEMO_DATA`;

/** Undefined outside of vitest, where a run starts too few stacks. */
const templateOf = (demoData: boolean) => process.env[variableOf(demoData)];

export function createHome(name: string): string {
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

export function removeHome(home: string): void {
  // In a checkout that only root may enter, the data is elsewhere, behind a link.
  const data = join(home, 'postgres');
  if (existsSync(data)) rmSync(realpathSync(data), { recursive: true, force: true });
  rmSync(home, { recursive: true, force: true });
}
