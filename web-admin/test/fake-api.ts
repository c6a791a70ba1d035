import type { User } from '@fasocolis/contracts/user';

export const ADMINISTRATOR: User = {
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

const NOTHING_COUNTED = { end: null, expected: 0, loaded: 0, arrived: 0, missing: 0, unscanned: 0, extra: 0 };

interface Row {
  id: number | string;
}

/** A request that a screen sent. */
interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
}
const fetchFile = globalThis.fetch;

type Responder = (call: Call) => Response | Promise<Response>;

/**
 * The API of one test: lists of rows by resource, which writes keep up to date, and fixed responses. Screens parse what
 * they receive with the schemas of the contracts, so a row of another shape fails the test.
 */
export class FakeApi {
  readonly #calls: Call[] = [];
  readonly #lists: Record<string, Row[]>;
  readonly #responses = new Map<string, Responder>();
  #pending = 0;

  constructor(lists: Record<string, Row[]> = {}) {
    this.#lists = structuredClone(lists);
  }

  /** The filter of the newest request to a resource. */
  lastFilter(resource: string): unknown {
    const call = [...this.#calls].reverse().find(({ path }) => path === `/api/${resource}`);
    return JSON.parse(call?.query.get('filter') ?? '{}');
  }

  /** Changes a row as another administrator would. */
  setRow(resource: string, id: Row['id'], changes: object): void {
    const row = this.#lists[resource]?.find((each) => each.id === id);
    if (row) Object.assign(row, changes);
  }

  /** Replaces the rows of a list. */
  set(resource: string, rows: Row[]): void {
    this.#lists[resource] = rows;
  }

  /** Sets the response to a method and path, such as `PATCH /api/orders/7`; an object is sent as JSON. */
  respond(request: string, status: number, body: object | string = ''): void {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    this.#responses.set(request, () => new Response(text, { status }));
  }

  /** Like `respond`, with a body or a response created for each request. */
  compute(request: string, make: (call: Call) => object): void {
    this.#responses.set(request, (call) => {
      const made = make(call);
      return made instanceof Response ? made : Response.json(made);
    });
  }

  /** Makes a method and path respond from the lists again. */
  reset(request: string): void {
    this.#responses.delete(request);
  }

  /** Delays the response to a method and path until the returned function is called. */
  hold(request: string): () => void {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const respond = this.#responses.get(request) ?? this.#default;
    this.#responses.set(request, async (call) => {
      await held;
      return respond(call);
    });
    return release;
  }

  /** The bodies sent so far to a method and path. */
  sent(request: string): unknown[] {
    return this.#calls.filter(({ method, path }) => `${method} ${path}` === request).map(({ body }) => body);
  }

  /** The paths of all requests so far. */
  get paths(): string[] {
    return this.#calls.map(({ path }) => path);
  }

  /** The methods and paths of all requests so far, except reads. */
  get writes(): string[] {
    return this.#calls.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);
  }

  /** The queries of a resource's lists so far, without those of single records. */
  lists(resource: string): { filter: object; sort: string[]; range: number[] }[] {
    return this.#calls
      .filter(({ path, query }) => path === `/api/${resource}` && query.has('range'))
      .map(({ query }) => ({
        filter: JSON.parse(query.get('filter') ?? '{}'),
        sort: JSON.parse(query.get('sort') ?? '[]'),
        range: JSON.parse(query.get('range') ?? '[]'),
      }));
  }

  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input instanceof Request ? input : new URL(input, location.origin), init);
    const { pathname: path, searchParams: query } = new URL(request.url);
    if (!path.startsWith('/api/')) return fetchFile(request);
    const text = await request.text();
    const call = { method: request.method, path, query, body: text ? JSON.parse(text) : undefined };
    this.#calls.push(call);
    this.#pending += 1;
    try {
      return await (this.#responses.get(`${call.method} ${path}`) ?? this.#default)(call);
    } finally {
      this.#pending -= 1;
    }
  };

  /** Resolves once every request has its response, and no screen has sent another one for five frames. */
  async settled(): Promise<void> {
    for (let quiet = 0; quiet < 5; quiet += 1) {
      await new Promise(requestAnimationFrame);
      if (this.#pending > 0) quiet = 0;
    }
  }

  readonly #default = ({ method, path, query, body }: Call): Response => {
    if (path === '/api/user') return Response.json(ADMINISTRATOR);
    if (path.endsWith('/count')) return Response.json(NOTHING_COUNTED);
    const [, , resource = '', id] = path.split('/');
    const rows = this.#lists[resource] ?? [];
    this.#lists[resource] = rows;
    const index = rows.findIndex((row) => String(row.id) === id);
    switch (method) {
      case 'POST':
        rows.push({ ...(body as object), id: 1000 + rows.length });
        return Response.json(rows.slice(-1)[0], { status: 201 });
      case 'PATCH':
        rows[index] = { ...rows[index], ...(body as Row) };
        // The id of an event, in responses to changes of orders.
        return Response.json({ ...rows[index], eventId: null });
      case 'DELETE':
        rows.splice(index, 1);
        return Response.json({ message: 'Supprimé' });
      default:
        return page(resource, rows, query);
    }
  };
}

/** A page of rows in the given order; filters by fields of the rows are applied. */
function page(resource: string, rows: Row[], query: URLSearchParams): Response {
  const filter = JSON.parse(query.get('filter') ?? '{}') as Record<string, unknown>;
  const [first = 0, last = rows.length] = JSON.parse(query.get('range') ?? '[]') as number[];
  const matching = rows.filter((row) =>
    Object.entries(filter).every(([name, value]) => !(name in row) || [value].flat().includes(row[name as keyof Row])),
  );
  const range = `${resource} ${first}-${last}/${matching.length}`;
  return Response.json(matching.slice(first, last + 1), { headers: { 'content-range': range } });
}
