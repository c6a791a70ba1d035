import { AUTH_TIMEOUT } from '@fasocolis/contracts/live';
import {
  count,
  httpUrl,
  loadConfig,
  parsedBy,
  serviceEnvironment,
  serviceUrls,
} from '@fasocolis/service-kit/ops/config';
import * as z from 'zod/mini';
import { QUIET_HOURS } from './deliveries/quiet-hours.ts';
import { PushHosts } from './push/push-hosts.ts';
import { publicKeyOf } from './push/vapid-key.ts';

const milliseconds = (fallback: number) => z._default(z.coerce.number().check(z.int(), z.gte(10)), fallback);

const share = (fallback: number) => z._default(z.coerce.number().check(z.gte(0), z.lte(1)), fallback);

const given = z._default(z.string(), '');

const environment = {
  ...serviceEnvironment,
  ...serviceUrls,
  PUBLIC_URL: httpUrl,
  MAIL_FROM: z._default(z.string(), 'FasoColis <ne-pas-repondre@localhost>'),
  /** Attempts before a delivery of any channel is given up: with the back-off below, somewhat more than five hours. */
  MAIL_ATTEMPTS: count(30),
  /** Back-off after the first failure, doubled up to a quarter of an hour. */
  MAIL_RETRY_MS: milliseconds(5000),
  /** Timeout of the servers of all channels; of push services at most five seconds. */
  MAIL_TIMEOUT_MS: milliseconds(20_000),
  /** Interval of the sweep for due deliveries without a job, after a crash or a loss of Redis. */
  MAIL_SWEEP_MS: milliseconds(15_000),
  /** How long emails about orders wait, so that an event that is withdrawn in time is never mailed; 0 for not at all. */
  ORDER_MAIL_DELAY_MS: z._default(z.coerce.number().check(z.int(), z.gte(0)), 60_000),
  /** The private VAPID key of the installation, P-256 in URL-safe base64. */
  VAPID_PRIVATE_KEY: parsedBy(publicKeyOf, 'must be a P-256 key in base64url'),
  /** Push services besides those of browsers, separated by commas. Their addresses may be private. */
  PUSH_HOSTS: z._default(
    parsedBy((text) => new PushHosts(text), 'must contain host names only'),
    '',
  ),
  RATE_LIMITS: z._default(z.stringbool(), true),
  /** New push devices without an account per address and hour. */
  RATE_LIMIT_PUSH_DEVICES: count(20),
  /** When only urgent messages reach phones, in GMT. Default: never. */
  QUIET_HOURS: z.optional(z.string().check(z.regex(QUIET_HOURS))),
  /** WhatsApp's Cloud API: used when these and, for the worker, the token are given. */
  WHATSAPP_PHONE_NUMBER_ID: given,
  WHATSAPP_APP_SECRET: given,
  WHATSAPP_VERIFY_TOKEN: given,
  WHATSAPP_API_URL: z._default(z.url({ protocol: /^https$/ }), 'https://graph.facebook.com'),
  /** Meta supports a version for about two years. */
  WHATSAPP_API_VERSION: z._default(z.string().check(z.regex(/^v\d+\.\d+$/)), 'v24.0'),
  /** At most one email about contact messages in this time; 0 for one per message. */
  CONTACT_MAIL_PERIOD_MS: z._default(z.coerce.number().check(z.int(), z.gte(0)), 3_600_000),
  LIVE_AUTH_TIMEOUT_MS: milliseconds(AUTH_TIMEOUT),
  LIVE_HEARTBEAT_MS: milliseconds(30_000),
  /** Interval at which the feed reads without a signal. */
  LIVE_POLL_MS: milliseconds(5000),
};

/** Variables of the worker, the only process with the secrets for sending. */
const sendingEnvironment = {
  ...environment,
  /** For example `smtps://user:password@smtp.example.com:465`. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }),
  WHATSAPP_TOKEN: given,
  /** How often the product is checked for alerts; never by default. */
  ALERT_INTERVAL_MS: z.optional(z.coerce.number().check(z.int(), z.gte(10))),
  /** Shares of disk and memory that have to be free. */
  ALERT_DISK_FREE: share(0.15),
  ALERT_MEMORY_FREE: share(0.1),
  /** After how many hours without a backup the administrator is told; never by default. */
  ALERT_BACKUP_HOURS: z.optional(z.coerce.number().check(z.gte(0))),
  /** After how many minutes without an archived segment of PostgreSQL's log; never by default. */
  ALERT_ARCHIVE_MINUTES: z.optional(z.coerce.number().check(z.gte(0))),
  GATEWAY_METRICS_URL: z.optional(httpUrl),
  /** Where alerts go while auth cannot name the administrator's present address. */
  ADMIN_EMAIL: z.optional(z.string()),
};

const WHATSAPP_VARIABLES = ['WHATSAPP_PHONE_NUMBER_ID', 'WHATSAPP_APP_SECRET', 'WHATSAPP_VERIFY_TOKEN'] as const;

export function loadNotifyConfig(env: NodeJS.ProcessEnv) {
  const config = loadConfig('notify', environment, env);
  assertWholeWhatsapp(config, WHATSAPP_VARIABLES);
  return config;
}

export function loadWorkerConfig(env: NodeJS.ProcessEnv) {
  const config = loadConfig('notify', sendingEnvironment, env);
  assertWholeWhatsapp(config, ['WHATSAPP_TOKEN', ...WHATSAPP_VARIABLES]);
  return config;
}

function assertWholeWhatsapp<Name extends string>(config: Record<Name, string>, names: readonly Name[]): void {
  const missing = names.filter((name) => !config[name]);
  if (missing.length > 0 && missing.length < names.length) {
    throw new Error(`Invalid environment for notify:\n✖ WhatsApp also needs ${missing.join(', ')}`);
  }
}

export function webhookSettingsOf(config: ReturnType<typeof loadNotifyConfig>): WebhookSettings | null {
  const { WHATSAPP_APP_SECRET: appSecret, WHATSAPP_VERIFY_TOKEN: verifyToken } = config;
  return appSecret ? { appSecret, verifyToken } : null;
}
export type WebhookSettings = Pick<WhatsappSettings, 'appSecret' | 'verifyToken'>;

export function whatsappOf(config: NotifyConfig) {
  if (!config.WHATSAPP_TOKEN) return null;
  const apiUrl = config.WHATSAPP_API_URL.replace(/\/$/, '');
  return {
    token: config.WHATSAPP_TOKEN,
    appSecret: config.WHATSAPP_APP_SECRET,
    verifyToken: config.WHATSAPP_VERIFY_TOKEN,
    messagesUrl: `${apiUrl}/${config.WHATSAPP_API_VERSION}/${config.WHATSAPP_PHONE_NUMBER_ID}/messages`,
  };
}
export type WhatsappSettings = NonNullable<ReturnType<typeof whatsappOf>>;

export type NotifyConfig = ReturnType<typeof loadWorkerConfig>;
