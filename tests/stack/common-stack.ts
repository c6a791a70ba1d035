import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { prepareHome } from '../../infra/local/stack.ts';
import { startSmtpServer } from '../../services/notify/test/smtp-server.ts';
import {
  accessTo,
  createHome,
  removeHome,
  startTemporaryStack,
  type TemporaryStack,
  variableOf,
} from './temporary-stack.ts';

const SERVED = ['url', 'publicUrl', 'emailsUrl', 'adminEmail', 'adminPassword', 'databases', 'redisUrl'] as const;

/** A product that a test file has for itself until it stops it. */
export interface CommonStack extends Pick<TemporaryStack, (typeof SERVED)[number] | 'connect' | 'secrets' | 'logOf'> {
  processes: () => { name: string; port: number }[];
  kill: (name: string) => Promise<void>;
  restart: (name: string) => Promise<void>;
  stop: () => Promise<void>;
}

/** How long a product waits for another file: an idle one takes a tenth of a core. */
const KEPT_MS = 15_000;

interface Command {
  home: string;
  name: string;
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
  const stacks = await serveStacks();
  return async () => {
    await stacks.close();
    homes.forEach(removeHome);
    await smtpServer.close();
  };
}

/**
 * Serves products to the files of a run. A start takes as long as many tests, therefore the next file gets the product of one
 * that has ended, while it is ready.
 */
async function serveStacks(): Promise<{ close: () => Promise<void> }> {
  const stacks = new Map<string, TemporaryStack>();
  const free = new Map<TemporaryStack, NodeJS.Timeout>();
  const stop = async (stack: TemporaryStack) => {
    free.delete(stack);
    await stack.stop();
    stacks.delete(stack.home);
  };
  const take = async () => {
    for (const [stack, end] of free) {
      free.delete(stack);
      clearTimeout(end);
      if (await isReady(stack)) return stack;
      await stop(stack);
    }
    // An email per contact message.
    const started = await startTemporaryStack('common', { catchesEmails: true, env: { CONTACT_MAIL_PERIOD_MS: '0' } });
    stacks.set(started.home, started);
    return started;
  };
  const find = (home: string) => {
    const stack = stacks.get(home);
    if (!stack) throw new Error(`no product in ${home}`);
    return stack;
  };
  const give = (stack: TemporaryStack) => {
    free.set(
      stack,
      setTimeout(() => void stop(stack), KEPT_MS),
    );
  };
  const commands: Record<string, (command: Command) => unknown> = {
    async '/take'() {
      const stack = await take();
      const served = Object.fromEntries(SERVED.map((name) => [name, stack[name]]));
      return { ...served, home: stack.home, processes: stack.processes() };
    },
    '/give': ({ home }) => give(find(home)),
    '/kill': ({ home, name }) => find(home).kill(name),
    '/restart': ({ home, name }) => find(home).restart(name),
  };
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    try {
      const result = await commands[request.url ?? '']?.((await json(request)) as Command);
      response.end(JSON.stringify(result ?? null));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  };
  const server = createServer((request, response) => void respond(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.env.TEST_COMMON_STACKS_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    async close() {
      server.close();
      for (const end of free.values()) clearTimeout(end);
      await Promise.all(Array.from(stacks.values(), stop));
    },
  };
}

const isReady = ({ url }: TemporaryStack) =>
  fetch(`${url}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * The product with demo data and an email catcher that files use one after the other. A file starts again what it kills, and
 * finds what others have stored.
 */
export async function useCommonStack(): Promise<CommonStack> {
  const { home, processes, ...served } = await command('take');
  const { connect, secrets, logOf, close } = accessTo(home);
  return {
    ...served,
    ...{ connect, secrets, logOf },
    processes: () => processes,
    kill: (name) => command('kill', { home, name }),
    restart: (name) => command('restart', { home, name }),
    async stop() {
      await close();
      await command('give', { home });
    },
  };
}

async function command(name: string, body: Partial<Command> = {}) {
  const url = `${process.env.TEST_COMMON_STACKS_URL}/${name}`;
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  if (!response.ok) throw new Error(await response.text());
  return JSON.parse(await response.text());
}
