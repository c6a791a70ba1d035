import type { ConnectionOptions } from 'bullmq';
import { Cluster, Redis } from 'ioredis';

const DEFAULT_PORTS = { plain: 6379, cluster: 6379, sentinel: 26_379 };

interface RedisAddress {
  kind: 'plain' | 'sentinel' | 'cluster';
  hosts: { host: string; port: number }[];
  username: string | undefined;
  password: string | undefined;
  isEncrypted: boolean;
  /** Of a single Redis its database, of Sentinel the name of the primary. */
  path: string;
  /** Of the Sentinels themselves, where they ask for one. */
  sentinelPassword: string | undefined;
}

const ADDRESS =
  /^redis(?<secure>s?)(?:\+(?<kind>sentinel|cluster))?:\/\/(?:(?<user>[^:@/]*)(?::(?<password>[^@/]*))?@)?(?<hosts>[^/?@]+)(?:\/(?<path>[^?]*))?(?:\?sentinelPassword=(?<sentinel>[^&]*))?$/;

/**
 * Reads the address of one Redis, of its Sentinels, or of nodes of a Cluster; null when it is none of these:
 * `redis://:password@host:6379/0`, `redis+sentinel://:password@a:26379,b:26379/primary?sentinelPassword=…`,
 * `redis+cluster://:password@a:6379,b:6379`; with `rediss` they go over TLS.
 */
export function parseRedisAddress(url: string): RedisAddress | null {
  const found = ADDRESS.exec(url)?.groups;
  if (!found) return null;
  const kind = (found.kind ?? 'plain') as RedisAddress['kind'];
  const hosts = (found.hosts ?? '').split(',').map((text) => {
    const [, host = '', port] = /^(\[[^\]]+\]|[^:]+)(?::(\d{1,5}))?$/.exec(text) ?? [];
    return { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port ?? DEFAULT_PORTS[kind]) };
  });
  const path = found.path ?? '';
  const isComplete = kind === 'sentinel' ? path !== '' : kind === 'cluster' ? path === '' : /^\d*$/.test(path);
  if (!isComplete || hosts.some(({ host }) => host === '') || (kind === 'plain' && hosts.length > 1)) return null;
  const decoded = (text: string | undefined) => (text ? decodeURIComponent(text) : undefined);
  return {
    kind,
    hosts,
    username: decoded(found.user),
    password: decoded(found.password),
    isEncrypted: found.secure === 's',
    path,
    sentinelPassword: decoded(found.sentinel),
  };
}

/** How a connection behaves while Redis is away. */
interface Patience {
  /** null: a command waits until Redis is back. */
  maxRetriesPerRequest: number | null;
  enableOfflineQueue?: boolean;
  autoResubscribe?: boolean;
  commandTimeout?: number;
}

/** Silence after a command that means the connection is dead, although nobody has closed it; workers block for 10 s. */
const SILENCE_MS = 20_000;

/** What ioredis needs to reach one Redis, or the primary that Sentinels name. */
function optionsOf({ kind, hosts, path, ...address }: RedisAddress) {
  const { username, password, isEncrypted, sentinelPassword } = address;
  const shared = {
    socketTimeout: SILENCE_MS,
    ...(username && { username }),
    ...(password && { password }),
    ...(isEncrypted && { tls: {} }),
  };
  if (kind === 'cluster') return shared;
  if (kind === 'plain') return { ...shared, ...(hosts[0] as RedisAddress['hosts'][0]), db: Number(path || 0) };
  return {
    ...shared,
    sentinels: hosts,
    name: path,
    ...(sentinelPassword && { sentinelPassword }),
    ...(isEncrypted && { enableTLSForSentinelMode: true, sentinelTLS: {} }),
    // A primary that has been demoted refuses to write: the Sentinels know the new one.
    reconnectOnError: (error: Error) => (error.message.startsWith('READONLY') ? 2 : false),
  };
}

/**
 * A connection to whatever an address names. A Cluster answers the same commands, each key at its own node: what
 * touches several keys at once must keep them in one slot.
 *
 * @throws Error when it is no such address
 */
export function openRedis(url: string, options: Patience): Redis {
  const address = parseRedisAddress(url);
  if (!address) throw new Error('not an address of Redis');
  const redisOptions = { ...optionsOf(address), ...options };
  if (address.kind !== 'cluster') return new Redis(redisOptions);
  const { enableOfflineQueue = true } = options;
  // Certificates name hosts, a Cluster tells addresses: the names are looked up once, by TLS.
  const dnsLookup = (host: string, found: (error: null, address: string) => void) => found(null, host);
  const cluster = new Cluster(address.hosts, {
    redisOptions,
    enableOfflineQueue,
    ...(address.isEncrypted && { dnsLookup }),
  });
  return cluster as unknown as Redis;
}

/**
 * A connection for commands: fails at once instead of queueing while Redis is away, so that callers can answer.
 * The caller closes it.
 *
 * @param commandTimeout how long a command may take when Redis is there but hangs, in milliseconds; unlimited by default
 */
export function connectRedis(url: string, options: { commandTimeout?: number } = {}): Redis {
  const redis = openRedis(url, { maxRetriesPerRequest: 1, enableOfflineQueue: false, ...options });
  // Every command's promise tells that there is no connection; without a listener ioredis would also print why.
  redis.on('error', (error) => faults.set(redis, error)).on('ready', () => faults.delete(redis));
  return redis;
}

/** Why connections that should be there are not. */
const faults = new WeakMap<Redis, Error>();

/** Asks Redis for a sign of life. @throws Error that says why there is no connection, where there is none */
export async function pingRedis(redis: Redis): Promise<void> {
  await redis.ping().catch((error: Error) => {
    throw faults.get(redis) ?? error;
  });
}

/** The connection of a BullMQ queue: it fails at once while Redis is away. */
export const queueConnection = (url: string) =>
  bullConnection(url, { maxRetriesPerRequest: 1, enableOfflineQueue: false });

/** The connection that a BullMQ worker blocks on: it waits for Redis to come back. */
export const blockingConnection = (url: string) => bullConnection(url, { maxRetriesPerRequest: null });

/** BullMQ opens and closes connections by their options; those of a Cluster it is given, and they end with the process. */
function bullConnection(url: string, options: Patience): ConnectionOptions {
  const address = parseRedisAddress(url);
  if (!address || address.kind === 'cluster') return openRedis(url, options);
  return { ...optionsOf(address), ...options };
}
