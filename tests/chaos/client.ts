import { setTimeout as delay } from 'node:timers/promises';
import type { World } from './world.ts';

/** Shorter than a person waits, longer than most faults. */
const TIMEOUT_MS = 10_000;
const RETRY_MS = 300;

/** The gateway's responses for a service that is unavailable. */
const INTERRUPTED = [502, 503, 504];

interface Reply {
  status: number;
  body: unknown;
}

export interface Call {
  method?: string;
  path: string;
  body?: object;
  /** Refusals that other clients, or a former try, may cause. */
  refusals?: number[];
  /** For a request with an effect that is not repeated. */
  attempts?: number;
}

/** `isRepeated`: a former try may still take effect. */
export type Result<T> = { isRepeated: boolean } & (
  | { outcome: 'acknowledged'; body: T }
  | { outcome: 'refused' | 'unknown'; body?: undefined }
);

interface Credentials {
  email: string;
  password: string;
}

/** A browser, signed in unless it is a visitor's. Records what no fault excuses. */
export class Client {
  readonly name: string;
  readonly #url: string;
  readonly #world: World;
  readonly #credentials: Credentials | undefined;
  #cookie = '';
  #wipesAtSignIn = 0;
  userId = 0;

  constructor(name: string, url: string, world: World, credentials?: Credentials) {
    this.name = name;
    this.#url = url;
    this.#world = world;
    this.#credentials = credentials;
  }

  /** Sends a request, as often as allowed while there is no response or only that of the gateway. */
  async call<T>({ attempts = 3, refusals = [], ...call }: Call): Promise<Result<T>> {
    for (let attempt = 1; ; attempt += 1) {
      const isRepeated = attempt > 1;
      const response = (await this.#signedIn()) ? await this.#send(call) : undefined;
      if (response && response.status < 300) return { outcome: 'acknowledged', body: response.body as T, isRepeated };
      if (response?.status === 401 && this.#losesSession()) continue;
      if (response && !INTERRUPTED.includes(response.status)) {
        const { status, body } = response;
        if (!refusals.includes(status)) this.#violate(call, `${status} ${JSON.stringify(body)}`);
        return { outcome: status >= 500 ? 'unknown' : 'refused', isRepeated };
      }
      if (attempt >= attempts || this.#world.isOver) return { outcome: 'unknown', isRepeated };
      await delay(RETRY_MS);
    }
  }

  /** @throws Error when it is refused */
  async signIn(): Promise<void> {
    if (!(await this.#signedIn())) throw new Error(`${this.name} cannot sign in`);
  }

  /** Whether a 401 is explained by a loss of Redis since the sign-in. */
  #losesSession(): boolean {
    this.#cookie = '';
    return this.#wipesAtSignIn < this.#world.wipes;
  }

  async #signedIn(): Promise<boolean> {
    if (!this.#credentials || this.#cookie) return true;
    const wipes = this.#world.wipes;
    const call = { method: 'POST', path: '/api/auth/login', body: this.#credentials };
    const response = await this.#send(call);
    if (response?.status === 200) {
      this.#wipesAtSignIn = wipes;
      this.userId = (response.body as { id: number }).id;
    } else if (response && !INTERRUPTED.includes(response.status)) {
      this.#violate(call, `${response.status} ${JSON.stringify(response.body)}`);
    }
    return this.#cookie !== '';
  }

  async #send({ method = 'GET', path, body }: Call): Promise<Reply | undefined> {
    const headers = {
      ...(body && { 'content-type': 'application/json' }),
      ...(this.#cookie && { cookie: this.#cookie }),
    };
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const sent = { method, headers, signal, ...(body && { body: JSON.stringify(body) }) };
      const response = await fetch(this.#url + path, sent);
      const text = await response.text();
      const { status } = response;
      if (path === '/api/auth/login') this.#cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      if (INTERRUPTED.includes(status)) this.#interrupted({ method, path }, `${status} ${text}`);
      const isJson = response.headers.get('content-type')?.startsWith('application/json');
      return { status, body: isJson ? JSON.parse(text) : text };
    } catch (error) {
      this.#interrupted({ method, path }, String(error));
      return undefined;
    }
  }

  #interrupted(call: Call, what: string): void {
    this.#world.interruptions += 1;
    if (!this.#world.isDisturbed) this.#violate(call, `${what}, without a fault`);
  }

  #violate({ method = 'GET', path, body }: Call, what: string): void {
    const sent = body ? ` ${JSON.stringify(body).slice(0, 300)}` : '';
    this.#world.violate(`${this.name}: ${method} ${path}${sent}: ${what.slice(0, 500)}`);
  }
}
