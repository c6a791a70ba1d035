import { sendCallsWith } from '@fasocolis/web-kit/api';

/** A longer body contains images: its upload takes long enough to show progress. */
const LARGE_BODY = 100_000;

let progress: number | undefined;
const listeners = new Set<() => void>();

function report(next: number | undefined) {
  progress = next;
  for (const listener of listeners) listener();
}

/** The sent share of the current body, from 0 to 1; undefined while no large body is being sent. */
export const uploadProgress = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  getSnapshot: () => progress,
};

/** Makes all calls report the progress of large bodies, which `fetch` cannot. */
export function reportUploads(): void {
  sendCallsWith((path, init) =>
    typeof init.body === 'string' && init.body.length > LARGE_BODY
      ? upload(path, init.method ?? 'POST', init.body)
      : fetch(path, init),
  );
}

function upload(path: string, method: string, body: string): Promise<Response> {
  return new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, path);
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('content-type', 'application/json');
    request.upload.onprogress = ({ loaded, total }) => report(total > 0 ? loaded / total : 0);
    request.upload.onload = () => report(1);
    request.onload = () => {
      const { status, statusText, responseText } = request;
      resolve(new Response(responseText || null, { status, statusText }));
    };
    request.onerror = () => reject(new TypeError('Failed to send'));
    report(0);
    request.send(body);
  }).finally(() => report(undefined));
}
