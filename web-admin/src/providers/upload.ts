import { type fetchUtils, HttpError } from 'react-admin';

type Answer = Awaited<ReturnType<typeof fetchUtils.fetchJson>>;

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

/**
 * Sends a large JSON body and reports its progress, which `fetch` cannot. Fails in the same way as react-admin's own
 * calls.
 */
export function upload(url: string, method: string, body: string): Promise<Answer> {
  return new Promise<Answer>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('content-type', 'application/json');
    request.upload.onprogress = ({ loaded, total }) => report(total > 0 ? loaded / total : 0);
    request.upload.onload = () => report(1);
    request.onload = () => {
      const { status, statusText, responseText } = request;
      const json = parseJson(responseText);
      if (status >= 200 && status < 300) resolve({ status, headers: new Headers(), body: responseText, json });
      else reject(new HttpError(statusText, status, json));
    };
    request.onerror = () => reject(new TypeError('Failed to send'));
    report(0);
    request.send(body);
  }).finally(() => report(undefined));
}

function parseJson(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
