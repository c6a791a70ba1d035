import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import * as z from 'zod/mini';
import type { WhatsappSettings } from '../config.ts';
import type { Verdict } from '../deliveries/channel.ts';

/** Responses are short. In bytes. */
const MAX_RESPONSE = 65_536;
/** Longer pauses are cut. */
const LONGEST_PAUSE_MS = 3 * 3_600_000;
/** Unknown, service down, throttled, account limit, spam limit, pair limit, server unavailable; and our own access. */
const TEMPORARY = new Set([1, 2, 4, 80007, 130429, 131000, 131016, 131048, 131056, 133004, 190, 0, 10, 131005]);
/** More than 24 hours since the person's last message. */
const WINDOW_CLOSED = 131047;

const SentSchema = z.object({ messages: z.array(z.object({ id: z.string() })).check(z.minLength(1)) });
const RefusedSchema = z.object({ error: z.object({ code: z.number(), message: z.string() }) });

export class GraphRefusal extends Error {
  readonly #status: number;
  readonly #code: number | undefined;
  readonly #retryAfter: string | undefined;

  constructor({ statusCode = 0, headers }: IncomingMessage, text: string) {
    const { error } = RefusedSchema.safeParse(parseJson(text)).data ?? {};
    super(error ? `WhatsApp ${error.code}: ${error.message}` : `WhatsApp responded with ${statusCode}`);
    this.name = 'GraphRefusal';
    this.#status = statusCode;
    this.#code = error?.code;
    this.#retryAfter = headers['retry-after'];
  }

  get isWindowClosed(): boolean {
    return this.#code === WINDOW_CLOSED;
  }

  get verdict(): Verdict {
    const isTemporary =
      this.#status === 429 || this.#status >= 500 || this.#status === 401 || TEMPORARY.has(this.#code ?? -1);
    if (!isTemporary && !this.isWindowClosed) return 'failed';
    const pause = Number(this.#retryAfter) * 1000;
    return pause > 0 ? { retryAt: new Date(Date.now() + Math.min(pause, LONGEST_PAUSE_MS)) } : 'later';
  }
}

interface ClientOptions {
  settings: WhatsappSettings;
  timeoutMs: number;
  sockets: number;
}

export class GraphClient {
  readonly #options: ClientOptions;
  readonly #agent: Agent;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#agent = new Agent({ keepAlive: true, maxSockets: options.sockets });
  }

  /**
   * Sends a message to a number in the form E.164.
   * @param reference comes back with the reports about the message
   * @returns the id of the message
   */
  async send(to: string, content: object, reference: string): Promise<string> {
    const { settings, timeoutMs } = this.#options;
    const body = { messaging_product: 'whatsapp', recipient_type: 'individual', to: to.slice(1), ...content };
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const options = {
        agent: this.#agent,
        method: 'POST',
        headers: { authorization: `Bearer ${settings.token}`, 'content-type': 'application/json' },
        signal: AbortSignal.timeout(timeoutMs),
      };
      request(settings.messagesUrl, options, resolve)
        .on('error', reject)
        .end(JSON.stringify({ ...body, biz_opaque_callback_data: reference }));
    });
    const text = await read(response);
    const sent = SentSchema.safeParse(parseJson(text)).data;
    if (response.statusCode !== 200 || !sent) throw new GraphRefusal(response, text);
    return sent.messages[0]?.id ?? '';
  }

  close(): void {
    this.#agent.destroy();
  }
}

async function read(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    bytes += (chunk as Buffer).length;
    if (bytes > MAX_RESPONSE) break;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString();
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
