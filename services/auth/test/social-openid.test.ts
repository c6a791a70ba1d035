import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Auth, sessionIdOf, startAuth } from './helpers.ts';
import { startStrictProvider } from './openid-provider.ts';
import { providersOf, Visitor } from './social-helpers.ts';

const SITE = 'http://localhost:8080';

let auth: Auth;
let provider: Awaited<ReturnType<typeof startStrictProvider>>;
beforeAll(async () => {
  provider = await startStrictProvider();
  provider.open(SITE);
  auth = await startAuth({ socialProviders: providersOf(provider.environment) });
  await vi.waitUntil(() => auth.redis.status === 'ready');
});
afterAll(async () => {
  await auth.close();
  await provider.stop();
});

/** A browser on the provider's pages: follows redirects there, stores cookies, fills in forms. */
class Pages {
  readonly #cookies = new Map<string, string>();
  #html = '';
  #url = new URL(SITE);

  /** Continues until a page is shown, or until the redirect to the site, whose URL is returned. */
  async open(start: URL, init: RequestInit = {}): Promise<URL | null> {
    let url = start;
    let request = init;
    for (;;) {
      const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(url, { ...request, redirect: 'manual', headers: { cookie } });
      for (const header of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
        this.#cookies.set(name, value);
      }
      const location = response.headers.get('location');
      this.#html = await response.text();
      this.#url = url;
      if (location === null) return null;
      url = new URL(location, url);
      if (url.origin === SITE) return url;
      request = {};
    }
  }

  submit(fields: Record<string, string>): Promise<URL | null> {
    const action = /action="([^"]+)"/.exec(this.#html)?.[1] ?? '';
    const prompt = /name="prompt" value="([^"]+)"/.exec(this.#html)?.[1] ?? '';
    return this.open(new URL(action, this.#url), { method: 'POST', body: new URLSearchParams({ prompt, ...fields }) });
  }
}

describe('signing in through a certified OpenID provider', () => {
  it('shows its sign-in and consent pages, and ends with a session on the site', async () => {
    const visitor = new Visitor(auth);
    const pages = new Pages();
    expect(await pages.open(await visitor.start('google'))).toBeNull();
    expect(await pages.submit({ login: 'awa@example.com', password: 'any' })).toBeNull();
    const callback = await pages.submit({});
    expect(callback?.pathname).toBe('/api/auth/google/callback');
    const response = await visitor.back('google', callback ?? new URL(SITE));
    expect(response.headers.location).toBe(`${SITE}/auth?login_success=true&provider=google`);
    const resolved = await auth.sessions.resolve(sessionIdOf(response));
    const user = await auth.database.user.findUnique({ where: { id: resolved?.session.userId ?? 0 } });
    expect(user).toMatchObject({
      email: 'awa@example.com',
      emailVerified: true,
      firstName: 'Awa',
      providerId: 'awa@example.com',
    });
  });
});
