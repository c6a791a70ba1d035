import type { Data } from '../backup.ts';
import { ownMigrations } from '../restore.ts';
import { checkClock, checkDatabase, checkFailedMails, checkMail, checkRedis, checkSavedRuns } from './data-checks.ts';
import type { Finding } from './finding.ts';

export interface MailSettings {
  smtpUrl: string;
  from: string;
}

/** Everything that is seen from where the data are. @param mail absent where mails are only caught */
export async function examineData({ databases, redisUrl }: Data, mail?: MailSettings): Promise<Finding[]> {
  const found = await Promise.all([
    ...Object.entries(databases).map(async ([service, url]) =>
      checkDatabase(service, url, await ownMigrations(service)),
    ),
    checkRedis(redisUrl),
    checkClock(databases.auth ?? ''),
    checkFailedMails(databases.notify ?? ''),
    checkSavedRuns(databases.orders ?? ''),
    mail ? checkMail(mail.smtpUrl, mail.from) : [],
  ]);
  return found.flat();
}
