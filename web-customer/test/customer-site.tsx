import '../src/app/styles.css';
import { LIVE_CLOSE } from '@fasocolis/contracts/live';
import type { User } from '@fasocolis/contracts/user';
import { mount, unmountAll } from '@fasocolis/web-kit/testing/mount';
import { dismissToast, toastStore } from '@fasocolis/web-kit/toast-store';
import { BrowserRouter } from 'react-router-dom';
import { expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import { App } from '../src/app/app.tsx';
import { createQueryClient } from '../src/app/query-client.ts';

export const AWA: User = {
  id: 12,
  username: 'awa',
  email: 'awa@example.com',
  emailVerified: false,
  firstName: 'Awa',
  lastName: 'Ouédraogo',
  phone: '+226 70123456',
  provider: null,
  providerId: null,
  createdAt: '2025-03-12T23:30:00.000Z',
  updatedAt: '2026-02-03T23:05:00.000Z',
  isAdmin: false,
  notifyByEmail: true,
};

/** The body of an internal error of the API. */
export const FAILURE = { message: 'panne', code: 'internal' };

/** The paths of calls that begin a session. */
const BEGINNINGS = ['/api/auth/login', '/api/auth/register', '/api/auth/second-step'];

/** A request that the site sent. */
interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
}

/**
 * The API of one test. The site parses what it receives with the schemas of the contracts, so a response of another shape
 * fails the test. Lists are empty, and everything else is missing, until a test sets it.
 */
export class FakeApi {
  readonly #calls: Call[] = [];
  readonly #responses = new Map<string, (call: Call) => Response | Promise<Response>>();
  #user: User | null;
  #keepsCookies = true;

  /** With a user, that user is signed in. */
  constructor(user: User | null = null) {
    this.#user = user;
  }

  /** Sets the response to a method and path, such as `GET /api/products`; anything but a text is sent as JSON. */
  respond(request: string, status: number, body: unknown = ''): void {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    this.#responses.set(request, () => new Response(text, { status }));
  }

  /** Like `respond`, with a body created for each request. */
  compute(request: string, bodyOf: (call: Call) => unknown): void {
    this.#responses.set(request, (call) => Response.json(bodyOf(call)));
  }

  /** Delays the response to a method and path until the returned function is called. */
  hold(request: string): () => void {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const respond = this.#responses.get(request);
    this.#responses.set(request, async (call) => {
      await held;
      return (respond ?? this.#default)(call);
    });
    return release;
  }

  /** Makes a method and path fail like a missing network. */
  disconnect(request: string): void {
    this.#responses.set(request, () => Promise.reject(new TypeError('Failed to fetch')));
  }

  /** As in a browser that refuses cookies: no session begins. */
  refuseCookies(): void {
    this.#keepsCookies = false;
  }

  signIn(user: User | null): void {
    this.#user = user;
  }

  /** The bodies sent so far to a method and path. */
  sent(request: string): unknown[] {
    return this.#calls.filter(({ method, path }) => `${method} ${path}` === request).map(({ body }) => body);
  }

  /** The paths of all requests so far. */
  get paths(): string[] {
    return this.#calls.map(({ path }) => path);
  }

  /** The queries of the requests so far to a method and path. */
  queries(request: string): string[] {
    return this.#calls
      .filter(({ method, path }) => `${method} ${path}` === request)
      .map(({ query }) => decodeURIComponent(query.toString()));
  }

  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input instanceof Request ? input : new URL(input, location.origin), init);
    const { pathname: path, searchParams: query } = new URL(request.url);
    const text = await request.text();
    const call = { method: request.method, path, query, body: text ? JSON.parse(text) : undefined };
    this.#calls.push(call);
    const response = await (this.#responses.get(`${call.method} ${path}`) ?? this.#default)(call);
    if (response.ok && BEGINNINGS.includes(path) && this.#keepsCookies) {
      const body: User | { secondStep: true } = await response.clone().json();
      if ('id' in body) this.#user = body;
    }
    return response;
  };

  readonly #default = ({ method, path }: Call): Response => {
    if (path === '/api/user' && this.#user) return Response.json(this.#user);
    if (path === '/api/user')
      return Response.json({ message: 'Non authentifié', code: 'unauthorized' }, { status: 401 });
    if (path === '/api/auth/logout') {
      this.#user = null;
      return Response.json({ message: 'Déconnexion réussie' });
    }
    const isList =
      /^\/api\/(?:products|notifications\/user\/\d+|orders\/(?:user|saved)\/\d+|user\/sessions|push\/devices)$/.test(
        path,
      );
    if (method === 'GET' && (isList || path.includes('/unseen/user/'))) return Response.json([]);
    if (path.endsWith('/seen')) return Response.json({ message: 'Vue' });
    return Response.json({ message: 'Introuvable', code: 'not_found' }, { status: 404 });
  };
}

/** Replaces the live socket: it stays open and receives what tests push. */
class FakeSocket extends EventTarget {
  static opened: FakeSocket[] = [];
  readonly sent: unknown[] = [];

  constructor() {
    super();
    FakeSocket.opened.push(this);
    queueMicrotask(() => this.dispatchEvent(new Event('open')));
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {}
  push(message: object): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  }
}

/** Opens a page of the site, as a full page load does. */
export function openPage(path: string, api: FakeApi = new FakeApi()): FakeApi {
  unmountAll();
  vi.stubGlobal('fetch', api.fetch);
  vi.stubGlobal('WebSocket', FakeSocket);
  history.replaceState(null, '', path);
  mount(
    <BrowserRouter>
      <App queryClient={createQueryClient()} />
    </BrowserRouter>,
  );
  return api;
}

/** Ends the session on another device: the server closes the socket. */
export async function endSession(api: FakeApi): Promise<void> {
  api.signIn(null);
  await expect.poll(() => FakeSocket.opened.length).toBeGreaterThan(0);
  const ended = new CloseEvent('close', { code: LIVE_CLOSE.unauthenticated });
  for (const socket of FakeSocket.opened) socket.dispatchEvent(ended);
}

/** Expects the site's address. */
export async function expectUrl(path: string): Promise<void> {
  await expect.poll(() => location.href.slice(location.origin.length)).toBe(path);
}

/** Expects one toast with these texts and no other. */
export async function expectToast(...texts: string[]): Promise<void> {
  const toast = page.getByTestId('toast');
  for (const text of texts) await expect.element(toast.getByText(text, { exact: true })).toBeVisible();
  expect(toast.elements()).toHaveLength(1);
}

export const main = page.getByRole('main');
export const toast = page.getByTestId('toast');

/** Expects the found elements to have these texts, in this order. */
export async function expectTexts(found: { elements(): Element[] }, texts: string[]): Promise<void> {
  await expect.poll(() => found.elements().map(({ textContent }) => textContent)).toEqual(texts);
}

/** Removes what a test has left, for the next one. */
export async function cleanUp(): Promise<void> {
  unmountAll();
  dismissToast(toastStore.getSnapshot()?.id ?? 0);
  vi.unstubAllGlobals();
  vi.useRealTimers();
  FakeSocket.opened = [];
  sessionStorage.clear();
  localStorage.clear();
  await page.viewport(1280, 800);
}
