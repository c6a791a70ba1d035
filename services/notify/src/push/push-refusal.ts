import type { IncomingMessage } from 'node:http';

/** Push services may ask for any pause; longer ones are tried earlier. */
const LONGEST_PAUSE_MS = 3 * 3_600_000;

export class PushRefusal extends Error {
  readonly status: number;
  readonly retryAt: Date | null;

  constructor({ statusCode = 0, headers }: IncomingMessage) {
    super(`The push service responded with ${statusCode}`);
    this.name = 'PushRefusal';
    this.status = statusCode;
    this.retryAt = retryTime(headers['retry-after']);
  }

  get isGone(): boolean {
    return this.status === 404 || this.status === 410;
  }

  get isTemporary(): boolean {
    return this.status === 429 || this.status >= 500;
  }
}

/** Seconds or a date (RFC 9110, section 10.2.3). */
function retryTime(header: string | undefined): Date | null {
  if (!header) return null;
  const pause = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(pause) ? new Date(Date.now() + Math.min(Math.max(pause, 0), LONGEST_PAUSE_MS)) : null;
}
