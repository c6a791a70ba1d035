#!/usr/bin/env node
// Prints the installation of docker-compose.yml and .env as a stack for Docker Swarm:
//
//   node infra/swarm/make-stack.mjs > stack.json
//   docker stack deploy --detach=false -c stack.json fasocolis
//
// Only the differences of Swarm are written here; everything else comes from docker-compose.yml. Plain JavaScript
// without packages. Profiles (COMPOSE_PROFILES=tls,observability), settings and secrets are read where Compose reads
// them.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const compose = JSON.parse(
  execFileSync('docker', ['compose', '--project-directory', ROOT, 'config', '--format', 'json'], { encoding: 'utf8' }),
);

/** @param {string} message @returns {never} */
function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

if (compose.services.mail) {
  fail('Le profil mail ne va pas avec Swarm : il ouvrirait tous les e-mails, liens de mot de passe compris, à tous.');
}

/** Swarm's secrets and configs are immutable: their names depend on their content. */
const versioned = (name, path) => {
  const hash = createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 12);
  return { name: `${compose.name}_${name.replaceAll('.', '_')}_${hash}`, file: path };
};

// Swarm has no empty secrets: missing ones are left out.
const secrets = Object.fromEntries(
  Object.entries(compose.secrets)
    .filter(([, { file }]) => statSync(file).size > 0)
    .map(([name, { file }]) => [name, versioned(name, file)]),
);
const configs = {};

/** Files become configs, a folder file by file. */
function configsOf({ source, target }) {
  const files = statSync(source).isDirectory()
    ? readdirSync(source).map((name) => ({ path: join(source, name), target: `${target}/${name}` }))
    : [{ path: source, target }];
  return files.map(({ path, target: place }) => {
    const name = basename(path);
    configs[name] = versioned(name, path);
    return { source: name, target: place, mode: statSync(path).mode & 0o777 };
  });
}

/** Volumes of which each machine may have its own. */
const CACHES = new Set(['former-assets']);

/** Stores stay on one machine, as a single replica. */
const isStore = ({ volumes = [] }) => volumes.some(({ type, source }) => type === 'volume' && !CACHES.has(source));
const isJob = ({ restart }) => restart === 'no';

const ANY_ADDRESS = new Set([undefined, '', '0.0.0.0', '::']);

/** Swarm cannot publish on one address: a local port would be open to all. */
function portsOf(name, { ports = [] }) {
  const isOpen = ({ host_ip: address }) => ANY_ADDRESS.has(address);
  for (const { published, host_ip: address } of ports.filter((port) => !isOpen(port))) {
    process.stderr.write(`${name} : le port ${published} n'est pas publié, Compose ne l'ouvre que sur ${address}.\n`);
  }
  return ports
    .filter(isOpen)
    .map(({ target, published, protocol }) => ({ target, published: Number(published), protocol, mode: 'host' }));
}

function deploymentOf(service, ports) {
  const limits = {
    ...(service.mem_limit && { memory: String(service.mem_limit) }),
    ...(service.pids_limit && { pids: service.pids_limit }),
  };
  const resources = { limits };
  if (isJob(service)) {
    return { mode: 'replicated-job', restart_policy: { condition: 'on-failure', delay: '2s' }, resources };
  }
  const ownsPlace = isStore(service) || ports.length > 0;
  return {
    ...(service.scale !== undefined && { replicas: service.scale }),
    // An address per replica: callers balance requests themselves, as with Compose.
    endpoint_mode: 'dnsrr',
    update_config: { order: ownsPlace ? 'stop-first' : 'start-first', parallelism: 1, failure_action: 'rollback' },
    rollback_config: { order: ownsPlace ? 'stop-first' : 'start-first' },
    restart_policy: { condition: 'any', delay: '2s' },
    ...(isStore(service) && { placement: { constraints: ['node.role == manager'] } }),
    resources,
  };
}

/** Unknown to Swarm, or part of `deploy`. */
const COMPOSE_ONLY = new Set([
  ...['build', 'depends_on', 'restart', 'profiles'],
  ...['mem_limit', 'pids_limit', 'security_opt', 'shm_size', 'extra_hosts', 'scale', 'tmpfs', 'ports'],
]);

/**
 * Swarm restarts unhealthy processes, which does not help while a database is unavailable: it would restart the
 * gateways as well, with the loss of their caches. A process that was ready once only has to respond. The first start
 * may take long, because Swarm has no order of starts, and PostgreSQL must not be ended while it creates its files.
 */
const patient = ({ test, ...healthcheck }) => ({
  ...healthcheck,
  start_period: '2m0s',
  test: test.map((part) => part.replace('/health/ready', '/health/started')),
});

/** Parses Compose's short form `/tmp:size=64m`. */
function tmpfsOf(short) {
  const [target, options = ''] = short.split(':');
  const [, megabytes] = /\bsize=(\d+)m\b/.exec(options) ?? [];
  return { type: 'tmpfs', target, ...(megabytes && { tmpfs: { size: Number(megabytes) * 1024 * 1024 } }) };
}

function serviceOf(name, service) {
  const { volumes = [], tmpfs = [], environment = {}, healthcheck } = service;
  const ports = portsOf(name, service);
  const given = (service.secrets ?? []).filter(({ source }) => source in secrets);
  const files = given.map(({ source }) => `/run/secrets/${source}`);
  const isGiven = ([, value]) =>
    (value !== null && !String(value).startsWith('/run/secrets/')) || files.includes(value);
  const binds = volumes.filter(({ type }) => type === 'bind');
  return {
    ...Object.fromEntries(Object.entries(service).filter(([name, value]) => value !== null && !COMPOSE_ONLY.has(name))),
    environment: Object.fromEntries(Object.entries(environment).filter(isGiven)),
    ...(healthcheck && { healthcheck: patient(healthcheck) }),
    networks: Object.keys(service.networks),
    volumes: [...volumes.filter(({ type }) => type === 'volume'), ...tmpfs.map(tmpfsOf)],
    configs: binds.flatMap(configsOf),
    secrets: given.map(({ source }) => ({ source, target: source, mode: 0o444 })),
    ...(ports.length > 0 && { ports }),
    deploy: deploymentOf(service, ports),
  };
}

// Behind Caddy the gateways publish no port, so a machine can run several.
if (compose.services.caddy) {
  delete compose.services.gateway.ports;
  // The gateway rejects TRUST_PROXY together with a public BIND_ADDRESS.
  compose.services.gateway.environment.BIND_ADDRESS = '127.0.0.1';
}

const stack = {
  version: '3.13',
  services: Object.fromEntries(
    Object.entries(compose.services)
      // External servers.
      .filter(([, { scale }]) => scale !== 0)
      .map(([name, service]) => [name, serviceOf(name, service)]),
  ),
  networks: Object.fromEntries(
    Object.entries(compose.networks).map(([name, { internal }]) => [
      name,
      // Attachable for operator.yml. Encrypted, because sessions and passwords cross machines.
      { driver: 'overlay', driver_opts: { encrypted: '' }, internal: internal === true, attachable: true },
    ]),
  ),
  volumes: Object.fromEntries(
    // Named in docker-compose.yml, or like the stack.
    Object.entries(compose.volumes).map(([key, { name }]) => [key, name.endsWith(`_${key}`) ? {} : { name }]),
  ),
  secrets,
  configs,
};
console.log(JSON.stringify(stack, null, 2));
