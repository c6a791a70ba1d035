import { MessageSchema } from '@fasocolis/contracts/common';
import type { Operation } from '@fasocolis/contracts/operations/operation';
import { ApiError, call, type SchemaSource } from '@fasocolis/web-kit/api';
import simpleRest from 'ra-data-simple-rest';
import type { DataProvider, fetchUtils, RaRecord } from 'react-admin';
import type * as z from 'zod/mini';
import { prepareCalls } from './sender.ts';

prepareCalls();

const API = '/api';

type Http = typeof fetchUtils.fetchJson;

/** Calls of the data provider, through the client of both sites. @param schemaFor the schema of the response */
const http =
  (schemaFor: (method: Operation['method'], path: string) => SchemaSource<unknown>): Http =>
  async (url, { method = 'GET', body, signal } = {}) => {
    const headers = new Headers({ 'content-range': '*/0' });
    const schema = schemaFor(method as Operation['method'], url.split('?', 1)[0] ?? url);
    const sent = typeof body === 'string' ? JSON.parse(body) : undefined;
    const options = { ...(signal && { signal }), onHeaders: (received: Headers) => received.forEach(keepIn(headers)) };
    try {
      const json = await call(method, url, schema, sent, options);
      return { status: 200, headers, body: '', json };
    } catch (error) {
      throw error instanceof ApiError ? readable(error) : error;
    }
  };

const keepIn = (headers: Headers) => (value: string, name: string) => headers.set(name, value);

/** Lists are bare arrays. Other responses count as an empty list. */
const lists = simpleRest(
  API,
  http((method, path) => async () => {
    const list = await schemaOf(method, path);
    return { safeParse: (response) => list.safeParse(Array.isArray(response) ? response : []) };
  }),
);

/** A write responds with the record in its new state. */
const sendRecord = http((method, path) => () => schemaOf(method, path));

/** A deletion has succeeded only with a message: a 2xx of a proxy has none. */
const deletions = simpleRest(
  API,
  http(() => MessageSchema),
);

/** Resources whose requests contain the edited version, or one field: the server detects conflicts. */
const MERGED_BY_SERVER = new Set(['orders', 'consignments', 'contact-messages']);

const OUTDATED_MESSAGE = 'Cette fiche a été modifiée entre-temps. Relisez-la, puis enregistrez de nouveau.';
const OUTDATED = new ApiError(OUTDATED_MESSAGE, { status: 409, code: 'conflict', serverMessage: OUTDATED_MESSAGE });

const GONE_MESSAGE = "Cette fiche n'existe plus.";
const GONE = new ApiError(GONE_MESSAGE, { status: 404, code: 'not-found', serverMessage: GONE_MESSAGE });

/** The API as a data provider of react-admin: simple REST with PATCH; single records are read through their list. */
export const dataProvider: DataProvider = {
  ...lists,
  create: simpleRest(API, sendRecord).create,
  delete: deletions.delete,

  async getOne<Row extends RaRecord>(resource: string, { id }: { id: Row['id'] }) {
    const { data } = await lists.getMany<Row>(resource, { ids: [id] });
    const [record] = data;
    if (!record) throw readable(GONE);
    return { data: record };
  },

  async update(resource, { id, data, previousData }) {
    if (previousData && !MERGED_BY_SERVER.has(resource)) {
      const { data: present } = await this.getOne(resource, { id });
      const differs = (field: string) => JSON.stringify(present[field]) !== JSON.stringify(previousData[field]);
      if (Object.keys(data).some(differs)) throw readable(OUTDATED);
    }
    // The only change of a message.
    const change = resource === 'contact-messages' ? '/read' : '';
    const url = `${API}/${resource}/${encodeURIComponent(id)}${change}`;
    const { json } = await sendRecord(url, { method: 'PATCH', body: JSON.stringify(data) });
    return { data: json };
  },
};

/** The schema of the response to a request, from the declaration of its operation. @throws Error for others */
async function schemaOf(method: Operation['method'], path: string): Promise<z.ZodMiniType> {
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
  return schema as z.ZodMiniType;
}

/**
 * A failure in the form that react-admin's forms expect: `body.errors` by field, and under `root.serverError` the
 * server's message about the whole form (another administrator changed the record). The message has no status, and is
 * empty when the server gave no reason.
 */
function readable(error: ApiError): ApiError {
  const { code, serverMessage: message = '', errors = { updatedAt: message } } = error;
  if (code === 'network') return error;
  const isUnreadable = code === 'invalid-response';
  const status = isUnreadable ? 502 : error.status;
  const text = isUnreadable ? 'Réponse inattendue du serveur' : message;
  const refusal = new ApiError(text, { ...error.toJSON(), status, cause: error });
  if (status < 400 || status >= 500) return refusal;
  // The version has no field in the form.
  const shown = 'updatedAt' in errors ? { root: { serverError: message } } : errors;
  return Object.assign(refusal, { body: { errors: shown } });
}
