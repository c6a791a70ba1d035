import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { ensureProgram } from './apt.ts';
import { freePort } from './ports.ts';
import type { Server } from './postgres.ts';
import { ROOT } from './root.ts';
import { openSecrets } from './secrets.ts';
import { StartError } from './start-error.ts';
import { Supervisor } from './supervisor.ts';

export interface RedisOptions {
  dir: string;
  supervisor?: Supervisor;
  log?: (line: string) => void;
}

const ADVICE =
  "Il manque Redis : installez redis-server ou valkey-server, ou donnez l'adresse d'un Redis dans REDIS_URL.";

export interface RedisServer extends Server {
  urlOf: (process: string) => string;
}

const users = () =>
  [...readFileSync(join(ROOT, 'infra/redis/users.acl'), 'utf8').matchAll(/^([\w-]+) (.*)$/gm)].map(
    ([, name = '', rules]) => ({ name, rules }),
  );

/** Starts Redis (or Valkey) on a free port of 127.0.0.1, with a password and an append-only file. */
export async function startRedis({ dir, log = () => {}, ...options }: RedisOptions): Promise<RedisServer> {
  const command = ensureProgram(['redis-server', 'valkey-server'], 'redis-server', ADVICE, log);
  const supervisor = options.supervisor ?? new Supervisor(join(dir, 'logs'));
  const secret = openSecrets(dir);
  const password = secret('redis');
  const passwordOf = (process: string) => secret(`redis-${process}`);
  const data = join(dir, 'redis');
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const port = await freePort();
  const settings = [
    `port ${port}`,
    'bind 127.0.0.1',
    `requirepass ${password}`,
    `dir "${data}"`,
    'appendonly yes',
    'save ""',
    // Queues are stored here: an error is better than evicted jobs.
    'maxmemory-policy noeviction',
    ...users().map(({ name, rules }) => `user ${name} on >${passwordOf(name)} ${rules}`),
  ];
  // A file, because the arguments of a process are public on the machine.
  const file = join(data, 'redis.conf');
  writeFileSync(file, settings.join('\n'), { mode: 0o600 });
  supervisor.start({ name: 'redis', kind: 'redis', command, args: [file], port });
  await supervisor.until(
    () => respondsToPing(port, password),
    () => 'Redis ne répond pas : voyez logs/redis.log.',
  );
  return {
    url: `redis://:${password}@127.0.0.1:${port}`,
    urlOf: (process) => `redis://${process}:${passwordOf(process)}@127.0.0.1:${port}`,
    stop: () => (options.supervisor ? supervisor.stop('redis') : supervisor.stopAll()),
  };
}

export async function reachRedis(url: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port || 6379), timeout: 5_000 });
  socket.once('timeout', () => socket.destroy(new Error('aucune réponse')));
  await once(socket, 'connect').catch((error: Error) => {
    throw new StartError(`Redis ne répond pas (${error.message}) : vérifiez REDIS_URL.`);
  });
  socket.destroy();
  return url;
}

/** False also while Redis loads its file. */
function respondsToPing(port: number, password: string): Promise<boolean> {
  return new Promise((done) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.end(`AUTH ${password}\r\nPING\r\nQUIT\r\n`));
    socket.setEncoding('utf8').on('data', (text) => {
      received += text;
    });
    socket.once('error', () => done(false));
    socket.once('close', () => done(received.includes('+PONG')));
  });
}
