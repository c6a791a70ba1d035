// The containers of an installation of Docker Compose, for rolling-update.mjs. Plain JavaScript without packages.
import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { createWriteStream, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createGzip } from 'node:zlib';

export const ROOT = join(import.meta.dirname, '../..');
const HEALTHY_TIMEOUT_MS = 120_000;
const POLL_MS = 500;
/** Where the logs of removed containers are kept, and how long. */
const LOGS_FOLDER = process.env.LOGS_FOLDER ?? join(ROOT, 'logs');
const LOGS_KEPT_MS = 90 * 86_400_000;

/** @param {string[]} args */
export const docker = (...args) =>
  execFileSync('docker', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
/** @param {string[]} args */
export const dockerAsync = (...args) => promisify(execFile)('docker', args, { cwd: ROOT });
/** @param {string[]} args */
export const compose = (...args) => docker('compose', '--progress', 'quiet', ...args);
/** @param {string} container */
export const showLog = (container) => spawnSync('docker', ['logs', '--tail', '15', container], { stdio: 'inherit' });

/**
 * @typedef {{ image: string; scale?: number; restart?: string; ports?: { published?: string }[];
 *   depends_on?: Record<string, object> }} Service
 * @type {{ name: string; services: Record<string, Service>; 'x-registry'?: string }}
 */
const configuration = JSON.parse(compose('config', '--format', 'json'));
const { name: project } = configuration;
export const { services, 'x-registry': registry } = configuration;

/** `docker ps` is twenty times faster than `docker compose ps`. */
function listContainers() {
  const label = 'label=com.docker.compose';
  const filters = ['--filter', `${label}.project=${project}`, '--filter', `${label}.oneoff=False`];
  const format = '{{.Label "com.docker.compose.service"}} {{.ID}} {{.State}}';
  const lines = docker('ps', '--all', '--no-trunc', ...filters, '--format', format).split('\n');
  const fields = lines.filter(Boolean).map((line) => line.split(' '));
  return fields.map(([service = '', id = '', state]) => ({ service, id, isRunning: state === 'running' }));
}

/** @param {string[]} names @param {boolean} isRunning */
export const containersOf = (names, isRunning) =>
  listContainers().filter((container) => names.includes(container.service) && container.isRunning === isRunning);

/** @param {string[]} containers removed with what they logged kept: Docker deletes the log of a container with it */
export async function remove(...containers) {
  if (containers.length === 0) return;
  mkdirSync(LOGS_FOLDER, { recursive: true, mode: 0o700 });
  for (const { id, service } of listContainers().filter((each) => containers.includes(each.id))) {
    const moment = new Date().toISOString().replace(/\.\d+/, '').replaceAll(':', '-');
    const file = createWriteStream(join(LOGS_FOLDER, `${service}-${moment}-${id.slice(0, 8)}.log.gz`), { mode: 0o600 });
    const log = spawn('sh', ['-c', 'exec docker logs "$0" 2>&1', id], { stdio: ['ignore', 'pipe', 'inherit'] });
    await pipeline(log.stdout, createGzip(), file);
  }
  docker('rm', '--force', ...containers);
  for (const name of readdirSync(LOGS_FOLDER)) {
    const path = join(LOGS_FOLDER, name);
    if (statSync(path).mtimeMs < Date.now() - LOGS_KEPT_MS) rmSync(path);
  }
}

/**
 * Creates containers, without starting them, until there are `counts[service]`, as many as before of all others.
 * `compose up --no-deps` would label them differently, and the next plain `up -d` would recreate them.
 * @param {Record<string, number>} counts @returns {string[]} the ids of the new ones
 */
export function create(counts) {
  const before = listContainers();
  const countOf = (/** @type {string} */ name) =>
    counts[name] ?? before.filter(({ service }) => service === name).length;
  // Named, because Compose would pull the images of the others.
  const present = Object.keys(services).filter((name) => countOf(name) > 0);
  const scale = present.flatMap((name) => ['--scale', `${name}=${countOf(name)}`]);
  compose('create', '--no-recreate', '--no-build', ...scale, ...present);
  return listContainers().flatMap(({ id }) => (before.every((known) => known.id !== id) ? [id] : []));
}

/** @param {string[]} containers @returns {Promise<string | undefined>} the first one that does not become healthy */
export async function findUnhealthy(containers) {
  const deadline = Date.now() + HEALTHY_TIMEOUT_MS;
  const stateOf = (/** @type {string} */ container) =>
    docker('inspect', '-f', '{{.State.Status}} {{.State.Health.Status}}', container);
  for (const container of containers) {
    while (stateOf(container) === 'running starting' && Date.now() < deadline) await delay(POLL_MS);
  }
  return containers.find((container) => stateOf(container) !== 'running healthy');
}
