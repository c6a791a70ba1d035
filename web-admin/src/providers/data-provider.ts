import { MessageSchema } from '@fasocolis/contracts/common';
import type { Operation } from '@fasocolis/contracts/operations/operation';
import { ApiError, call, type SchemaSource } from '@fasocolis/web-kit/api';
import type { DataProvider, GetListParams, Identifier, RaRecord } from 'react-admin';
import type * as z from 'zod/mini';
import { withRecentSignIn } from './recent-sign-in.ts';
import { reportUploads } from './upload.ts';

reportUploads();

const API = '/api';

type Options = Parameters<typeof call>[4];

async function send<T>(method: string, path: string, schema: SchemaSource<T>, body?: unknown, options?: Options) {
  try {
    return await withRecentSignIn(() => call(method, path, schema, body, options));
  } catch (error) {
    throw error instanceof ApiError ? readable(error) : error;
  }
}

type Query = Partial<Pick<GetListParams, 'pagination' | 'sort' | 'filter' | 'signal'>>;

/** Reads one page of a list, a bare array. Other responses count as an empty list. */
async function readList(resource: string, { pagination, sort, filter = {}, signal }: Query) {
  const { page, perPage } = pagination ?? { page: 1, perPage: 0 };
  const query = {
    filter: JSON.stringify(filter),
    ...(pagination && { range: JSON.stringify([(page - 1) * perPage, page * perPage - 1]) }),
    ...(sort && { sort: JSON.stringify([sort.field, sort.order]) }),
  };
  let total = 0;
  const rows = async () => {
    const list = await schemaOf<RaRecord[]>('GET', `${API}/${resource}`);
    return { safeParse: (answer: unknown) => list.safeParse(Array.isArray(answer) ? answer : []) };
  };
  const data = await send('GET', `${API}/${resource}`, rows, undefined, {
    query,
    ...(signal && { signal }),
    onHeaders: (headers) => {
      total = Number(headers.get('content-range')?.split('/').pop() ?? 0);
    },
  });
  return { data, total };
}

/** A write responds with the record in its new state. */
const write = async (method: 'POST' | 'PATCH', resource: string, body: unknown) => {
  const path = `${API}/${resource}`;
  return { data: await send(method, path, () => schemaOf<RaRecord>(method, path), body) };
};

const addressOf = (resource: string, id: Identifier) => `${resource}/${encodeURIComponent(id)}`;

/** The API as a data provider of react-admin: lists as in simple REST, PATCH; single records are read through their list. */
export const dataProvider = {
  getList: readList,
  getMany: async (resource, { ids, signal }) => readList(resource, { filter: { id: ids }, ...(signal && { signal }) }),
  getManyReference: async (resource, { target, id, filter, ...params }) =>
    readList(resource, { ...params, filter: { ...filter, [target]: id } }),

  async getOne(resource, { id }) {
    const [record] = (await readList(resource, { filter: { id: [id] } })).data;
    if (!record) throw new ApiError('Élément non trouvé', { status: 404 });
    return { data: record };
  },

  create: (resource, { data }) => write('POST', resource, data),

  update: (resource, { id, data }) =>
    // The only change of a message.
    write('PATCH', addressOf(resource, id) + (resource === 'contact-messages' ? '/read' : ''), data),

  /** Succeeds only with a message: a 2xx of a proxy has none. */
  async delete(resource, { id }) {
    return { data: { id, ...(await send('DELETE', `${API}/${addressOf(resource, id)}`, MessageSchema)) } };
  },
  // Bulk changes send one request for each record, so that a failure affects no other.
} as Partial<DataProvider> as DataProvider;

/** The schema of the response to a request, from the declaration of its operation. @throws Error for others */
async function schemaOf<T>(method: Operation['method'], path: string): Promise<z.ZodMiniType<T>> {
  const { OPERATIONS } = await import('@fasocolis/contracts/operations/index');
  const all = Object.values(OPERATIONS).flatMap((ofService) => Object.values<Operation>(ofService));
  const segments = path.split('/');
  const isOf = (operation: Operation) => {
    const declared = operation.path.split('/');
    const isSame = declared.every((segment, index) => segment.startsWith(':') || segment === segments[index]);
    return operation.method === method && declared.length === segments.length && isSame;
  };
  const [schema] = Object.values(all.find(isOf)?.responses ?? {});
  if (!schema) throw new Error(`${method} ${path} is not an operation`);
  return schema as z.ZodMiniType<T>;
}

/**
 * A failure in the form that react-admin's forms expect: `body.errors` by field, and under `root.serverError` the
 * server's message about the whole form (another administrator changed the record). The message has no status, and is
 * empty when the server gave no reason.
 */
function readable(error: ApiError): ApiError {
  const { code, serverMessage: message = '', errors = { updatedAt: message } } = error;
  if (code === 'network') return error;
  const isUnreadable = code === 'invalid-answer';
  const status = isUnreadable ? 502 : error.status;
  const text = isUnreadable ? 'Réponse inattendue du serveur' : message;
  const refusal = new ApiError(text, { ...error.toJSON(), status, cause: error });
  if (status < 400 || status >= 500) return refusal;
  // The version has no field in the form.
  const shown = 'updatedAt' in errors ? { root: { serverError: message } } : errors;
  return Object.assign(refusal, { body: { errors: shown } });
}
