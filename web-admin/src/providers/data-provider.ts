import { UserSchema } from '@fasocolis/contracts/auth';
import { ProductSchema } from '@fasocolis/contracts/catalog';
import { ChangeSchema } from '@fasocolis/contracts/changes';
import { IdSchema, MessageSchema } from '@fasocolis/contracts/common';
import { ConsignmentSchema } from '@fasocolis/contracts/consignments';
import { ContactMessageSchema, StaticPageSummarySchema } from '@fasocolis/contracts/content';
import { EmailDeliverySchema } from '@fasocolis/contracts/email';
import { MilestoneDefinitionSchema, MilestoneSchema, SkippedOrderSchema } from '@fasocolis/contracts/milestones';
import { NotificationSchema } from '@fasocolis/contracts/notifications';
import { OrderMessageSchema } from '@fasocolis/contracts/order-messages';
import { OrderEventSchema, OrderSchema, OrderStatusSchema } from '@fasocolis/contracts/orders';
import { PopupSchema } from '@fasocolis/contracts/popups';
import { AgentSchema, StaffMemberSchema } from '@fasocolis/contracts/team';
import { PersonToTellSchema } from '@fasocolis/contracts/to-tell';
import simpleRest from 'ra-data-simple-rest';
import { type DataProvider, fetchUtils, HttpError, type RaRecord } from 'react-admin';
import * as z from 'zod/mini';
import { upload } from './upload.ts';

const API = '/api';

/** A longer body contains images: its upload takes long enough to show progress. */
const LARGE_BODY = 100_000;

/** The schema of the rows of each resource, or part of a record; a new one is one more line. */
const ROWS = new Map<string | undefined, z.ZodMiniType<RaRecord>>([
  ['consignments', ConsignmentSchema],
  ['contact-messages', ContactMessageSchema],
  ['email-deliveries', EmailDeliverySchema],
  ['milestone-definitions', MilestoneDefinitionSchema],
  ['milestones', MilestoneSchema],
  ['notifications', NotificationSchema],
  // The response to a write of an order contains the id of its event as well.
  ['orders', z.extend(OrderSchema, { eventId: z.optional(z.nullable(IdSchema)) })],
  ['order-changes', ChangeSchema],
  ['order-events', OrderEventSchema],
  ['order-messages', OrderMessageSchema],
  ['order-statuses', OrderStatusSchema],
  ['popup-notifications', PopupSchema],
  ['products', ProductSchema],
  ['setting-changes', ChangeSchema],
  ['skipped', SkippedOrderSchema],
  ['staff', StaffMemberSchema],
  ['static-pages', StaticPageSummarySchema],
  ['team', AgentSchema],
  ['to-tell', PersonToTellSchema],
  ['users', UserSchema],
]);

type Http = typeof fetchUtils.fetchJson;

const http: Http = async (url, options) => {
  const { method = 'GET', body } = options ?? {};
  try {
    if (typeof body === 'string' && body.length > LARGE_BODY) return await upload(url, method, body);
    return await fetchUtils.fetchJson(url, { ...options, credentials: 'include' });
  } catch (failure) {
    throw readable(failure);
  }
};

/** Lists are bare arrays. Other responses count as an empty list. */
const listHttp: Http = async (url, options) => {
  const answer = await http(url, options);
  if (Array.isArray(answer.json)) return { ...answer, json: parse(z.array(rowSchema(url)), answer.json) };
  return { ...answer, json: [], headers: new Headers({ 'content-range': '*/0' }) };
};

/** A write responds with the record in its new state. */
const recordHttp: Http = async (url, options) => {
  const answer = await http(url, options);
  return { ...answer, json: parse(rowSchema(url), answer.json) };
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

function rowSchema(url: string): z.ZodMiniType<RaRecord> {
  const [resource, , part] = url.slice(`${API}/`.length).split(/[/?]/);
  const schema = ROWS.get(part) ?? ROWS.get(resource);
  if (!schema) throw new Error(`The rows of ${resource} have no schema`);
  return schema;
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
