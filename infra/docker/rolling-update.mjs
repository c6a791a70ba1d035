#!/usr/bin/env node
// `npm run update`: brings a running installation of Docker Compose to the images, settings and secrets of this folder.
// Images are built or pulled, what changes is printed, and a backup is taken. PostgreSQL, Redis and the others of which
// one container may run are replaced if something changed for them. Migrations run; the old version works on the new
// schema. Then each service in turn, with its worker, gets as many new containers as it has old ones, without a failed
// request. The old ones stay, stopped, and go back into service when new ones do not become healthy. Plain JavaScript
// without packages.
//
// `npm run update -- --no-build` takes the images as they are, for instance after a change of secrets.
// `npm run update -- orders notify-worker` updates these alone.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findChangedImages, findStale } from './changes.mjs';
import {
  containersOf,
  create,
  docker,
  dockerAsync,
  findUnhealthy,
  ROOT,
  registry,
  remove,
  services,
  showLog,
} from './containers.mjs';

/** The gateway retries a new container after three seconds. */
const DISCOVERY_MS = 3000;
/**
 * The gateway asks for addresses every second, and waits a second for a connection. A container that gets the address of a
 * stopped one earlier would receive requests for another service.
 */
const FORGETTING_MS = 2500;
const BACKUPS_FOLDER = process.env.BACKUPS_FOLDER ?? join(ROOT, 'backups');

/** @param {string} message @returns {never} */
function fail(message) {
  console.error(message);
  process.exit(1);
}

/** @param {string} command @param {string[]} args */
const succeeds = (command, ...args) => spawnSync(command, args, { cwd: ROOT, stdio: 'inherit' }).status === 0;

function getImages() {
  console.log('Images…');
  // Started on demand.
  const named = [...all, 'operator'];
  const which = registry ? [] : ['--ignore-buildable'];
  if (!succeeds('docker', 'compose', 'pull', '--quiet', ...which, ...named)) {
    fail('Le téléchargement des images a échoué : rien n’a changé.');
  }
  if (!registry && !succeeds('docker', 'compose', 'build', '--quiet', '--pull', ...named)) {
    fail('La construction des images a échoué : rien n’a changé.');
  }
}

function backUp() {
  console.log('Sauvegarde…');
  const script = join(ROOT, 'infra/local/bootstrap.mjs');
  if (!succeeds(process.execPath, script, 'backup', BACKUPS_FOLDER)) fail('La sauvegarde a échoué : rien n’a changé.');
}

/** @param {string[]} ids @returns {Promise<string | undefined>} the first one that cannot be started */
async function start(ids) {
  const outcomes = await Promise.allSettled(ids.map((id) => dockerAsync('start', id)));
  for (const outcome of outcomes) if (outcome.status === 'rejected') console.error(outcome.reason.stderr);
  return ids.find((_, index) => outcomes[index]?.status === 'rejected');
}

/** @param {Record<string, number>} counts */
async function createNew(counts) {
  // Left behind by an update that was killed.
  await remove(...containersOf(Object.keys(counts), false).map(({ id }) => id));
  return create(counts);
}

/** @param {string[]} names */
const runningIds = (...names) => containersOf(names, true).map(({ id }) => id);

/**
 * A group of services with new containers. The former ones run beside them until `stopFormer`, then they are stopped.
 * @typedef {{ names: string[]; former: string[]; added: string[]; isAlone: boolean }} Step
 * @type {Step[]}
 */
const steps = [];
/** When the last step began to overlap; undefined when its former containers are stopped. @type {number | undefined} */
let overlapSince;

/** Runs during the health checks of the next containers, never during their start: see FORGETTING_MS. */
async function stopFormer() {
  const step = steps.at(-1);
  if (!step || overlapSince === undefined) return;
  await delay(Math.max(0, overlapSince + DISCOVERY_MS - Date.now()));
  overlapSince = undefined;
  await dockerAsync('stop', ...step.former);
  await delay(FORGETTING_MS);
}

/**
 * Replaces services of which two containers may run at once.
 * @param {string[]} names @returns {Promise<boolean>} whether the new containers became healthy
 */
async function roll(names) {
  const former = containersOf(names, true);
  if (former.length === 0) return true;
  console.log(`${names.join(', ')} : ${former.length} en place, relève en cours…`);
  const counts = names.map((name) => [name, 2 * former.filter(({ service }) => service === name).length]);
  const added = await createNew(Object.fromEntries(counts));
  const failed = (await start(added)) ?? (await Promise.all([findUnhealthy(added), stopFormer()]))[0];
  if (failed) {
    showLog(failed);
    await remove(...added);
    return false;
  }
  steps.push({ names, former: former.map(({ id }) => id), added, isAlone: false });
  overlapSince = Date.now();
  return true;
}

/**
 * Replaces a service whose port or data only one container can use. The former container stays, stopped, or goes back
 * into service.
 * @param {string} name @returns {Promise<Step | undefined>} nothing when the new container did not become healthy
 */
