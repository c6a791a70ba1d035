import { APP_SETTINGS, type AppSetting, type AppSettingKey } from '@fasocolis/contracts/app-settings';
import { type PickupPoint, PickupPointsSchema } from '@fasocolis/contracts/pickup-points';
import { type Actor, changeLogger } from '@fasocolis/service-kit/data/change-log';
import { AppError } from '@fasocolis/service-kit/http/errors';
import * as z from 'zod/mini';
import type { Database } from '../database.ts';

const NOT_FOUND = 'Paramètre non trouvé';

/** The setting with all points, as JSON. */
export const PICKUP_POINTS = 'pickup_points';

const SETTINGS_LOCK = 7_307_001;

/** @throws AppError `not-found` for a setting that is not set or unknown */
export async function findSetting(database: Database, key: string): Promise<AppSetting> {
  const setting = isSetting(key) && (await database.appSetting.findUnique({ where: { key } }));
  if (!setting) throw new AppError('not-found', NOT_FOUND);
  return setting;
}

/** None until they are set. */
export async function findPickupPoints(database: Database): Promise<PickupPoint[]> {
  const setting = await database.appSetting.findUnique({ where: { key: PICKUP_POINTS } });
  return z.parse(PickupPointsSchema, JSON.parse(setting?.value ?? '[]'));
}

/** Creates or replaces a setting; an absent description stays unchanged. */
export function setSetting(
  database: Database,
  key: AppSettingKey | typeof PICKUP_POINTS,
  { value, description }: SettingChange,
  actor: Actor,
): Promise<AppSetting> {
  const change = { value, ...(description !== undefined && { description }) };
  return database.$transaction(async (transaction) => {
    // So that the change log has the replaced value. Not a row lock, because the row may not exist yet.
    await transaction.$queryRaw`SELECT pg_advisory_xact_lock(${SETTINGS_LOCK})::text`;
    const before = await transaction.appSetting.findUnique({ where: { key } });
    const after = await transaction.appSetting.upsert({ where: { key }, create: { key, ...change }, update: change });
    await logSetting(transaction, actor, before ? 'changed' : 'created', { before, after });
    return after;
  });
}

interface SettingChange {
  value: string;
  description?: string | null | undefined;
}

const isSetting = (key: string) => APP_SETTINGS.some((known) => known === key);

const logSetting = changeLogger('setting', ({ key, value, description }: AppSetting) => ({
  id: key,
  name: key,
  values: { value, description },
}));
