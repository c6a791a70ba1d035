import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
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
  mkdirSync(CACHE, { recursive: true });
  const home = mkdtempSync(join(CACHE, `${name}-`));
  // Without the delay in which an event may be withdrawn.
  process.env.ORDER_MAIL_DELAY_MS ??= '0';
  const stack = await startStack({ home, port: 0, mailPort: 0, demoData: true, rateLimits: false, ...options });
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
      // In a checkout that only root may enter, the data is elsewhere, behind a link.
      const data = join(home, 'postgres');
      if (existsSync(data)) rmSync(realpathSync(data), { recursive: true, force: true });
      rmSync(home, { recursive: true, force: true });
    },
  };
}
