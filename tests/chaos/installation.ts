import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROCESSES, SERVICES, type ServiceName } from '@fasocolis/contracts/services';
import { TestAuthority } from '@fasocolis/service-kit/testing/certificates';
import { startPushService, type TestPushService } from '@fasocolis/service-kit/testing/push-service';
import pg from 'pg';
import { freePort } from '../../infra/local/ports.ts';
import { type Stack, startStack } from '../../infra/local/stack.ts';
import { type SmtpServer, startSmtpServer } from '../../services/notify/test/smtp-server.ts';
import { startTcpProxy, type TcpProxy } from '../tcp-proxy.ts';

/** Holds the data of PostgreSQL and Redis; in memory as far as it is used. */
const DISK = '1g';

export const LINKS = ['gateway', ...SERVICES, 'postgres', 'redis', 'smtp', 'push'] as const;
export type Link = (typeof LINKS)[number];

/** The whole product with its data on a separate disk, and a proxy before every server. */
export interface Installation {
  stack: Stack;
  /** The URL of the gateway, through its proxy. */
  url: string;
  links: Record<Link, TcpProxy>;
  smtp: SmtpServer;
  push: TestPushService;
  /** The folder of logs, which stays. */
  logs: string;
  /** The folder of data; undefined where no file system can be mounted. */
  disk: string | undefined;
  /** All processes of a name: PostgreSQL has many. */
  pidsOf(name: string): number[];
  /** Sets the clock of a process that runs Node. */
  shiftClock(name: string, milliseconds: number): void;
  connect(service: ServiceName): Promise<pg.Client>;
  stop(): Promise<void>;
}

/** Settings of the product's processes: short intervals, one email per message. */
const SETTINGS = {
  MAIL_RETRY_MS: '500',
  MAIL_SWEEP_MS: '3000',
  CONTACT_MAIL_PERIOD_MS: '0',
  ORDER_MAIL_DELAY_MS: '0',
  MILESTONE_UNDO_MS: '1000',
  QUIET_HOURS: '',
};

export async function startInstallation(end: AbortSignal): Promise<Installation> {
  const home = mkdtempSync(join(tmpdir(), 'fasocolis-chaos-'));
  const logs = `${home}-logs`;
  const clocks = `${home}-clocks`;
  const disk = mountDisk(home);
  for (const folder of [logs, clocks]) mkdirSync(folder);
  // Logs stay off the disk that will be full: in production the container engine takes them.
  symlinkSync(logs, join(home, 'logs'));
  const authority = new TestAuthority(clocks);
  const [smtp, push] = [await startSmtpServer(), await startPushService(authority.certify('DNS:localhost'))];
  const links = {} as Record<Link, TcpProxy>;
  const link = async (name: Link, url: string) => {
    links[name] = await startTcpProxy(url, await freePort());
    return links[name].url;
  };
  push.url = push.url.replace(/\d+$/, new URL(await link('push', push.url)).port);
  Object.assign(process.env, SETTINGS, {
    NODE_EXTRA_CA_CERTS: authority.file,
    NODE_OPTIONS: `--import ${import.meta.dirname}/clock.mjs`,
    CHAOS_CLOCKS: clocks,
    PUSH_HOSTS: new URL(push.url).host,
  });
  const clean = async () => {
    await Promise.all(Object.values(links).map((proxy) => proxy.close()));
    await Promise.all([smtp.close(), push.close()]);
    if (disk) execFileSync('umount', ['--lazy', disk]);
    for (const folder of [home, clocks]) rmSync(folder, { recursive: true, force: true });
  };
  const options = { home, port: 0, rateLimits: false, smtpUrl: (await link('smtp', smtp.url)).replace(/\/$/, '') };
  const log = (line: string) => console.log(line);
  const stack = await startStack({ ...options, mapAddress: link, signal: end, log }).catch(async (error: unknown) => {
    await clean();
    throw error;
  });
  await link('gateway', stack.url);
  const pidOf = (name: string) => {
    const { pid } = stack.processes().find((each) => each.name === name) ?? {};
    // A signal to 0 would reach this process and its parents.
    if (!pid) throw new Error(`no process is called ${name}`);
    return pid;
  };
  const clients: pg.Client[] = [];
  return {
    ...{ stack, links, smtp, push, logs, disk },
    url: links.gateway.url.replace(/\/$/, ''),
    pidsOf: (name) => (name === 'postgres' ? pidsIn(join(home, 'postgres')) : [pidOf(name)]),
    shiftClock: (name, milliseconds) => writeFileSync(join(clocks, String(pidOf(name))), String(milliseconds)),
    async connect(service) {
      const client = new pg.Client({ connectionString: stack.databases[service] });
      clients.push(client);
      client.on('error', () => {});
      await client.connect();
      return client;
    },
    async stop() {
      await Promise.all(clients.map((client) => client.end()));
      await stack.stop();
      await clean();
    },
  };
}

/** The names of the product's own processes and of its servers. */
export const PRODUCT = PROCESSES;
export const SERVERS = ['postgres', 'redis'] as const;

/** Mounts a small file system over a folder, which only root may. */
function mountDisk(folder: string): string | undefined {
  try {
    const options = ['-t', 'tmpfs', '-o', `size=${DISK},mode=755`, 'tmpfs', folder];
    execFileSync('mount', options, { stdio: 'ignore' });
    return folder;
  } catch {
    return undefined;
  }
}

/** The processes that work in a folder; none where there is no /proc. */
function pidsIn(folder: string): number[] {
  if (process.platform !== 'linux') return [];
  const path = realpathSync(folder);
  const isInside = (pid: string) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === path;
    } catch {
      return false;
    }
  };
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isInside(name))
    .map(Number);
}
