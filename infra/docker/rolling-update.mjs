#!/usr/bin/env node
// `npm run update`: brings a running installation of Docker Compose to the images of this folder without a failed
// request. Migrations run first; the old version works on the new schema. Then each service in turn, with its worker,
// gets as many new containers as it has old ones; the old ones are removed once the new ones are healthy. Plain
// JavaScript without packages.
//
// `npm run update -- --no-build` takes the images as they are, for instance after `docker compose pull`.
// `npm run update -- orders notify-worker` updates these alone.
import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { createWriteStream, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createGzip } from 'node:zlib';

const ROOT = join(import.meta.dirname, '../..');
const HEALTHY_TIMEOUT_MS = 120_000;
const POLL_MS = 500;
/** The gateway retries a new container after three seconds. */
const DISCOVERY_MS = 3000;
/**
 * The gateway resolves addresses every second, and waits a second for a connection. A container that gets the address of a
 * stopped one earlier would receive requests for another service.
 */
const FORGETTING_MS = 2500;
/** Where the logs of removed containers are kept, and how long. */
const LOGS_FOLDER = process.env.LOGS_FOLDER ?? join(ROOT, 'logs');
const LOGS_KEPT_MS = 90 * 86_400_000;

/** @param {string} message @returns {never} */
function fail(message) {
  console.error(message);
  process.exit(1);
}

