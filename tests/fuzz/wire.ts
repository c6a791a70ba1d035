import { type Agent, request as httpRequest } from 'node:http';
import { Escaped, type GeneratedRequest } from './requests.ts';
import { Known } from './values.ts';

export interface WireRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
  isChunked?: boolean;
}

export interface WireResponse {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  text: string;
}

/** Timeout of a response: the gateway gives a service 30 s, an export on a busy machine needs 10. */
const TIMEOUT_MS = 35_000;

/** Replaces placeholders in a generated request by values of earlier responses. */
export function toWire(request: GeneratedRequest, resolve: (known: Known) => unknown): WireRequest {
  const { operation, method, headers, damage, isChunked } = request;
  const encode = (value: unknown): string => {
    if (value instanceof Known) return encode(resolve(value));
    if (value instanceof Escaped) return value.text;
    // A lone surrogate has no percent-encoding: this one is equally invalid.
    return encodeURIComponent(String(value).toWellFormed()).replaceAll('%EF%BF%BD', '%ED%A0%80');
  };
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encode(request.path[name]));
  const query = request.query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
  const body = request.body === undefined ? undefined : spoil(jsonOf(request.body, resolve), damage);
  return {
    method,
    path: query ? `${path}?${query}` : path,
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    body,
    isChunked,
  };
}

const jsonOf = (body: unknown, resolve: (known: Known) => unknown) =>
  JSON.stringify(body, (_key, value) => (value instanceof Known ? resolve(value) : value));

function spoil(json: string, { kind, at }: GeneratedRequest['damage']): Buffer {
  const place = Math.floor(at * json.length);
  const insert = (text: string) => `${json.slice(0, place)}${text}${json.slice(place)}`;
  switch (kind) {
    case 'none':
      return Buffer.from(json);
    case 'truncated':
      return Buffer.from(json.slice(0, place));
    case 'repeated keys':
      return Buffer.from(json.replace(/^\{(.*)\}$/s, '{$1,$1}').replace('{,}', '{}'));
    case 'bad UTF-8': {
      const bytes = Buffer.from(insert('\u0001'));
      bytes[bytes.indexOf(1)] = 0xc3;
      return bytes;
    }
    case 'byte order mark':
      return Buffer.from(`\ufeff${json}`);
    case 'trailing':
      return Buffer.from(`${json}${json}`);
    case 'nested':
      return Buffer.from('[{"a":'.repeat(20_000) + json);
    case 'huge number':
      return Buffer.from(json.replace(/:(?:"[^"]*"|[\w.+-]+)/, at < 0.5 ? ':1e400' : `:${'9'.repeat(400)}`));
  }
}

/** @throws Error without a response in time */
export function send(url: string, { method, path, headers, body, isChunked }: WireRequest, agent: Agent) {
  const { promise, resolve, reject } = Promise.withResolvers<WireResponse>();
  const { hostname, port } = new URL(url);
  const framing = isChunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': body?.length ?? 0 };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const call = httpRequest({
    hostname,
    port,
    method,
    path,
    agent,
    signal,
    headers: { ...(body && framing), ...headers },
  });
  call.on('response', (response) => {
    const { statusCode: status = 0, headers: received } = response;
    // The refusal of an unparsable request has a body even for HEAD: the gateway could not read the method.
    if (method === 'HEAD') resolve({ status, headers: received, text: '' });
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('error', reject);
    response.on('end', () => resolve({ status, headers: received, text: Buffer.concat(chunks).toString() }));
  });
  call.on('error', (error) => reject(signal.aborted ? new Error(`no answer in ${TIMEOUT_MS / 1000} s`) : error));
  call.end(body);
  return promise;
}

const BODY_SHOWN = 1000;

/** For repeating a request in a terminal. */
export function curlOf(url: string, { method, path, headers, body, isChunked }: WireRequest): string {
  const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const hex = (byte: string) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`;
  const bytes = body?.toString('latin1').replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`) ?? '';
  const shown = bytes.slice(0, BODY_SHOWN).replaceAll(/[^\x20-\x7e]/g, hex);
  const rest = bytes.length > BODY_SHOWN ? ` # and ${bytes.length - BODY_SHOWN} more bytes` : '';
  const sent = isChunked ? { ...headers, 'transfer-encoding': 'chunked' } : headers;
  const named = Object.entries(sent).map(([name, value]) => `-H ${quote(`${name}: ${value.slice(0, 200)}`)}`);
  const data = body ? [`--data-binary $'${shown}'`] : [];
  return ['curl', '--path-as-is', '-X', method, quote(url + path), ...named, ...data].join(' ') + rest;
}
