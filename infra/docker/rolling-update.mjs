#!/usr/bin/env node
// `npm run update`: brings a running installation of Docker Compose to the images of this folder without a failed
// request. Migrations run first; the old version goes on working on the new schema. Then every process in turn gets as
// many new containers as it has old ones, and the old ones end when the new ones are healthy. Plain JavaScript without
// packages: nothing needs to be installed before it.
//
// `npm run update -- --no-build` takes the images as they are, for instance after `docker compose pull`.
// `npm run update -- orders orders-worker` updates these alone.
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const ROOT = join(import.meta.dirname, '../..');
const PATIENCE_MS = 120_000;

const args = process.argv.slice(2);
const wanted = args.filter((arg) => !arg.startsWith('--'));

/** @param {string[]} command */
const docker = (...command) =>
  execFileSync('docker', command, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
/** @param {string[]} command */
const compose = (...command) => docker('compose', '--progress', 'quiet', ...command);
/** @param {string} text */
const lines = (text) => text.split('\n').filter(Boolean);
/** @param {string} service */
const containersOf = (service) => lines(compose('ps', '-q', service));

/** @param {string} message @returns {never} */
function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** @param {string[]} containers */
async function areHealthy(containers) {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await delay(500)) {
    const states = containers.map((id) => docker('inspect', '-f', '{{.State.Status}} {{.State.Health.Status}}', id));
    if (states.every((state) => state === 'running healthy')) return true;
    if (states.some((state) => /^(?:exited|restarting)/.test(state))) return false;
  }
  return false;
}

/** @param {string[]} containers */
function remove(containers) {
  for (const id of containers) {
    docker('stop', id);
    docker('rm', id);
  }
}

/** A published port belongs to one container, unless Docker may choose among several. @param {string} service */
function canStandTwice(service) {
  const { services } = JSON.parse(compose('config', '--format', 'json'));
  const ports = services[service].ports ?? [];
  return ports.every(({ published = '0' }) => published === '0' || published.includes('-'));
}

/** @param {string} service */
async function roll(service) {
  const old = containersOf(service);
  if (old.length === 0) return;
  if (!canStandTwice(service)) {
    console.log(`${service} : remplacement (un instant sans réponse, car son port est publié)…`);
    compose('up', '-d', '--no-deps', '--wait', '--no-build', service);
    return;
  }
  console.log(`${service} : ${old.length} en place, relève en cours…`);
  const scale = ['--scale', `${service}=${old.length * 2}`];
  compose('up', '-d', '--no-deps', '--no-recreate', '--no-build', ...scale, service);
  const added = containersOf(service).filter((id) => !old.includes(id));
  if (!(await areHealthy(added))) {
    process.stderr.write(`${docker('logs', '--tail', '15', added[0] ?? '')}\n`);
    remove(added);
    fail(`La nouvelle version de ${service} ne devient pas saine : l'ancienne reste en service.`);
  }
  remove(old);
}

const all = lines(compose('config', '--services'));
const unknown = wanted.filter((service) => !all.includes(service));
if (unknown.length > 0) fail(`Service inconnu : ${unknown.join(', ')}. Services : ${all.join(', ')}.`);
if (containersOf('gateway').length === 0) fail("FasoColis n'est pas démarré : docker compose up -d.");

const migrations = all.filter((service) => service.endsWith('-migrate'));
const chosen = all.filter((service) => wanted.length === 0 || wanted.includes(service));
const processes = chosen.filter((service) => migrations.includes(`${service.replace(/-worker$/, '')}-migrate`));

if (!args.includes('--no-build')) {
  console.log('Construction des images…');
  if (spawnSync('docker', ['compose', 'build', '--quiet'], { cwd: ROOT, stdio: 'inherit' }).status !== 0) {
    fail('La construction des images a échoué : rien n’a changé.');
  }
}
for (const migration of migrations) {
  if (!processes.includes(migration.replace(/-migrate$/, ''))) continue;
  console.log(`${migration} : mise à jour de la base…`);
  const { status } = spawnSync('docker', ['compose', 'run', '--rm', '--no-deps', '-T', migration], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) fail(`${migration} a échoué : aucune version n'a été remplacée.`);
}
for (const service of processes) await roll(service);
if (chosen.includes('gateway')) await roll('gateway');
console.log('Mise à jour terminée.');