async function exchange(name) {
  console.log(`${name} : remplacement (un instant sans réponse)…`);
  const former = runningIds(name);
  const added = await createNew({ [name]: 2 * former.length });
  await dockerAsync('stop', ...former);
  const failed = (await start(added)) ?? (await findUnhealthy(added));
  if (!failed) return { names: [name], former, added, isAlone: true };
  showLog(failed);
  await remove(...added);
  await start(former);
  await findUnhealthy(former);
}

/** Puts all former containers back into service, the last replaced first. */
async function rollBack() {
  console.log('Retour à la version précédente…');
  for (const { names, former, added, isAlone } of steps.reverse()) {
    console.log(`${names.join(', ')} : retour en cours…`);
    if (isAlone) await dockerAsync('stop', ...added);
    const failed = (await start(former)) ?? (await findUnhealthy(former));
    if (failed) {
      showLog(failed);
      fail(`L'ancienne version de ${names.join(', ')} ne redémarre pas : voyez « docker compose ps ».`);
    }
    if (!isAlone) {
      await delay(DISCOVERY_MS);
      await dockerAsync('stop', ...added);
    }
    await remove(...added);
    await delay(FORGETTING_MS);
  }
}

/** Replaces changed containers one after the other: the data and ports of these services allow one container. */
async function exchangeStale(/** @type {string[]} */ names) {
  for (const name of findStale(names)) {
    const step = await exchange(name);
    if (!step) {
      fail(
        `La nouvelle version de ${name} ne devient pas saine : l'ancienne est de nouveau en service, avec ses données. ` +
          'La mise à jour est arrêtée.',
      );
    }
    await remove(...step.former);
  }
}

/** Runs jobs to their end. Their containers stay, or a plain `up -d` would recreate the services. */
async function runJobs(/** @type {string[]} */ names) {
  if (names.length === 0) return;
  console.log(`${names.join(', ')} : mise à jour de la base…`);
  const containers = await createNew(Object.fromEntries(names.map((name) => [name, 1])));
  await start(containers);
  const codes = docker('wait', ...containers).split('\n');
  const failed = containers.filter((_, index) => codes[index] !== '0');
  for (const container of failed) showLog(container);
  if (failed.length > 0) fail("La mise à jour de la base a échoué : l'ancienne version reste en service.");
}

/** @returns {Promise<string[] | undefined>} the services that did not become healthy; none when all were replaced */
async function replaceProduct() {
  for (const server of servers) {
    const names = [server, `${server}-worker`].filter((name) => chosen.includes(name));
    if (!(await roll(names))) return names;
  }
  if (!chosen.includes('gateway')) return;
  // Docker chooses among several ports, or none is published.
  const canRunTwice = (services.gateway?.ports ?? []).every(
    ({ published = '0' }) => published === '0' || published.includes('-'),
  );
  if (canRunTwice) return (await roll(['gateway'])) ? undefined : ['gateway'];
  await stopFormer();
  const step = await exchange('gateway');
  if (!step) return ['gateway'];
  steps.push(step);
}

const wanted = process.argv.slice(2).filter((argument) => argument !== '--no-build');
const all = Object.keys(services);
const unknown = wanted.filter((service) => !all.includes(service));
if (unknown.length > 0) {
  fail(`Inconnu : ${unknown.join(', ')}. Usage : npm run update [-- [--no-build] <service>…], de ${all.join(', ')}.`);
}
if (runningIds('gateway').length === 0) fail("FasoColis n'est pas démarré : docker compose up -d.");

const chosen = wanted.length > 0 ? wanted : all;
const servers = all.filter((service) => all.includes(`${service}-migrate`));
const jobs = all.filter((service) => services[service]?.restart === 'no' && services[service].scale !== 0);
const product = ['gateway', ...servers.flatMap((server) => [server, `${server}-worker`])];
const others = chosen.filter((service) => ![...product, ...jobs].includes(service));
const needed = new Set(Object.values(services).flatMap(({ depends_on = {} }) => Object.keys(depends_on)));

if (!process.argv.includes('--no-build')) getImages();
const changes = findChangedImages(chosen);
console.log(changes.length > 0 ? `Ce qui change :\n  ${changes.join('\n  ')}` : 'Aucune image ne change.');
if (changes.length > 0) backUp();

await exchangeStale(others.filter((name) => needed.has(name)));
await runJobs(jobs.filter((job) => chosen.includes(job) && !job.endsWith('-migrate')));
await runJobs(servers.filter((server) => chosen.includes(server)).map((server) => `${server}-migrate`));
const failed = await replaceProduct().catch((error) => {
  console.error(error);
  return ['FasoColis'];
});
if (failed) {
  await rollBack();
  fail(
    `La nouvelle version de ${failed.join(', ')} ne devient pas saine : la version précédente est de nouveau en service, ` +
      'avec ses données.',
  );
}
await stopFormer();
await remove(...steps.flatMap(({ former }) => former));
await exchangeStale(others.filter((name) => !needed.has(name)));
console.log('Mise à jour terminée.');
