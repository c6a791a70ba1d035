import webPush from 'web-push';
import type { NotifyConfig } from '../config.ts';
import { publicKeyOf } from './vapid-key.ts';

const HOUR_MS = 3_600_000;
/** Push services accept a day at most. */
const LIFETIME_SECONDS = 12 * 3600;
/** Push services in use at the same time; browsers know a handful. */
const MAX_ORIGINS = 100;

/** Identifies this installation to push services (RFC 8292). */
export class Vapid {
  readonly #config: Pick<NotifyConfig, 'VAPID_PRIVATE_KEY' | 'PUBLIC_URL' | 'MAIL_FROM'>;
  /** Signing takes longer than encrypting a message. */
  readonly #signed = new Map<string, { authorization: string; until: number }>();

  constructor(config: Pick<NotifyConfig, 'VAPID_PRIVATE_KEY' | 'PUBLIC_URL' | 'MAIL_FROM'>) {
    this.#config = config;
  }

  authorizationFor(endpoint: string): string {
    const { origin } = new URL(endpoint);
    const known = this.#signed.get(origin);
    if (known && known.until > Date.now()) return known.authorization;
    const { VAPID_PRIVATE_KEY: privateKey } = this.#config;
    const expiresAt = Math.floor(Date.now() / 1000) + LIFETIME_SECONDS;
    const { Authorization: authorization } = webPush.getVapidHeaders(
      origin,
      this.#contact,
      publicKeyOf(privateKey),
      privateKey,
      'aes128gcm',
      expiresAt,
    );
    if (this.#signed.size >= MAX_ORIGINS) this.#signed.clear();
    this.#signed.set(origin, { authorization, until: expiresAt * 1000 - HOUR_MS });
    return authorization;
  }

  get #contact(): string {
    const { PUBLIC_URL, MAIL_FROM } = this.#config;
    if (PUBLIC_URL.startsWith('https:')) return PUBLIC_URL;
    return `mailto:${/<([^>]+)>/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM}`;
  }
}
