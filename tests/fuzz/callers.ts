import type { Agent } from 'node:http';
import type { Caller } from './requests.ts';
import type { Known } from './values.ts';
import { type Answer, send } from './wire.ts';

const MAX_VALUES = 100;
const ROWS_READ = 30;

/** What answers have returned, by resource and property: `orders.id`, `users.email`. */
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

  learn(resource: string, { status, text }: Answer): void {
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

  /** One of the values a name may mean for a resource: its own, `userId` for `users.id`, then anybody's of that name. */
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

/** Shorter than what a session may still do without a new proof of who it is. */
const SESSION_MS = 5 * 60_000;
const PASSWORD = 'Colis-1234';

export interface Administrator {
  email: string;
  password: string;
}

/** Keeps a visitor, a customer and the administrator ready to call, whatever requests do to their sessions. */
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

  /** After a request that was refused for want of a session: the next one gets a new one. */
  async forget(caller: Caller, cookie: string): Promise<void> {
    const current = this.#sessions.get(caller);
    const session = await current?.opened;
    if (session?.cookie === cookie && this.#sessions.get(caller) === current) this.#sessions.delete(caller);
  }

  /** The administrator signs in; for a customer a new account is made, as its password may have been changed. */
  async #open(caller: Caller): Promise<Session> {
    if (caller === 'administrator') return this.#signUpOrIn('/api/auth/login', this.#administrator);
    const username = `fuzz-${crypto.randomUUID()}`;
    const account = { firstName: 'Awa', lastName: 'Traoré', username, email: `${username}@example.com` };
    return this.#signUpOrIn('/api/auth/register', { ...account, password: PASSWORD });
  }

  async #signUpOrIn(path: string, credentials: object): Promise<Session> {
    const body = Buffer.from(JSON.stringify(credentials));
    const headers = { 'content-type': 'application/json' };
    const answer = await send(this.#url, { method: 'POST', path, headers, body }, this.#agent);
    const [cookie = ''] = answer.headers['set-cookie'] ?? [];
    if (!cookie) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    this.memory.learn('users', answer);
    const { id } = JSON.parse(answer.text) as { id: number };
    return { cookie: cookie.split(';')[0] ?? '', userId: id };
  }
}
