import { APP_SETTINGS, type AppSetting, type AppSettingKey } from '@fasocolis/contracts/content';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { Database } from '../database.ts';

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
  set(key: AppSettingKey, { value, description }: SettingChange): Promise<AppSetting> {
    const change = { value, ...(description !== undefined && { description }) };
    return this.#database.appSetting.upsert({ where: { key }, create: { key, ...change }, update: change });
  }
}

interface SettingChange {
  value: string;
  description?: string | null | undefined;
}

const isSetting = (key: string) => APP_SETTINGS.some((known) => known === key);
