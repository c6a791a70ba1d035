import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { TestAuthority } from '@fasocolis/service-kit/testing/certificates';

/** A message as WhatsApp accepted it. */
export interface AcceptedMessage {
  id: string;
  /** Digits. */
  to: string;
  type: 'text' | 'template';
  text?: { body: string };
  template?: { name: string; components: { parameters: { text: string }[] }[] };
  biz_opaque_callback_data: string;
}

interface Reply {
  status: number;
  body?: object;
  headers?: Record<string, string>;
}

const TOKEN = 'graph-token';
const APP_SECRET = 'graph-app-secret';
const VERIFY_TOKEN = 'graph-verify-token';

/** WhatsApp's Cloud API at https://localhost, as far as the product uses it. */
export async function startGraphServer() {
  const authority = new TestAuthority(mkdtempSync(join(tmpdir(), 'graph-')));
  const { cert, key } = authority.certify('DNS:localhost');
  const accepted: AcceptedMessage[] = [];
  const graph = {
    url: '',
    authorityFile: authority.file,
    /** Awaited before a message is accepted; undefined accepts it. */
    refuse: async (_message: AcceptedMessage): Promise<Reply | undefined> => undefined,
    /** Requests, also refused ones. */
    requests: 0,
    sentTo: (phone: string) => accepted.filter(({ to }) => `+${to}` === phone),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    graph.requests += 1;
    const message = { ...((await json(request)) as AcceptedMessage), id: `wamid.${randomBytes(12).toString('hex')}` };
    const isKnown = request.url === '/v24.0/12345/messages' && request.headers.authorization === `Bearer ${TOKEN}`;
    const refusal = isKnown ? await graph.refuse(message) : errorResponse(401, 190, 'Invalid OAuth access token');
    if (!refusal) accepted.push(message);
    const { status, body, headers } = refusal ?? { status: 200, body: { messages: [{ id: message.id }] } };
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
  const server = createServer({ cert: readFileSync(cert), key: readFileSync(key) }, (request, response) => {
    void respond(request, response);
  });
  await once(server.listen(0, 'localhost'), 'listening');
  graph.url = `https://localhost:${(server.address() as AddressInfo).port}`;
  return graph;
}

export type GraphServer = Awaited<ReturnType<typeof startGraphServer>>;

export const errorResponse = (status: number, code: number, message: string): Reply => ({
  status,
  body: { error: { message, type: 'OAuthException', code, fbtrace_id: 'x' } },
});

/** The settings that connect to the server. */
export const graphEnvironment = ({ url }: Pick<GraphServer, 'url'>) => ({
  WHATSAPP_TOKEN: TOKEN,
  WHATSAPP_PHONE_NUMBER_ID: '12345',
  WHATSAPP_APP_SECRET: APP_SECRET,
  WHATSAPP_VERIFY_TOKEN: VERIFY_TOKEN,
  WHATSAPP_API_URL: url,
});

/** A webhook as WhatsApp signs it. */
export function webhook(value: { messages?: object[]; statuses?: object[] }) {
  const body = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: '1', changes: [{ field: 'messages', value: { messaging_product: 'whatsapp', ...value } }] }],
  });
  const signature = createHmac('sha256', APP_SECRET).update(body).digest('hex');
  return { body, headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` } };
}

/** A text that a person writes. */
export const textFrom = (phone: string, body: string, changes: object = {}) => ({
  from: phone.slice(1),
  id: `wamid.${randomBytes(12).toString('hex')}`,
  timestamp: String(Math.floor(Date.now() / 1000)),
  type: 'text',
  text: { body },
  ...changes,
});
