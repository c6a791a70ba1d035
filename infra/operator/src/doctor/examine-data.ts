import { SERVICES } from '@fasocolis/contracts/services';
import type { Data } from '../backup.ts';
import { addressOfSchema } from '../database.ts';
import { ownMigrations } from '../restore.ts';
import {
  checkArchiving,
  checkClock,
  checkDatabase,
  checkFailedDeliveries,
  checkFailedJobs,
  checkRedis,
  checkSavedRuns,
  checkSmtp,
} from './data-checks.ts';
import type { Finding } from './finding.ts';
import { checkSender, type SenderSettings } from './sender-checks.ts';

export interface EmailSettings extends SenderSettings {
  smtpUrl: string;
}

export async function examineData({ databaseUrl, redisUrl }: Data, email: EmailSettings): Promise<Finding[]> {
  const address = (service: string) => addressOfSchema(databaseUrl, service);
  const found = await Promise.all([
    ...SERVICES.map(async (service) => checkDatabase(service, address(service), await ownMigrations(service))),
    checkRedis(redisUrl),
    checkFailedJobs(redisUrl),
    checkClock(address('auth')),
    checkArchiving(databaseUrl),
    checkFailedDeliveries(address('notify')),
    checkSavedRuns(address('orders')),
    checkSmtp(email.smtpUrl),
    checkSender(email),
  ]);
  return found.flat();
}
