import { createStore, type Store } from '@fasocolis/web-kit/store';

/** A longer body contains images: its upload takes long enough to show progress. */
const LARGE_BODY = 100_000;

const progress = createStore<number | undefined>(undefined);

/** The sent share of the current body, from 0 to 1; undefined while no large body is being sent. */
export const uploadProgress: Store<number | undefined> = progress;

/** As `fetch`, with the progress of large bodies, which `fetch` cannot report. */
export function sendWithProgress(path: string, init: RequestInit): Promise<Response> {
  const { body } = init;
  return typeof body === 'string' && body.length > LARGE_BODY ? upload(path, body, init) : fetch(path, init);
}

function upload(path: string, body: string, { method = 'POST', headers, signal }: RequestInit): Promise<Response> {
  const request = new XMLHttpRequest();
  const abort = () => request.abort();
  signal?.addEventListener('abort', abort);
  return new Promise<Response>((resolve, reject) => {
    request.open(method, path);
    new Headers(headers).forEach((value, name) => {
      request.setRequestHeader(name, value);
    });
    request.upload.onprogress = ({ loaded, total }) => progress.set(total > 0 ? loaded / total : 0);
    request.upload.onload = () => progress.set(1);
    request.onload = () => {
      const { status, statusText, responseText } = request;
      resolve(new Response(responseText || null, { status, statusText }));
    };
    request.onerror = () => reject(new TypeError('Failed to send'));
    request.onabort = () => reject(new TypeError('Given up'));
    progress.set(0);
    request.send(body);
  }).finally(() => {
    signal?.removeEventListener('abort', abort);
    progress.set(undefined);
  });
}
