import { loadConfig } from '@fasocolis/service-kit/ops/config';
import * as z from 'zod/mini';
import type { Data } from './backup.ts';
import type { EmailSettings } from './doctor/examine-data.ts';
import { BACKUP_KEY_LENGTH } from './sealing.ts';

const tooShort = `doit compter au moins ${BACKUP_KEY_LENGTH} caractères`;
const backupKey = { BACKUP_KEY: z.optional(z.string().check(z.minLength(BACKUP_KEY_LENGTH, tooShort))) };

export function readBackupKey(env: NodeJS.ProcessEnv): string | undefined {
  return loadConfig('operator', backupKey, { ...env, BACKUP_KEY: env.BACKUP_KEY || undefined }).BACKUP_KEY;
}

export function readEmailSettings(env: NodeJS.ProcessEnv): EmailSettings {
  const names = { SMTP_URL: z.string(), MAIL_FROM: z.string(), DKIM_SELECTOR: z.optional(z.string()) };
  const config = loadConfig('operator', { ...names, DNS_SERVERS: z.optional(z.string()) }, env);
  return {
    smtpUrl: config.SMTP_URL,
    from: config.MAIL_FROM,
    dkimSelector: config.DKIM_SELECTOR,
    dnsServers: config.DNS_SERVERS?.split(','),
  };
}

export function readDataAddresses(env: NodeJS.ProcessEnv): Data {
  const config = loadConfig('operator', { DATABASE_URL: z.string(), REDIS_URL: z.string() }, env);
  return { databaseUrl: config.DATABASE_URL, redisUrl: config.REDIS_URL };
}
