import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';

interface Options {
  method?: string;
  headers?: Record<string, string>;
  body?: object;
}

/** The site over https; only the authority of the installation is trusted. */
export class SecureSite {
  readonly agent: Agent;
  readonly #domain: string;
  readonly #port: number;

  /** Does not connect yet. `authority` is its certificate. */
  constructor({ domain, port, authority }: { domain: string; port: number; authority: string }) {
    this.agent = new Agent({ ca: authority, servername: domain, keepAlive: true });
    this.#domain = domain;
    this.#port = port;
  }

  async send(path: string, { method = 'GET', headers = {}, body }: Options = {}) {
    const requested = request({
      host: '127.0.0.1',
      port: this.#port,
      agent: this.agent,
      path,
      method,
      headers: { host: this.#domain, ...(body && { 'content-type': 'application/json' }), ...headers },
    });
    requested.end(body && JSON.stringify(body));
    const [response] = (await once(requested, 'response')) as [IncomingMessage];
    return { status: response.statusCode ?? 0, headers: response.headers, text: await text(response) };
  }

  /**
   * @returns the cookie as it was set.
   * @throws Error when sign-in is refused
   */
  async signIn(email: string, password: string): Promise<string> {
    const { status, headers } = await this.send('/api/auth/login', { method: 'POST', body: { email, password } });
    if (status !== 200) throw new Error(`signing in as ${email}: ${status}`);
    return headers['set-cookie']?.[0] ?? '';
  }
}

/** The part of the cookie that a browser sends. */
export const cookieOf = (header: string) => header.split(';')[0] ?? '';
