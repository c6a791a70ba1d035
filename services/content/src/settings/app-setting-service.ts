import { APP_SETTINGS, type AppSetting, type AppSettingKey } from '@fasocolis/contracts/content';
import { AppError } from '@fasocolis/service-kit/errors';
import { emit } from '@fasocolis/service-kit/outbox';
import type { Database } from '../database.ts';

/** Names what the public answers with a setting are made of. */
export const publicKeyOf = (key: string) => `setting:${key}`;

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
  set(key: AppSettingKey, { value, description }: SettingChange, requestId: string): Promise<AppSetting> {
    const change = { value, ...(description !== undefined && { description }) };
    return this.#database.$transaction(async (transaction) => {
      const setting = await transaction.appSetting.upsert({
        where: { key },
        create: { key, ...change },
        update: change,
      });
      await emit(transaction, 'public-answers.changed', { keys: [publicKeyOf(key)] }, requestId);
      return setting;
    });
  }
}

interface SettingChange {
  value: string;
  description?: string | null | undefined;
}

const isSetting = (key: string) => APP_SETTINGS.some((known) => known === key);
