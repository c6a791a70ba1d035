import { sendCallsWith } from '@fasocolis/web-kit/api';
import { randomUuid } from '@fasocolis/web-kit/older-browsers';
import { promptFor } from './prompts.ts';
import { sendWithProgress } from './upload.ts';

interface Write {
  key: string;
  /** Present while the request is in progress. */
  response?: Promise<Response> | undefined;
}

/** Older ones are forgotten, because their contents may be photos. */
const MAX_WRITES = 20;

/** Writes that may have taken effect without a response, by their content. */
const writes = new Map<string, Write>();

/**
 * Sends a write. The same write meanwhile, such as by a double click, gets the same response. After a failure on the way
 * it has the same key, by which the server recognizes the repetition.
 */
async function sendOnce(path: string, init: RequestInit): Promise<Response> {
  const content = `${init.method} ${path} ${typeof init.body === 'string' ? init.body : ''}`;
  const write = writes.get(content) ?? { key: randomUuid() };
  writes.set(content, write);
  for (const [former, { response }] of writes) if (writes.size > MAX_WRITES && !response) writes.delete(former);
  const headers = new Headers(init.headers);
  headers.set('idempotency-key', write.key);
  write.response ??= sendWithProgress(path, { ...init, headers });
  try {
    const response = await write.response;
    if (response.status < 500) writes.delete(content);
    return response.clone();
  } finally {
    write.response = undefined;
  }
}

let hasSession = false;

/** Whether a session is known, so that a refusal means that it has ended. */
export function setSession(isKnown: boolean): void {
  hasSession = isKnown;
}

const isWrite = ({ method = 'GET' }: RequestInit) => method !== 'GET';

/** What a refused request needs before it can be sent again. Where nothing can be lost, the sign-in page is enough. */
async function neededAfter(response: Response, init: RequestInit) {
  if (response.status !== 401 && response.status !== 403) return undefined;
  const { code } = (await response
    .clone()
    .json()
    .catch(() => ({}))) as { code?: unknown };
  if (code === 'reauthentication-required') return 'password';
  const mayLose = hasSession && (isWrite(init) || unsavedForms.size > 0);
  return mayLose && code === 'unauthenticated' ? 'sign-in' : undefined;
}

/** Sends a request. When it needs a new sign-in or the password, it is sent again after the user has given it (SEC-029). */
export async function send(path: string, init: RequestInit = {}): Promise<Response> {
  const attempt = () => (isWrite(init) ? sendOnce(path, init) : fetch(path, init));
  const response = await attempt();
  const needed = await neededAfter(response, init);
  return needed && (await promptFor(needed)) ? attempt() : response;
}

/** Makes all calls of this site use {@link send}. */
export const prepareCalls = () => sendCallsWith(send);

/** The forms on the screen that have unsaved changes. */
export const unsavedForms = new Set<symbol>();
