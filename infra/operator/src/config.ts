import { loadConfig } from '@fasocolis/service-kit/config';
import * as z from 'zod/mini';
import { SERVICES } from '../../local/services.ts';
import { BACKUP_KEY_LENGTH } from './archive.ts';
import type { Data } from './backup.ts';
import type { MailSettings } from './doctor/examine-data.ts';

const tooShort = `doit compter au moins ${BACKUP_KEY_LENGTH} caractères`;
const backupKey = { BACKUP_KEY: z.optional(z.string().check(z.minLength(BACKUP_KEY_LENGTH, tooShort))) };

const variableOf = (service: string) => `${service.toUpperCase()}_POSTGRES_URL`;

/** The passphrase of backups, if there is one. @throws Error when it is too short to protect anything */
export function readBackupKey(env: NodeJS.ProcessEnv): string | undefined {
  return loadConfig('operator', backupKey, { ...env, BACKUP_KEY: env.BACKUP_KEY || undefined }).BACKUP_KEY;
}

/** The mail server, as containers are told it. @throws Error listing every faulty variable */
export function readMailSettings(env: NodeJS.ProcessEnv): MailSettings {
  const config = loadConfig('operator', { SMTP_URL: z.string(), MAIL_FROM: z.string() }, env);
  return { smtpUrl: config.SMTP_URL, from: config.MAIL_FROM };
}

/** Where the data are, as containers are told it. @throws Error listing every faulty variable */
export function readDataAddresses(env: NodeJS.ProcessEnv): Data {
  const addresses = Object.fromEntries(SERVICES.map((service) => [variableOf(service), z.string()]));
  const config = loadConfig('operator', { ...addresses, REDIS_URL: z.string() }, env) as Record<string, string>;
  const databases = SERVICES.map((service) => [service, config[variableOf(service)] ?? '']);
  return { databases: Object.fromEntries(databases) as Record<string, string>, redisUrl: config.REDIS_URL ?? '' };
}