/** @param {string[]} args */
const docker = (...args) =>
  execFileSync('docker', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
/** @param {string[]} args */
const dockerAsync = (...args) => promisify(execFile)('docker', args, { cwd: ROOT });
/** @param {string[]} args */
const compose = (...args) => docker('compose', '--progress', 'quiet', ...args);
/** @param {string} container */
const showLog = (container) => spawnSync('docker', ['logs', '--tail', '15', container], { stdio: 'inherit' });

/** @param {string[]} containers removed with what they logged kept: Docker deletes the log of a container with it */
async function remove(...containers) {
  for (const { id, service } of listContainers().filter((each) => containers.includes(each.id))) {
    const moment = new Date().toISOString().replace(/\.\d+/, '').replaceAll(':', '-');
    const file = createWriteStream(join(LOGS_FOLDER, `${service}-${moment}-${id.slice(0, 8)}.log.gz`), { mode: 0o600 });
    const log = spawn('sh', ['-c', 'exec docker logs "$0" 2>&1', id], { stdio: ['ignore', 'pipe', 'inherit'] });
    await pipeline(log.stdout, createGzip(), file);
  }
  docker('rm', '--force', ...containers);
}

function removeOldLogs() {
  for (const name of readdirSync(LOGS_FOLDER)) {
    const path = join(LOGS_FOLDER, name);
    if (statSync(path).mtimeMs < Date.now() - LOGS_KEPT_MS) rmSync(path);
  }
}

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
const containersOf = (names, isRunning) =>
  listContainers().filter((container) => names.includes(container.service) && container.isRunning === isRunning);

/**
 * Creates and starts containers until there are `counts[service]`, as many as before of all others.
 * `compose up --no-deps` would label them differently, and the next plain `up -d` would recreate them.
 * @param {Record<string, number>} counts @returns {Promise<string[]>} the ids of the new ones
 */
async function start(counts) {
  const ended = containersOf(Object.keys(counts), false).map(({ id }) => id);
  if (ended.length > 0) await remove(...ended);
  const before = listContainers();
  const countOf = (/** @type {string} */ name) =>
    counts[name] ?? before.filter(({ service }) => service === name).length;
  // Named, because Compose would pull the images of the others.
  const present = all.filter((name) => countOf(name) > 0);
  const scale = present.flatMap((name) => ['--scale', `${name}=${countOf(name)}`]);
  compose('create', '--no-recreate', '--no-build', ...scale, ...present);
  const added = listContainers().filter(({ id }) => before.every((known) => known.id !== id));
  await Promise.all(added.map(({ id }) => dockerAsync('start', id)));
  return added.map(({ id }) => id);
}

/** @param {string[]} containers @returns {Promise<string | undefined>} the first one that does not become healthy */
async function findUnhealthy(containers) {
  const deadline = Date.now() + HEALTHY_TIMEOUT_MS;
  const stateOf = (/** @type {string} */ container) =>
    docker('inspect', '-f', '{{.State.Status}} {{.State.Health.Status}}', container);
  for (const container of containers) {
    while (stateOf(container) === 'running starting' && Date.now() < deadline) await delay(POLL_MS);
  }
  return containers.find((container) => stateOf(container) !== 'running healthy');
}

/**
 * The former containers of a service, which run beside their successors, and since when.
 * @type {{ containers: string[]; since: number }}
 */
let replaced = { containers: [], since: 0 };

/** Overlaps with the health checks of the next containers, never with their start: see FORGETTING_MS. */
async function removeReplaced() {
  const { containers, since } = replaced;
  replaced = { containers: [], since: 0 };
  if (containers.length === 0) return;
  await delay(Math.max(0, since + DISCOVERY_MS - Date.now()));
  await dockerAsync('stop', ...containers);
  await remove(...containers);
  await delay(FORGETTING_MS);
}

/** @param {string[]} names services of which two containers may run at once */
async function roll(names) {
  const old = containersOf(names, true);
  if (old.length === 0) return;
  console.log(`${names.join(', ')} : ${old.length} en place, relève en cours…`);
  const counts = names.map((name) => [name, 2 * old.filter(({ service }) => service === name).length]);
  const added = await start(Object.fromEntries(counts));
  const [unhealthy] = await Promise.all([findUnhealthy(added), removeReplaced()]);
  if (unhealthy) {
    showLog(unhealthy);
    await remove(...added);
    fail(`La nouvelle version de ${names.join(', ')} ne devient pas saine : l'ancienne reste en service.`);
  }
  replaced = { containers: old.map(({ id }) => id), since: Date.now() };
}

/** A single gateway holds a published port: its successor cannot start before it has stopped. */
async function replaceGateway() {
  console.log('gateway : remplacement (un instant sans réponse, car son port est publié)…');
  await removeReplaced();
  const former = containersOf(['gateway'], true).map(({ id }) => id);
  await dockerAsync('stop', ...former);
  await remove(...former);
  const unhealthy = await findUnhealthy(await start({ gateway: 1 }));
  if (!unhealthy) return;
  showLog(unhealthy);
  fail('La nouvelle version de gateway ne devient pas saine : revenez à la précédente.');
}

/** Runs migrations. Their containers stay, or a plain `up -d` would recreate the services. */
async function migrate(/** @type {string[]} */ names) {
  if (names.length === 0) return;
  console.log(`${names.join(', ')} : mise à jour de la base…`);
  const containers = await start(Object.fromEntries(names.map((name) => [name, 1])));
  const codes = docker('wait', ...containers).split('\n');
  const failed = containers.filter((_, index) => codes[index] !== '0');
  for (const container of failed) showLog(container);
  if (failed.length > 0) fail("La mise à jour de la base a échoué : aucune version n'a été remplacée.");
}

const wanted = process.argv.slice(2).filter((argument) => argument !== '--no-build');
const { name: project, services } = JSON.parse(compose('config', '--format', 'json'));
const all = Object.keys(services);
const unknown = wanted.filter((service) => !all.includes(service));
if (unknown.length > 0) {
  fail(`Inconnu : ${unknown.join(', ')}. Usage : npm run update [-- [--no-build] <service>…], de ${all.join(', ')}.`);
}
if (containersOf(['gateway'], true).length === 0) fail("FasoColis n'est pas démarré : docker compose up -d.");

if (!process.argv.includes('--no-build')) {
  console.log('Construction des images…');
  const { status } = spawnSync('docker', ['compose', 'build', '--quiet'], { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) fail('La construction des images a échoué : rien n’a changé.');
}
mkdirSync(LOGS_FOLDER, { recursive: true, mode: 0o700 });
const chosen = wanted.length > 0 ? wanted : all;
const servers = all.filter((service) => all.includes(`${service}-migrate`));
await migrate(servers.filter((server) => chosen.includes(server)).map((server) => `${server}-migrate`));
try {
  for (const server of servers) await roll([server, `${server}-worker`].filter((name) => chosen.includes(name)));
  /** @type {{ published?: string }[]} */
  const ports = services.gateway.ports ?? [];
  // Docker chooses among several ports, or none is published.
  const canRunTwice = ports.every(({ published = '0' }) => published === '0' || published.includes('-'));
  if (chosen.includes('gateway')) await (canRunTwice ? roll(['gateway']) : replaceGateway());
} finally {
  // A failure must not leave them behind: the next update would count them.
  await removeReplaced();
  removeOldLogs();
}
console.log('Mise à jour terminée.');
