import '@fasocolis/web-kit/styles.css';
import type { User } from '@fasocolis/contracts/user';
import { dismissToast, toastStore } from '@fasocolis/web-kit/toast-store';
import { cleanup, render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, vi } from 'vitest';
import { page as browserPage } from 'vitest/browser';
import { routes } from '../src/app/back-office.tsx';

const ADMINISTRATOR: User = {
  id: 1,
  username: 'admin',
  email: null,
  emailVerified: false,
  firstName: 'Admin',
  lastName: 'FasoColis',
  phone: null,
  provider: null,
  providerId: null,
  createdAt: '2026-01-05T10:00:00.000Z',
  updatedAt: '2026-01-05T10:00:00.000Z',
  isAdmin: true,
  notifyByEmail: true,
};

interface Row {
  id: number | string;
}

/** A request that a screen sent. */
interface Call {
  method: string;
  path: string;
  filter: unknown;
  body: unknown;
}

/**
 * The API of one test: lists of rows by resource, which writes keep up to date, and fixed responses. Screens parse what
 * they receive with the schemas of the contracts, so a row of another shape fails the test.
 */
export class FakeApi {
  readonly #calls: Call[] = [];
  readonly #lists: Record<string, Row[]>;
  readonly #responses = new Map<string, () => Response>();

  constructor(lists: Record<string, Row[]> = {}) {
    this.#lists = structuredClone(lists);
  }

  /** Sets the response to a method and path, such as `PATCH /api/orders/7`; an object is sent as JSON. */
  respond(request: string, status: number, body: object | string = ''): void {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    this.#responses.set(request, () => new Response(text, { status }));
  }

  /** The filter of the newest request for a list. */
  lastFilter(resource: string): unknown {
    return this.#calls.findLast(({ path }) => path === `/api/${resource}`)?.filter;
  }

  /** Changes a row as somebody else would. */
  setRow(resource: string, id: Row['id'], changes: object): void {
    const row = this.#lists[resource]?.find((each) => each.id === id);
    if (row) Object.assign(row, changes);
  }

  /** The bodies sent so far to a method and path. */
  sent(request: string): unknown[] {
    return this.#calls.filter(({ method, path }) => `${method} ${path}` === request).map(({ body }) => body);
  }

  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input instanceof Request ? input : new URL(input, location.origin), init);
    const { method } = request;
    const { pathname: path, searchParams } = new URL(request.url);
    const text = await request.text();
    const body = text ? JSON.parse(text) : undefined;
    this.#calls.push({ method, path, body, filter: JSON.parse(searchParams.get('filter') ?? '{}') });
    const fixed = this.#responses.get(`${method} ${path}`);
    if (fixed) return fixed();
    if (path === '/api/user') return Response.json(ADMINISTRATOR);
    const [, , resource = '', id] = path.split('/');
    const rows = this.#lists[resource] ?? [];
    this.#lists[resource] = rows;
    const index = rows.findIndex((row) => String(row.id) === id);
    switch (method) {
      case 'POST':
        rows.push({ ...body, id: 1000 + rows.length });
        return Response.json(rows.at(-1), { status: 201 });
      case 'PATCH':
        rows[index] = { ...rows[index], ...body };
        return Response.json(rows[index]);
      case 'DELETE':
        rows.splice(index, 1);
        return Response.json({ message: 'Supprimé' });
      default:
        return page(resource, rows, searchParams);
    }
  };
}

/** A page of rows in the given order; of the filters, only ids are applied. */
function page(resource: string, rows: Row[], query: URLSearchParams): Response {
  const { id } = JSON.parse(query.get('filter') ?? '{}') as { id?: Row['id'] | Row['id'][] };
  const [first = 0, last = rows.length] = JSON.parse(query.get('range') ?? '[]') as number[];
  const matching = id === undefined ? rows : rows.filter((row) => [id].flat().includes(row.id));
  const range = `${resource} ${first}-${last}/${matching.length}`;
  return Response.json(matching.slice(first, last + 1), { headers: { 'content-range': range } });
}

/** Opens a screen of the back office as the administrator. */
export function openScreen(path: string, api: FakeApi): void {
  vi.stubGlobal('fetch', api.fetch);
  render(<RouterProvider router={createMemoryRouter(routes, { initialEntries: [path] })} />);
}

/** Expects one toast with these texts and no other. */
export async function expectToast(title: string, description: string): Promise<void> {
  const toast = browserPage.getByTestId('toast');
  await expect.element(toast.getByText(title, { exact: true })).toBeVisible();
  await expect.element(toast.getByText(description, { exact: true })).toBeVisible();
  expect(toast.elements()).toHaveLength(1);
}

afterEach(() => {
  cleanup();
  dismissToast(toastStore.getSnapshot()?.id ?? 0);
  vi.unstubAllGlobals();
});
