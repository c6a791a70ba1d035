import { ErrorSchema } from '@fasocolis/contracts/errors';
import type { Operation } from '@fasocolis/contracts/operations/operation';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type * as z from 'zod/mini';
import { SHARED_HOOKS } from './http-cache.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set by `handle`, and by the gateway for the routes that it forwards. */
    operation?: Operation;
  }
}

type Parsed<Schema> = Schema extends z.core.$ZodType ? z.core.output<Schema> : unknown;
type Part<Declared, Name extends 'params' | 'query' | 'body'> =
  Declared extends Record<Name, infer Schema> ? Parsed<Schema> : unknown;

export type RequestOf<Declared extends Operation> = FastifyRequest<{
  Params: Part<Declared, 'params'>;
  Querystring: Part<Declared, 'query'>;
  Body: Part<Declared, 'body'>;
}>;

/** Responses without a schema, such as files, may contain anything. */
type Sent<Declared extends Operation> = keyof Declared['responses'] extends never
  ? unknown
  : Parsed<Declared['responses'][keyof Declared['responses']]> | FastifyReply;

type Handler<Declared extends Operation> = (
  request: RequestOf<Declared>,
  reply: FastifyReply,
) => Sent<Declared> | Promise<Sent<Declared>>;

/** Adds the route of an operation: a handler returns what a successful response contains, or sends it. */
export function handle<const Declared extends Operation>(
  app: FastifyInstance,
  operation: Declared,
  handler: Handler<Declared>,
  hooks: Pick<RouteOptions, 'onRequest'> = {},
): void {
  const { method, path, params, query: querystring, body, responses, shared, bodyLimit, hasHead = true } = operation;
  const [success = '200'] = Object.keys(responses);
  app.route({
    ...hooks,
    method,
    url: path,
    exposeHeadRoute: hasHead,
    config: { operation },
    ...(bodyLimit !== undefined && { bodyLimit }),
    ...(shared && { onSend: SHARED_HOOKS[shared] }),
    schema: {
      ...(params && { params }),
      ...(querystring && { querystring }),
      ...(body && { body }),
      response: { ...responses, '4xx': ErrorSchema, '5xx': ErrorSchema },
    },
    handler: (request, reply) => handler(request as RequestOf<Declared>, reply.code(Number(success))),
  });
}

/** Hook for every route. @throws Error when it belongs to no operation, or its path and access disagree about being internal */
export function requireOperation({ method, url, config }: RouteOptions): void {
  const name = `Route ${String(method)} ${url}`;
  const { operation } = config ?? {};
  if (!operation) throw new Error(`${name} has no operation`);
  const isInternal = /^\/internal(?:\/|$)/.test(url);
  if (isInternal !== (operation.access === 'service')) {
    throw new Error(`${name} is internal by its path or its access alone`);
  }
  if (isInternal && !operation.callers?.length) throw new Error(`${name} declares no callers`);
}
