import { SERVICES, type ServiceName } from '@fasocolis/contracts/services';
import type { Data } from '../backup.ts';
import { asService } from '../database.ts';
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
  unreachable,
} from './data-checks.ts';
import type { Finding } from './finding.ts';
import { checkSender, type SenderSettings } from './sender-checks.ts';

export interface EmailSettings extends SenderSettings {
  smtpUrl: string;
}

export async function examineData({ databaseUrl, redisUrl }: Data, email: EmailSettings): Promise<Finding[]> {
  const check = (service: ServiceName, work: (address: string) => Promise<Finding[]>) =>
    asService(databaseUrl, service, work).catch((error: unknown) => [unreachable(service, error)]);
  const found = await Promise.all([
    ...SERVICES.map(async (service) => {
      const migrations = await ownMigrations(service);
      return check(service, (address) => checkDatabase(service, address, migrations));
    }),
    checkRedis(redisUrl),
    checkFailedJobs(redisUrl),
    checkClock(databaseUrl),
    checkArchiving(databaseUrl),
    check('notify', checkFailedDeliveries),
    check('orders', checkSavedRuns),
    checkSmtp(email.smtpUrl),
    checkSender(email),
  ]);
  return found.flat();
}
