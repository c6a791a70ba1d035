import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import { type Dispatcher, Pool } from 'undici';

export type Resolve = (host: string) => Promise<string[]>;

export interface ReplicaSetOptions {
  timeoutMs: number;
  resolve?: Resolve;
}

interface Replica {
  address: string;
  pool: Pool;
  ejectedUntil: number;
}

export interface ServiceResponse {
  status: number;
  headers: Dispatcher.ResponseData['headers'];
  body: string;
}

type UpstreamResponse = Dispatcher.ResponseData | Dispatcher.UpgradeData;
/**
 * A callback, because a short body may have arrived before a promise resolves. Destroying that body, as the proxy does
 * to send the last known response, would be an uncaught error in undici.
 */
type Callback<T> = (error: Error | null, response: T) => void;

interface UpstreamRequest<T extends UpstreamResponse> {
  call: (pool: Pool, callback: Callback<T>) => void;
  isRepeatable: boolean;
}

const REFRESH_MS = 1000;
const EJECTED_MS = 3000;
const LEAVING_MS = 5000;
const MAX_ATTEMPTS = 4;
const CONNECT_TIMEOUT_MS = 1000;
const KEEP_ALIVE_MS = 2000;

/** The request was not sent: any method may be retried. */
const NOT_SENT = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);
/** The connection broke during the request: only safe methods are retried. */
const BROKEN = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);
const REPEATABLE = new Set(['GET', 'HEAD', 'OPTIONS']);

const resolveByDns: Resolve = async (host) => (await lookup(host, { all: true, family: 4 })).map((it) => it.address);

/**
 * The replicas of a service behind one host name, which is resolved every second. Requests are sent round robin; a
 * replica that refuses a connection is ejected for three seconds. A replica that closes connections after its responses
 * is shutting down: it receives no further request, so that no request is lost when it exits.
 */
export class ReplicaSet {
  readonly #origin: URL;
  readonly #timeoutMs: number;
  readonly #resolve: Resolve;
  readonly #timer: NodeJS.Timeout | undefined;
  #replicas: Replica[] = [];
  #next = 0;
  #ready: Promise<void>;

