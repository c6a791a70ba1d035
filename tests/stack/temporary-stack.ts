import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { type Stack, type StackOptions, startStack } from '../../infra/local/stack.ts';

const CACHE = join(import.meta.dirname, '../../node_modules/.cache');

export interface TemporaryStack extends Stack {
  /** The folder of its data and logs. */
  home: string;
  /** Opens a connection to one of its databases, which ends with it. */
  connect: (database: string) => Promise<pg.Client>;
  /** What was generated at the start, by name. */
  secrets: () => Record<string, string>;
  /** All that a process has written so far. */
  logOf: (process: string) => string;
}

/** Starts the whole product on free ports and fresh data; `stop` removes the data too. */
export async function startTemporaryStack(name: string, options: Partial<StackOptions> = {}): Promise<TemporaryStack> {
  mkdirSync(CACHE, { recursive: true });
  const home = mkdtempSync(join(CACHE, `${name}-`));
  // Tests do not wait for the minute in which an event may be withdrawn.
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
      // In a checkout that only root may enter, the data lies elsewhere behind a link.
      const data = join(home, 'postgres');
      if (existsSync(data)) rmSync(realpathSync(data), { recursive: true, force: true });
      rmSync(home, { recursive: true, force: true });
    },
  };
}
