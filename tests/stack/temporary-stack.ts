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

/** Starts the whole product on free ports and fresh data; `stop` removes the data too. */
export async function startTemporaryStack(name: string, options: Partial<StackOptions> = {}): Promise<TemporaryStack> {
  const home = createHome(name);
  const template = options.databaseUrl || options.adminPassword ? undefined : templateOf(options.demoData ?? true);
  if (template) copyHome(template, home);
  // Without the delay in which an event may be withdrawn.
  process.env.ORDER_MAIL_DELAY_MS ??= '0';
  // Tests run at night too.
  process.env.QUIET_HOURS ??= '';
  const settings = { home, port: 0, emailsPort: 0, demoData: true, rateLimits: false, migrated: Boolean(template) };
  const stack = await startStack({ ...settings, ...options });
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
 * and seeding it is more than half of a first start.
 */
export default async function createTemplates(): Promise<() => void> {
  const create = async (demoData: boolean) => {
    const home = createHome('template');
    const stack = await startStack({ home, port: 0, emailsPort: 0, demoData, rateLimits: false });
    await stack.stop();
    process.env[variableOf(demoData)] = home;
    return home;
  };
  const homes = await Promise.all([create(true), create(false)]);
  return () => homes.forEach(removeHome);
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