  constructor(origin: string, { timeoutMs, resolve = resolveByDns }: ReplicaSetOptions) {
    this.#origin = new URL(origin);
    this.#timeoutMs = timeoutMs;
    this.#resolve = isIP(this.#origin.hostname) ? async (address) => [address] : resolve;
    this.#ready = this.#refresh();
    this.#timer = setInterval(() => {
      this.#ready = this.#refresh();
    }, REFRESH_MS).unref();
  }

  request(options: Dispatcher.RequestOptions, callback: Callback<Dispatcher.ResponseData>): void {
    const same = repeatable(options);
    this.#send(
      { call: (pool, done) => pool.request(same, done), isRepeatable: REPEATABLE.has(options.method) },
      callback,
    );
  }

  /**
   * GETs a path, with retries on other replicas.
   * @param timeoutMs until a replica begins to respond; default: that of the set
   */
  async fetch(
    path: string,
    { headers = {}, timeoutMs }: { headers?: Record<string, string>; timeoutMs?: number } = {},
  ): Promise<ServiceResponse> {
    const options = { path, method: 'GET' as const, headers, ...(timeoutMs && { headersTimeout: timeoutMs }) };
    const read = async () => {
      const found = await this.#request<Dispatcher.ResponseData>({
        call: (pool, done) => pool.request(options, done),
        isRepeatable: true,
      });
      return { status: found.statusCode, headers: found.headers, body: found.body };
    };
    for (let isLast = false; ; isLast = true) {
      const { body, ...head } = await read();
      try {
        return { ...head, body: await body.text() };
      } catch (error) {
        // The replica died during the response.
        if (isLast) throw error;
      }
    }
  }

  upgrade(options: Dispatcher.UpgradeOptions & { path: string }): Promise<Dispatcher.UpgradeData> {
    return this.#request({ call: (pool, done) => pool.upgrade(options, done), isRepeatable: true });
  }

  /** @throws Error when no replica responds with 200 within `timeoutMs` milliseconds */
  async get(path: string, timeoutMs: number): Promise<unknown> {
    const { status, body } = await this.fetch(path, { timeoutMs: timeoutMs });
    if (status === 200) return JSON.parse(body);
    throw new Error(`${this.#origin.host}${path} answered ${status}`);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#replicas.map(({ pool }) => pool.destroy()));
  }

  async #refresh(): Promise<void> {
    let addresses: string[];
    try {
      addresses = await this.#resolve(this.#origin.hostname);
    } catch {
      return; // The last known replicas are better than none while names cannot be resolved.
    }
    const known = new Map(this.#replicas.map((replica) => [replica.address, replica]));
    this.#replicas = addresses.map((address) => known.get(address) ?? this.#connect(address));
    for (const address of addresses) known.delete(address);
    for (const { pool } of known.values()) void pool.close();
  }

  #connect(address: string): Replica {
    const { protocol, port } = this.#origin;
    const pool = new Pool(`${protocol}//${address}${port && `:${port}`}`, {
      connections: 128,
      // Shorter than the services' own keep-alive: a replica could otherwise close a connection while a request is on
      // its way.
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
      connect: { timeout: CONNECT_TIMEOUT_MS, ...(protocol === 'https:' && { servername: this.#origin.hostname }) },
      headersTimeout: this.#timeoutMs,
    });
    return { address, pool, ejectedUntil: 0 };
  }

  /**
   * The next replica. When all are ejected, the one whose ejection ends first: an attempt at a replica that refuses
   * connections costs little, one at a replica that is shutting down may lose the request.
   */
  #pick(excluded: Set<string>): Replica | undefined {
    const count = this.#replicas.length;
    const now = Date.now();
    let ejected: Replica | undefined;
    for (let step = 0; step < count; step += 1) {
      this.#next = (this.#next + 1) % count;
      const replica = this.#replicas[this.#next];
      if (!replica || excluded.has(replica.address)) continue;
      if (replica.ejectedUntil <= now) return replica;
      if (!ejected || replica.ejectedUntil < ejected.ejectedUntil) ejected = replica;
    }
    return ejected;
  }

  #request<T extends UpstreamResponse>(request: UpstreamRequest<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.#send(request, (error, response) => (error ? reject(error) : resolve(response)));
    return promise;
  }

  #send<T extends UpstreamResponse>(request: UpstreamRequest<T>, callback: Callback<T>): void {
    const attempt = () => this.#attempt(request, callback, new Set(), 1);
    if (this.#replicas.length > 0) attempt();
    else void this.#ready.then(attempt);
  }

  #attempt<T extends UpstreamResponse>(
    request: UpstreamRequest<T>,
    callback: Callback<T>,
    refused: Set<string>,
    count: number,
  ): void {
    const replica = this.#pick(refused);
    if (!replica) {
      callback(new Error(`no replica of ${this.#origin.host}`), null as never);
      return;
    }
    request.call(replica.pool, (error, response) => {
      const code = (error as { code?: string } | null)?.code ?? '';
      const notSent = NOT_SENT.has(code);
      if (notSent) {
        replica.ejectedUntil = Date.now() + EJECTED_MS;
        refused.add(replica.address);
      } else if (!error && isLeaving(response)) {
        replica.ejectedUntil = Date.now() + LEAVING_MS;
      }
      const again = notSent || (BROKEN.has(code) && request.isRepeatable);
      // Without other replicas the refusal itself is the error. The refusing replica may have been removed by now.
      const isSomebodyLeft = this.#replicas.some(({ address }) => !refused.has(address));
      if (again && count < MAX_ATTEMPTS && isSomebodyLeft) {
        this.#attempt(request, callback, refused, count + 1);
      } else {
        callback(error, response);
      }
    });
  }
}

/** Error responses may close the connection for other reasons, such as an unread body. */
function isLeaving(response: UpstreamResponse): boolean {
  return 'statusCode' in response && response.statusCode < 400 && response.headers.connection === 'close';
}

/**
 * Makes a body survive an attempt that did not send it: undici destroys a stream when an attempt fails, but not an
 * iterable before it is read.
 */
function repeatable(options: Dispatcher.RequestOptions): Dispatcher.RequestOptions {
  const { body } = options;
  if (!(body instanceof Readable)) return options;
  return { ...options, body: { [Symbol.asyncIterator]: () => body[Symbol.asyncIterator]() } as unknown as Readable };
}
