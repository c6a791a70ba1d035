import type { Agent } from 'node:http';
import { DEMO_AGENT, DEMO_AGENT_PASSWORD } from '@fasocolis/contracts/demo';
import type { Caller } from './requests.ts';
import type { Known } from './values.ts';
import { send, type WireResponse } from './wire.ts';

const MAX_VALUES = 100;
const ROWS_READ = 30;

/** The values of earlier responses, by resource and property: `orders.id`, `users.email`. */
class Memory {
  readonly #values = new Map<string, unknown[]>();

  add(resource: string, name: string, value: unknown): void {
    for (const key of [`${resource}.${name}`, name]) {
      const values = this.#values.get(key) ?? [];
      this.#values.set(key, values);
      if (values.includes(value)) continue;
      values.push(value);
      if (values.length > MAX_VALUES) values.shift();
    }
  }

  learn(resource: string, { status, text }: WireResponse): void {
    if (status >= 300 || !/^[[{]/.test(text)) return;
    const parsed: unknown = JSON.parse(text);
    for (const row of Array.isArray(parsed) ? parsed.slice(0, ROWS_READ) : [parsed]) {
      for (const [name, value] of Object.entries(row as object)) {
        if (typeof value === 'string' && value.startsWith('http')) this.add(resource, 'file', value.split('/').at(-1));
        if (typeof value === 'number' || (typeof value === 'string' && value.length < 300))
          this.add(resource, name, value);
      }
    }
  }

  /** A value for a name and a resource: its own, `userId` for `users.id`, then that of any resource. */
  find({ name, pick, otherwise }: Known, resource: string): unknown {
    const [, owner] = /^(\w+)Id$/.exec(name) ?? [];
    const ids = [...this.#values.keys()].find((key) => owner && key.startsWith(owner) && key.endsWith('.id'));
    const values =
      this.#values.get(`${resource}.${name}`) ?? this.#values.get(ids ?? name) ?? this.#values.get(name) ?? [];
    return values.length > 0 ? values.at(-1 - (pick % values.length)) : otherwise;
  }
}

interface Session {
  cookie: string;
  userId: number;
}

/** Shorter than the time after which a session needs a recent sign-in. */
const SESSION_MS = 5 * 60_000;
const PASSWORD = 'Colis-1234';

export interface Administrator {
  email: string;
  password: string;
}

/** Keeps a visitor, a customer, the agent of the demo data and the administrator signed in, whatever requests do to their sessions. */
export class Callers {
  readonly #url: string;
  readonly #agent: Agent;
  readonly #administrator: Administrator;
  readonly #sessions = new Map<Caller, { since: number; opened: Promise<Session> }>();
  readonly memory = new Memory();

  constructor(url: string, agent: Agent, administrator: Administrator) {
    this.#url = url;
    this.#agent = agent;
    this.#administrator = administrator;
    for (const name of ['password', 'currentPassword', 'newPassword']) this.memory.add('users', name, PASSWORD);
  }

  session(caller: Caller): Promise<Session> {
    if (caller === 'visitor') return Promise.resolve({ cookie: '', userId: 0 });
    const current = this.#sessions.get(caller);
    if (current && Date.now() - current.since < SESSION_MS) return current.opened;
    const opened = this.#open(caller);
    this.#sessions.set(caller, { since: Date.now(), opened });
    return opened;
  }

  /** Called after a request without a valid session: the next one gets a new session. */
  async forget(caller: Caller, cookie: string): Promise<void> {
    const current = this.#sessions.get(caller);
    const session = await current?.opened;
    if (session?.cookie === cookie && this.#sessions.get(caller) === current) this.#sessions.delete(caller);
  }

  /**
   * Signs in as the administrator or the agent, or with a new customer, because the password of the former one may have
   * been changed.
   */
  async #open(caller: Caller): Promise<Session> {
    if (caller === 'administrator') return this.#signUpOrIn('/api/auth/login', this.#administrator);
    if (caller === 'agent') {
      return this.#signUpOrIn('/api/auth/login', { email: DEMO_AGENT.email, password: DEMO_AGENT_PASSWORD });
    }
    const username = `fuzz-${crypto.randomUUID()}`;
    const account = { firstName: 'Awa', lastName: 'Traoré', username, email: `${username}@example.com` };
    return this.#signUpOrIn('/api/auth/register', { ...account, password: PASSWORD });
  }

  async #signUpOrIn(path: string, credentials: object): Promise<Session> {
    const body = Buffer.from(JSON.stringify(credentials));
    const headers = { 'content-type': 'application/json' };
    const response = await send(this.#url, { method: 'POST', path, headers, body }, this.#agent);
    const [cookie = ''] = response.headers['set-cookie'] ?? [];
    if (!cookie) throw new Error(`${path}: ${response.status} ${response.text}`);
    this.memory.learn('users', response);
    const { id } = JSON.parse(response.text) as { id: number };
    return { cookie: cookie.split(';')[0] ?? '', userId: id };
  }
}
