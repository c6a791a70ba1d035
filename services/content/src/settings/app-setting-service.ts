import { APP_SETTINGS, type AppSetting, type AppSettingKey } from '@fasocolis/contracts/content';
import { type Actor, logChanges } from '@fasocolis/service-kit/data/change-log';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { Database } from '../database.ts';

/** First key of the advisory locks of settings. */
const SETTING_LOCK = 7_306_101;

const NOT_FOUND = 'Paramètre non trouvé';

/** What the administrator sets for the whole site. */
export class AppSettingService {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @throws AppError `not-found` for what is not set, and for what is no setting */
  async find(key: string): Promise<AppSetting> {
    const setting = isSetting(key) && (await this.#database.appSetting.findUnique({ where: { key } }));
    if (!setting) throw new AppError('not-found', NOT_FOUND);
    return setting;
  }

  /** Creates or replaces a setting; an absent description stays as it is. */
  set(key: AppSettingKey, { value, description }: SettingChange, actor: Actor): Promise<AppSetting> {
    const change = { value, ...(description !== undefined && { description }) };
    return this.#database.$transaction(async (transaction) => {
      // Writers of one setting wait for each other, also while it does not exist.
      await transaction.$queryRaw`SELECT pg_advisory_xact_lock(${SETTING_LOCK}::int, hashtext(${key}))::text`;
      const before = await transaction.appSetting.findUnique({ where: { key } });
      const after = await transaction.appSetting.upsert({ where: { key }, create: { key, ...change }, update: change });
      const values = { before: before && loggedValues(before), after: loggedValues(after) };
      if (JSON.stringify(values.before) !== JSON.stringify(values.after)) {
        const action = before ? 'changed' : 'created';
        await logChanges(transaction, actor, [{ subject: 'setting', subjectId: key, name: key, action, ...values }]);
      }
      return after;
    });
  }
}

interface SettingChange {
  value: string;
  description?: string | null | undefined;
}

const loggedValues = ({ value, description }: AppSetting) => ({ value, description });

const isSetting = (key: string) => APP_SETTINGS.some((known) => known === key);
