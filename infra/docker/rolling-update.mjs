#!/usr/bin/env node
// `npm run update`: brings a running installation of Docker Compose to the images of this folder without a failed
// request. Migrations run first; the old version goes on working on the new schema. Then one service after the other,
// its server and worker together, gets as many new containers as it has old ones, and the old ones end when the new ones
// are healthy, while those of the next service start. Plain JavaScript without packages: nothing needs to be installed
// before it.
//
// `npm run update -- --no-build` takes the images as they are, for instance after `docker compose pull`.
// `npm run update -- orders orders-worker` updates these alone.
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../..');
const PATIENCE_MS = 120_000;
const POLL_MS = 500;
/** Who met a new process before it listened leaves it alone for three seconds. */
const DISCOVERY_MS = 3000;

const { values, positionals: wanted } = readArguments();

/** @param {string[]} command */
const docker = (...command) =>
  execFileSync('docker', command, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
/** @param {string[]} command */
const dockerMeanwhile = (...command) => promisify(execFile)('docker', command, { cwd: ROOT });
/** @param {string[]} command */
const compose = (...command) => docker('compose', '--progress', 'quiet', ...command);

/** @typedef {{ service: string, id: string, isRunning: boolean }} Container */
/** All of this installation. Docker itself answers twenty times sooner than Compose. @returns {Container[]} */
function findContainers() {
  const label = (/** @type {string} */ name) => `label=com.docker.compose.${name}`;
  const own = ['--filter', label(`project=${project}`), '--filter', label('oneoff=False')];
  const format = '{{.Label "com.docker.compose.service"}} {{.ID}} {{.State}}';
  const printed = docker('ps', '--all', '--no-trunc', ...own, '--format', format);
  return printed.split('\n').flatMap((line) => {
    const [service, id, state] = line.split(' ');
    return service && id ? [{ service, id, isRunning: state === 'running' }] : [];
  });
}
/** @param {string[]} names */
const containersOf = (...names) => findContainers().filter(({ service }) => names.includes(service));
/** @param {Container[]} containers */
const idsOf = (containers) => containers.map(({ id }) => id);

/** @param {string} message @returns {never} */
function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function readArguments() {
  try {
    return parseArgs({ options: { 'no-build': { type: 'boolean' } }, allowPositionals: true });
  } catch {
    return fail('Usage : npm run update [-- --no-build] [-- <service>…]');
  }
}

/** What Docker has found. @param {string} container @returns {'healthy' | 'starting' | 'ended'} */
function stateOf(container) {
  const [state, health] = docker('inspect', '-f', '{{.State.Status}} {{.State.Health.Status}}', container).split(' ');
  if (state !== 'running') return 'ended';
  return health === 'healthy' ? 'healthy' : 'starting';
}

/** @param {string[]} containers @returns {Promise<string | undefined>} the first one that does not become healthy */
async function findUnhealthy(containers) {
  const deadline = Date.now() + PATIENCE_MS;
  for (const container of containers) {
    let state = stateOf(container);
    for (; state === 'starting' && Date.now() < deadline; state = stateOf(container)) await delay(POLL_MS);
    if (state !== 'healthy') return container;
  }
  return undefined;
}

/** @param {string[]} containers */
function remove(containers) {
  docker('stop', ...containers);
  docker('rm', ...containers);
}

/**
 * Ends containers that others have replaced, while the next ones start. It removes them between two steps of these, never
 * between counting containers and creating more.
 * @param {string[]} containers
 */
async function retire(containers) {
  await delay(DISCOVERY_MS);
  await dockerMeanwhile('stop', ...containers);
  docker('rm', ...containers);
}

/** The end of those that were replaced last. @type {Promise<void>} */
let retirement = Promise.resolve();

/** Otherwise Compose would start those again instead of new ones. @param {string[]} names */
function removeEnded(names) {
  const ended = idsOf(containersOf(...names).filter(({ isRunning }) => !isRunning));
  if (ended.length > 0) docker('rm', ...ended);
}

/** @param {string} container */
const showLog = (container) => spawnSync('docker', ['logs', '--tail', '15', container], { stdio: 'inherit' });

/** A published port belongs to one container, unless Docker may choose among several. @param {string} service */
function canStandTwice(service) {
  const ports = services[service].ports ?? [];
  return ports.every(({ published = '0' }) => published === '0' || published.includes('-'));
}

/**
 * Starts new containers until there are as many as wanted; of what is not named, as many as there are. `up --no-deps`
 * would do it too, but mark them as something else than what a plain `up -d` makes, which then replaced them once more.
 * @param {Record<string, number>} counts @returns {Promise<string[]>}
 */
async function start(counts) {
  const before = findContainers();
  const scale = all.flatMap((name) => {
    const count = counts[name] ?? before.filter(({ service }) => service === name).length;
    return ['--scale', `${name}=${count}`];
  });
  compose('create', '--no-recreate', '--no-build', ...scale);
  const added = idsOf(findContainers().filter(({ id }) => before.every((known) => known.id !== id)));
  await Promise.all(added.map((id) => dockerMeanwhile('start', id)));
  return added;
}

/**
 * Runs new containers to their end, which stay: a plain `up -d` would otherwise make them anew, and whatever depends on
 * them too. @param {string[]} names @returns {Promise<string[]>} the containers that failed
 */
async function runToTheirEnd(names) {
  if (names.length === 0) return [];
  removeEnded(names);
  const containers = await start(Object.fromEntries(names.map((name) => [name, 1])));
  const codes = docker('wait', ...containers).split('\n');
  return containers.filter((_, index) => codes[index] !== '0');
}

/** @param {string} service */
async function replaceInPlace(service) {
  console.log(`${service} : remplacement (un instant sans réponse, car son port est publié)…`);
  await retirement;
  compose('rm', '--stop', '--force', service);
  const unhealthy = await findUnhealthy(await start({ [service]: 1 }));
  if (!unhealthy) return;
  showLog(unhealthy);
  fail(`La nouvelle version de ${service} ne devient pas saine : revenez à la précédente.`);
}

/** Replaces processes that may stand twice, together. @param {string[]} group */
async function roll(group) {
  const old = containersOf(...group).filter(({ isRunning }) => isRunning);
  if (old.length === 0) return;
  console.log(`${group.join(', ')} : ${old.length} en place, relève en cours…`);
  removeEnded(group);
  const counts = group.map((name) => [name, 2 * old.filter(({ service }) => service === name).length]);
  const added = await start(Object.fromEntries(counts));
  const unhealthy = await findUnhealthy(added);
  await retirement;
  if (unhealthy) {
    showLog(unhealthy);
    remove(added);
    fail(`La nouvelle version de ${group.join(', ')} ne devient pas saine : l'ancienne reste en service.`);
  }
  retirement = retire(idsOf(old));
  retirement.catch(() => {}); // Told when it is waited for.
}

const { name: project, services } = JSON.parse(compose('config', '--format', 'json'));
const all = Object.keys(services);
const unknown = wanted.filter((service) => !all.includes(service));
if (unknown.length > 0) fail(`Service inconnu : ${unknown.join(', ')}. Services : ${all.join(', ')}.`);
if (containersOf('gateway').every(({ isRunning }) => !isRunning))
  fail("FasoColis n'est pas démarré : docker compose up -d.");

const migrations = all.filter((service) => service.endsWith('-migrate'));
const chosen = all.filter((service) => wanted.length === 0 || wanted.includes(service));
/** Each service's server and worker. */
const groups = migrations.map((migration) => {
  const server = migration.replace(/-migrate$/, '');
  return { migration, server, members: [server, `${server}-worker`].filter((service) => chosen.includes(service)) };
});

if (!values['no-build']) {
  console.log('Construction des images…');
  if (spawnSync('docker', ['compose', 'build', '--quiet'], { cwd: ROOT, stdio: 'inherit' }).status !== 0) {
    fail('La construction des images a échoué : rien n’a changé.');
  }
}
const wantedMigrations = groups.flatMap(({ migration, server }) => (chosen.includes(server) ? [migration] : []));
if (wantedMigrations.length > 0) console.log(`${wantedMigrations.join(', ')} : mise à jour des bases…`);
const failed = await runToTheirEnd(wantedMigrations);
for (const container of failed) showLog(container);
if (failed.length > 0) fail("La mise à jour des bases a échoué : aucune version n'a été remplacée.");

try {
  for (const { members } of groups) await roll(members);
  if (chosen.includes('gateway')) await (canStandTwice('gateway') ? roll(['gateway']) : replaceInPlace('gateway'));
} finally {
  // Whatever stopped the update, those that were replaced must not stay: the next one would count them too.
  await retirement;
}
console.log('Mise à jour terminée.');
