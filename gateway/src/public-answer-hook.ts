import type { ServiceName } from '@fasocolis/contracts/services';
import { ListQuerySchema } from '@fasocolis/service-kit/lists';
import { SURROGATE_CONTROL, SURROGATE_KEY } from '@fasocolis/service-kit/public-answers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AnyReply, sendCompressed } from './compression.ts';
import { rawPath } from './origin.ts';
import { isKnown, keysIn, type PublicAnswer } from './public-answer.ts';
import type { Found, PublicAnswers } from './public-answers.ts';
import type { StreamedAnswer } from './service-answer.ts';

interface Options {
  answers: PublicAnswers;
  service: ServiceName;
  headersFor: (request: FastifyRequest) => Record<string, string>;
}

type Asker = Pick<FastifyRequest, 'method' | 'headers' | 'url' | 'query' | 'isAdmin'>;

/** What speaks of the connection to the service, or to the gateway alone. */
const INNER_HEADERS = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'trailer',
  SURROGATE_CONTROL,
  SURROGATE_KEY,
]);

/** Depends on what the client has already, while the answer is for everybody. */
const CONDITIONS = ['if-match', 'if-modified-since', 'if-none-match', 'if-range', 'if-unmodified-since'];

/** What a URL parser, or a service, might read as another path: judged where proxied requests are. */
const AMBIGUOUS_PATH = /[\\#]|\/\/|%(?:2[ef]|5c)/i;

/** The public reads that take parameters, and those they take. */
const LISTS = new Set(['/api/products', '/api/static-pages']);
const PARAMETERS = new Set(Object.keys(ListQuerySchema.def.shape));

/** Unknown parameters change no answer: remembered, each would take the place of another answer. */
function hasKnownParameters({ query, url }: Asker): boolean {
  for (const name in query as object) if (!PARAMETERS.has(name) || !LISTS.has(rawPath({ url }))) return false;
  return true;
}

/** Asks for a whole answer and says nothing else. */
function isPlainRead(request: Asker): boolean {
  const { method, headers, url } = request;
  return (
    !AMBIGUOUS_PATH.test(url) &&
    hasKnownParameters(request) &&
    (method === 'GET' || method === 'HEAD') &&
    headers.range === undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined
  );
}

/** Answers the requests of a scope from what is known for everybody, where that is allowed; the others go on. */
export function answerPublicly(scope: FastifyInstance, { answers, service, headersFor }: Options): void {
  const ask = (request: FastifyRequest) => {
    const headers = headersFor(request);
    // Only where there is one: V8 reads an object slowly that once lost a property.
    for (const name of CONDITIONS) if (headers[name] !== undefined) delete headers[name];
    return answers.ask(service, request.url, headers);
  };

  // Not earlier: what compresses is made ready for each request first.
  scope.addHook('preValidation', (request, reply, done) => {
    if (!isPlainRead(request)) return done();
    const { url, identityToken } = request;
    if (identityToken !== null) {
      // Somebody known may see more, and the administrator what was changed a moment ago.
      const standIn = request.isAdmin ? undefined : answers.recallWhileAway(service, url);
      return standIn ? standIn.sendAsLastKnown(reply) : done();
    }
    const known = answers.recall(service, url);
    return known ? known.send(reply) : done();
  });

  scope.addHook('preValidation', async (request, reply) => {
    if (request.method !== 'GET' || request.identityToken !== null || !isPlainRead(request)) return;
    const found = await ask(request);
    if (!found) return;
    send(reply, found);
    await reply;
    // Nobody is there any more for whom to go on.
    if (!reply.sent) reply.hijack();
  });
}

function send(reply: FastifyReply, found: Found): void {
  if ('response' in found) passOn(reply, found.response);
  else if (found.isLastKnown) found.answer.sendAsLastKnown(reply);
  else found.answer.send(reply);
}

/** Sends what a service answered to one person. */
function passOn(reply: FastifyReply, { statusCode, headers, stream }: StreamedAnswer): void {
  if (reply.raw.destroyed) {
    stream.on('error', () => {}).destroy();
    return;
  }
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !INNER_HEADERS.has(name)) reply.header(name, value);
  }
  if (statusCode === 200 && isKnown(reply.request.headers['if-none-match'], headers.etag)) {
    stream.on('error', () => {}).destroy();
    void reply.removeHeader('content-type').removeHeader('content-length').code(304).send();
    return;
  }
  void sendCompressed(reply.code(statusCode), stream);
}

/** Forgets what a change that has just passed through was about, and keeps to ourselves what the service said of it. */
export function noticeChange(answers: PublicAnswers, { method }: Asker, reply: AnyReply): void {
  const isRead = method === 'GET' || method === 'HEAD';
  if (!isRead && reply.statusCode < 300) answers.forget(keysIn(reply.getHeaders()));
  reply.removeHeader(SURROGATE_KEY);
  reply.removeHeader(SURROGATE_CONTROL);
}

/** What stands in for an answer that somebody known could not get; the administrator is told the truth. */
export function standInFor(answers: PublicAnswers, request: Asker): PublicAnswer | undefined {
  return isPlainRead(request) && !request.isAdmin ? answers.lastKnown(request.url) : undefined;
}
