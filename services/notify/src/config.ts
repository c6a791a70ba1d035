import { AUTH_TIMEOUT } from '@fasocolis/contracts/live';
import { count, httpUrl, loadConfig, serviceEnvironment, serviceUrls } from '@fasocolis/service-kit/config';
import * as z from 'zod/mini';

const milliseconds = (fallback: number) => z._default(z.coerce.number().check(z.int(), z.gte(10)), fallback);

const environment = {
  ...serviceEnvironment,
  ...serviceUrls,
  /** The address people type: links in mails begin with it. */
  PUBLIC_URL: httpUrl,
  /** The mail server, e.g. `smtps://user:password@smtp.example.com:465`. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }),
  MAIL_FROM: z._default(z.string(), 'FasoColis <ne-pas-repondre@localhost>'),
  /** Tries before a mail is given up: with the pauses below, somewhat more than five hours. */
  MAIL_ATTEMPTS: count(30),
  /** Pause after the first failed try; it doubles with each further one, up to a quarter of an hour. */
  MAIL_RETRY_MS: milliseconds(5000),
  /** How long the mail server may keep silent. */
  MAIL_TIMEOUT_MS: milliseconds(20_000),
  /** How often mails without a job are looked for: those that a crash or a loss of Redis left, and those that are due. */
  MAIL_SWEEP_MS: milliseconds(15_000),
  /** At most one mail about contact messages in this time; 0 for a mail about each message. */
  CONTACT_MAIL_PERIOD_MS: z._default(z.coerce.number().check(z.int(), z.gte(0)), 3_600_000),
  /** How long a live socket may stay without saying who it is. */
  LIVE_AUTH_TIMEOUT_MS: milliseconds(AUTH_TIMEOUT),
  /** How often live sockets are asked for a sign of life. */
  LIVE_HEARTBEAT_MS: milliseconds(30_000),
  /** How often new notifications are looked for although nobody has called. */
  LIVE_POLL_MS: milliseconds(5000),
};

/** @throws Error listing every faulty variable */
export const loadNotifyConfig = (env: NodeJS.ProcessEnv) => loadConfig('notify', environment, env);

export type NotifyConfig = ReturnType<typeof loadNotifyConfig>;
