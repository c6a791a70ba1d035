import { MessageSchema } from '@fasocolis/contracts/common';
import simpleRest from 'ra-data-simple-rest';
import { type DataProvider, fetchUtils, HttpError, type RaRecord } from 'react-admin';
import * as z from 'zod/mini';
import { withRecentSignIn } from './recent-sign-in.ts';
import { rowSchema } from './rows.ts';

const API = '/api';

/** A longer body contains images: its upload takes long enough to show progress. */
const LARGE_BODY = 100_000;

type Http = typeof fetchUtils.fetchJson;

const http: Http = (url, options) => withRecentSignIn(() => send(url, options));

const send: Http = async (url, options) => {
  const { method = 'GET', body } = options ?? {};
  try {
    if (typeof body === 'string' && body.length > LARGE_BODY) {
      const { upload } = await import('./upload.ts');
      return await upload(url, method, body);
    }
    return await fetchUtils.fetchJson(url, { ...options, credentials: 'include' });
  } catch (failure) {
    throw readable(failure);
  }
};

/** Lists are bare arrays. Other responses count as an empty list. */
const listHttp: Http = async (url, options) => {
  const answer = await http(url, options);
  if (Array.isArray(answer.json)) return { ...answer, json: parse(z.array(await schemaOf(url)), answer.json) };
  return { ...answer, json: [], headers: new Headers({ 'content-range': '*/0' }) };
};

/** A write responds with the record in its new state. */
const recordHttp: Http = async (url, options) => {
  const answer = await http(url, options);
  return { ...answer, json: parse(await schemaOf(url), answer.json) };
};

/** A deletion has succeeded only with a message: a 2xx of a proxy has none. */
const deletionHttp: Http = async (url, options) => {
  const answer = await http(url, options);
  return { ...answer, json: parse(MessageSchema, answer.json) };
};

const lists = simpleRest(API, listHttp);

/** The API as a data provider of react-admin: simple REST with PATCH; single records are read through their list. */
export const dataProvider: DataProvider = {
  ...simpleRest(API, http),
  getList: lists.getList,
  getMany: lists.getMany,
  getManyReference: lists.getManyReference,
  create: simpleRest(API, recordHttp).create,
  delete: simpleRest(API, deletionHttp).delete,

  async getOne<Row extends RaRecord>(resource: string, { id }: { id: Row['id'] }) {
    const { data } = await lists.getMany<Row>(resource, { ids: [id] });
    const [record] = data;
    if (!record) throw new HttpError('Élément non trouvé', 404);
    return { data: record };
  },

  async update(resource, { id, data }) {
    // The only change of a message.
    const change = resource === 'contact-messages' ? '/read' : '';
    const url = `${API}/${resource}/${encodeURIComponent(id)}${change}`;
    const { json } = await recordHttp(url, { method: 'PATCH', body: JSON.stringify(data) });
    return { data: json };
  },
};

function schemaOf(url: string): Promise<z.ZodMiniType<RaRecord>> {
  const [resource = '', , part] = url.slice(`${API}/`.length).split(/[/?]/);
  return rowSchema(resource, part);
}

function parse<T>(schema: z.ZodMiniType<T>, json: unknown): T {
  const parsed = schema.safeParse(json);
  if (!parsed.success) throw new HttpError('Réponse inattendue du serveur', 502, { cause: parsed.error });
  return parsed.data;
}

/**
 * A failure in the form that react-admin's forms expect: `body.errors` by field, and under `root.serverError` the
 * server's message about the whole form (another administrator changed the record). The message is empty when the
 * server gave no reason.
 */
function readable(failure: unknown): HttpError {
  if (!(failure instanceof HttpError)) {
    return new HttpError('Connexion impossible. Vérifiez votre réseau, puis réessayez.', 0);
  }
  const { status, body } = failure;
  // Without a message of the server the library sets the English status text.
  const message = typeof body?.message === 'string' ? body.message : '';
  if (status < 400 || status >= 500) return new HttpError(message, status, body);
  const errors: Record<string, unknown> = body?.errors ?? { updatedAt: message };
  // The version has no field in the form.
  if ('updatedAt' in errors)
    return new HttpError(message, status, { ...body, errors: { root: { serverError: message } } });
  return new HttpError(message, status, { ...body, errors });
}
