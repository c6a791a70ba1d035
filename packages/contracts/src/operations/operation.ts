import * as z from 'zod/mini';
import { PathIdSchema, PathNameSchema, PathTextSchema } from '../common.ts';
import { ListQuerySchema } from '../lists.ts';
import type { ServiceName } from '../services.ts';

/**
 * Callers that an operation accepts. `staff` are agents and the administrator; `service` is for calls between services,
 * which the gateway does not route.
 */
export type Access = 'public' | 'user' | 'owner' | 'owner-or-admin' | 'staff' | 'admin' | 'service';

export type AuditedAction =
  | 'sign-in'
  | 'sign-out'
  | 'session-end'
  | 'registration'
  | 'password-change'
  | 'password-reset'
  | 'email-change'
  | 'phone-change'
  | 'email-restoration'
  | 'invitation-acceptance'
  | 'sign-in-method-removal'
  | 'second-factor-change'
  | 'account-deletion'
  | 'export';

type Schema = z.core.$ZodType;

/** One call of the API or between services: what routes, gateway, sites and documentation are derived from. */
export interface Operation {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With parameters as in `/api/orders/:id`; below /internal/ for services, and only for them. */
  readonly path: string;
  readonly access: Access;
  /** The path parameter with the owner's id, for `owner` and `owner-or-admin`. Default: `userId`. */
  readonly ownerParam?: string;
  /** Open to staff who have to set up a second factor; elsewhere they are visitors. */
  readonly beforeSecondFactor?: true;
  readonly callers?: readonly ServiceName[];
  /** What a request counts as for the gateway's limits. Default: `request`. */
  readonly limit?: 'lookup' | 'sign-in' | 'webhook';
  /** Cached for visitors by the gateway; with `everyone` also by browsers, as no caller gets another response. */
  readonly shared?: 'everyone' | 'visitors';
  /** Accepts requests from other sites, which carry a proof of their own (D-83). */
  readonly isCrossSite?: true;
  /** A visitor who prefers lenient handling (RFC 7240) gets an empty response instead of 401, without the service. */
  readonly isEmptyForVisitors?: true;
  /** Largest body, in bytes. Default: a mebibyte. Declared where bodies contain images, which take longer to arrive. */
  readonly bodyLimit?: number;
  /** Audits every request under this action. Writes of staff and refusals are audited without it. */
  readonly audit?: AuditedAction;
  readonly hasHead?: false;
  /** In French, for the documentation of the API. Without it the operation is not documented. */
  readonly summary?: string;
  readonly description?: string;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  readonly consumes?: string;
  /** The media type of responses that are not JSON, and have no schema. */
  readonly produces?: string;
  readonly responses: { readonly [status: number]: Schema };
  /**
   * Whether the gateway caches the response to visitors. With `everyone` the response is the same for every caller, and
   * each browser stores it; with `visitors` it depends on the caller.
   */
  readonly refusals?: readonly number[];
}

const PARAMETERS = {
  id: PathIdSchema,
  userId: PathIdSchema,
  orderId: PathIdSchema,
  eventId: PathIdSchema,
  popupId: PathIdSchema,
  key: PathNameSchema,
  slug: PathNameSchema,
  token: PathNameSchema,
  number: PathNameSchema,
  file: PathNameSchema,
  reference: PathTextSchema,
  alias: PathTextSchema,
};

export type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

export type ParametersOf<Path extends string> = [NamesIn<Path>] extends [never]
  ? object
  : { readonly params: z.ZodMiniObject<Pick<typeof PARAMETERS, NamesIn<Path> & keyof typeof PARAMETERS>> };

/** @throws Error for a parameter that PARAMETERS lacks */
function parametersOf(path: string) {
  const names = Array.from(path.matchAll(/:(\w+)/g), ([, name]) => [name, true]);
  const mask: Record<keyof typeof PARAMETERS, true> = Object.fromEntries(names);
  return names.length > 0 ? { params: z.pick(z.object(PARAMETERS), mask) } : {};
}

/** Declares an operation by its method and path, the callers that it accepts, and the rest. */
export function operation<
  const Method extends Operation['method'],
  const Path extends `/${string}`,
  const Accepted extends Access,
  const Rest extends Omit<Operation, 'id' | 'method' | 'path' | 'access'>,
>(route: `${Method} ${Path}`, access: Accepted, rest: Rest) {
  const [method, path] = route.split(' ') as [Method, Path];
  const parameters = ('params' in rest ? {} : parametersOf(path)) as Omit<ParametersOf<Path>, keyof Rest>;
  return { method, path, access, ...parameters, ...rest };
}

/** Names operations: the id of each is the name of its declaration. */
export const defineOperations = <const Declared extends Record<string, Omit<Operation, 'id'>>>(declared: Declared) =>
  Object.fromEntries(Object.entries(declared).map(([id, operation]) => [id, { ...operation, id }])) as {
    readonly [Id in keyof Declared]: Declared[Id] & { readonly id: Id & string };
  };

export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** What every operation with an Excel workbook has in common; a HEAD request would build one for nothing. */
export const workbook = {
  audit: 'export',
  hasHead: false,
  produces: WORKBOOK_TYPE,
  responses: {},
} as const;

export const listWorkbook = { ...workbook, query: ListQuerySchema } as const;

/** A list: one page of its rows, and how many there are in `Content-Range`. */
export const listOf = <Rows extends Schema>(rows: Rows) =>
  ({ query: ListQuerySchema, responses: { 200: rows } }) as const;

/** Largest body of most operations, in bytes. */
export const DEFAULT_BODY_BYTES = 1024 * 1024;
