import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROCESSES } from '@fasocolis/contracts/services';

export const ROOT = join(import.meta.dirname, '../..');

/** Services that stay up; migrations are started as dependencies. */
export const CONTAINERS = [...PROCESSES, 'postgres', 'redis'];
export const ADMIN_PASSWORD = 'Compose-1234';

export interface InstallationOptions {
  /** The project name of Compose; installations with different names are independent. */
  project: string;
  /** The gateway's port on this machine. */
  port: number;
  /** Settings that replace those of `.env`. */
  environment?: Record<string, string>;
  /** Compose files on top of docker-compose.yml. */
  files?: string[];
  profiles?: string[];
}

const run = promisify(execFile);

/** Runs the Docker client without blocking the test. @throws Error with its output */
export async function docker(...args: string[]): Promise<string> {
  return (await run('docker', args, { maxBuffer: 64 * 1024 * 1024 })).stdout.trim();
}

/**
 * Secrets as created by `npm run env`, in a folder that is deleted after the run, and the setting with its path for
 * Compose.
 */
export function generateSecrets(): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'fasocolis-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  execFileSync(process.execPath, [join(ROOT, 'infra/docker/make-env.mjs'), folder]);
  const secrets = join(folder, 'secrets');
  writeFileSync(join(secrets, 'admin_password'), ADMIN_PASSWORD);
  return { SECRETS_FOLDER: secrets };
}

const engine = execFileSync('docker', ['version', '--format', '{{.Server.Version}}'], { encoding: 'utf8' });
/** The engine rejects `start_interval`, and `npm run doctor` rejects the engine. */
const isOldEngine = Number.parseInt(engine, 10) < 25;

/**
 * Lets these tests run on an older engine: a Compose file with shorter check intervals at all times, as long until a container
 * is unhealthy, and a Docker client that reports a newer engine. A check takes up to 0.2 seconds of processor time:
 * with one every two seconds, fourteen containers keep two cores busy.
 */
function adaptToOldEngine(environment: Record<string, string>): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'fasocolis-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const command = ['compose', '--project-directory', ROOT, '--profile', '*', 'config', '--format', 'json'];
  const options = { cwd: ROOT, env: { ...process.env, ...environment }, encoding: 'utf8' } as const;
  const { services } = JSON.parse(execFileSync('docker', command, options)) as {
    services: Record<string, { healthcheck?: { start_interval?: string } }>;
  };
  const checked = Object.keys(services).filter((name) => services[name]?.healthcheck?.start_interval);
  const entries = checked.map(
    (name) => `${name}: { healthcheck: { start_interval: !reset null, interval: 5s, retries: 10 } }`,
  );
  writeFileSync(join(folder, 'engine.yml'), `services: { ${entries.join(', ')} }\n`);
  const client = `#!/bin/sh\n[ "$1" = version ] && echo 25.0.0 && exit; PATH='${process.env.PATH}'; exec docker "$@"\n`;
  writeFileSync(join(folder, 'docker'), client, { mode: 0o755 });
  return {
    COMPOSE_FILE: `${environment.COMPOSE_FILE}:${join(folder, 'engine.yml')}`,
    PATH: `${folder}:${process.env.PATH}`,
  };
}

export class Installation {
  readonly url: string;
  readonly environment: Record<string, string>;
  readonly #arguments: string[];

  /** Does not start anything: see `up`. */
  constructor({ project, port, environment = {}, files = [], profiles = [] }: InstallationOptions) {
    this.url = `http://127.0.0.1:${port}`;
    this.environment = {
      ...('SECRETS_FOLDER' in environment ? {} : generateSecrets()),
      ADMIN_EMAIL: 'admin@example.com',
      DEMO_DATA: 'true',
      ORDER_MAIL_DELAY_MS: '0',
      RATE_LIMITS: 'off',
      BIND_ADDRESS: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: this.url,
      COMPOSE_PROJECT_NAME: project,
      COMPOSE_FILE: ['docker-compose.yml', ...files].join(':'),
      COMPOSE_PROFILES: profiles.join(','),
      ...environment,
    };
    if (isOldEngine) Object.assign(this.environment, adaptToOldEngine(this.environment));
    this.#arguments = ['compose', '--project-directory', ROOT];
  }

  /** Runs a Compose command for it. @throws Error with its output */
  async compose(...args: string[]): Promise<string> {
    const options = { cwd: ROOT, env: { ...process.env, ...this.environment }, maxBuffer: 64 * 1024 * 1024 };
    return (await run('docker', [...this.#arguments, ...args], options)).stdout.trim();
  }

  /**
   * Starts all services with the given numbers of replicas (default: one), and waits until all are healthy. Containers
   * that run already are kept.
   */
  async up(scale: Record<string, number> = {}, processes: string[] = CONTAINERS): Promise<void> {
    const counts = Object.entries(scale).flatMap(([service, count]) => ['--scale', `${service}=${count}`]);
    await this.compose('up', '-d', '--wait', '--quiet-pull', ...counts, ...processes);
  }

  async down(): Promise<void> {
    await this.compose('down', '--volumes', '--remove-orphans', '--timeout', '0');
  }

  /** The value of a secret. */
  secret(name: string): string {
    return readFileSync(join(this.environment.SECRETS_FOLDER ?? '', name), 'utf8').trim();
  }

  /** Runs `npm run <command> -- <args>` for it. */
  async operate(command: string, args: readonly string[], environment: Record<string, string> = {}) {
    const bootstrap = join(ROOT, 'infra/local/bootstrap.mjs');
    const env = { ...process.env, ...this.environment, ...environment };
    return run(process.execPath, [bootstrap, command, ...args], { env }).then(
      ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
      ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, said: stdout + stderr }),
    );
  }

  /** Queries PostgreSQL as its superuser. */
  async select(query: string): Promise<string> {
    const postgres = await this.containerOf('postgres');
    return docker('exec', postgres, 'psql', '-U', 'postgres', '-d', 'fasocolis', '-Atc', query);
  }

  /** The ids of the running containers of services. Docker responds twenty times faster than Compose. */
  async containersOf(...services: string[]): Promise<string[]> {
    const label = 'label=com.docker.compose';
    const own = [
      '--filter',
      `${label}.project=${this.environment.COMPOSE_PROJECT_NAME}`,
      '--filter',
      `${label}.oneoff=False`,
    ];
    const printed = await docker(
      'ps',
      '--no-trunc',
      ...own,
      '--format',
      '{{.ID}} {{.Label "com.docker.compose.service"}}',
    );
    const containers = printed.split('\n').map((line) => line.split(' '));
    return containers.flatMap(([id = '', service = '']) => (services.includes(service) ? [id] : []));
  }

  async containerOf(service: string): Promise<string> {
    const [id, ...others] = await this.containersOf(service);
    if (!id || others.length > 0) throw new Error(`${service} has ${id ? others.length + 1 : 0} containers`);
    return id;
  }

  /** The `/metrics` of a process. Not requested with Node, whose start would take time from what is measured. */
  metricsOf(container: string): Promise<string> {
    const send = String.raw`exec 3<>/dev/tcp/127.0.0.1/3000 && printf 'GET /metrics HTTP/1.0\r\n\r\n' >&3 && cat <&3`;
    return docker('exec', container, 'bash', '-c', send);
  }

  /**
   * Signs in.
   * @returns the session as a Cookie header
   * @throws Error when sign-in is refused
   */
  async signIn(email: string, password: string): Promise<string> {
    const { headers } = await this.#call('POST', '/api/auth/login', { email, password });
    return headers.getSetCookie()[0]?.split(';')[0] ?? '';
  }

  signInAsAdmin(): Promise<string> {
    return this.signIn('admin', ADMIN_PASSWORD);
  }

  /** Sends JSON and returns the JSON of the response. @throws Error when it is refused */
  async send<T>(method: string, path: string, body: object, cookie = ''): Promise<T> {
    return (await this.#call(method, path, body, cookie)).json() as Promise<T>;
  }

  async #call(method: string, path: string, body: object, cookie = ''): Promise<Response> {
    const headers = { 'content-type': 'application/json', cookie };
    const response = await fetch(this.url + path, { method, headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response;
  }
}

/**
 * The installation that the test files share in sequence, started with the given numbers of replicas (default: one),
 * whatever the state that an earlier file left. It is removed at the end of the run.
 */
export async function sharedInstallation(scale: Record<string, number> = {}): Promise<Installation> {
  const installation = new Installation({
    project: 'fasocolis-test',
    port: 18080,
    environment: JSON.parse(process.env.TEST_SECRETS ?? '{}') as Record<string, string>,
  });
  await installation.up(scale);
  return installation;
}
