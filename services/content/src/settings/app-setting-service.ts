import { APP_SETTINGS, type AppSetting } from '@fasocolis/contracts/app-settings';
import { type ChinaAddress, ChinaAddressesSchema } from '@fasocolis/contracts/china-addresses';
import { type PickupPoint, PickupPointsSchema } from '@fasocolis/contracts/pickup-points';
import { DEFAULT_CLIENT_PREFIX } from '@fasocolis/contracts/reading/client-code';
import { DEFAULT_TELL_TEXT, TELL_TEXT_KEY } from '@fasocolis/contracts/tell-text';
import { type Actor, changeLogger } from '@fasocolis/service-kit/data/change-log';
import { AppError } from '@fasocolis/service-kit/http/errors';
import * as z from 'zod/mini';
import type { Database } from '../database.ts';

const NOT_FOUND = 'Paramètre non trouvé';

/** A setting that is a list, stored as JSON. */
interface ListSetting<Entry> {
  key: string;
  schema: z.ZodMiniType<Entry[]>;
}

export const PICKUP_POINTS: ListSetting<PickupPoint> = { key: 'pickup_points', schema: PickupPointsSchema };
export const CHINA_ADDRESSES: ListSetting<ChinaAddress> = { key: 'china_addresses', schema: ChinaAddressesSchema };

const SETTINGS_LOCK = 7_307_001;

/** Settings that have a value before they are set. */
const DEFAULTS = new Map<string, string>([
  ['client_code_prefix', DEFAULT_CLIENT_PREFIX],
  [TELL_TEXT_KEY, DEFAULT_TELL_TEXT],
  ['whatsapp_template', ''],
]);

export async function findSetting(database: Database, key: string): Promise<AppSetting> {
  const setting = isSetting(key) && (await database.appSetting.findUnique({ where: { key } }));
  const value = DEFAULTS.get(key);
  if (!setting && value !== undefined) return { key, value, description: null };
  if (!setting) throw new AppError('not-found', NOT_FOUND);
  return setting;
}

/** Empty until it is set. */
export async function findList<Entry>(database: Database, { key, schema }: ListSetting<Entry>): Promise<Entry[]> {
  const setting = await database.appSetting.findUnique({ where: { key } });
  return z.parse(schema, JSON.parse(setting?.value ?? '[]'));
}

export async function setList<Entry>(database: Database, list: ListSetting<Entry>, value: object[], actor: Actor) {
  await setSetting(database, list.key, { value: JSON.stringify(value) }, actor);
  return findList(database, list);
}

export function setSetting(
  database: Database,
  key: string,
  { value, description }: SettingChange,
  actor: Actor,
): Promise<AppSetting> {
  const change = { value, ...(description !== undefined && { description }) };
  return database.$transaction(async (transaction) => {
    // The lock gives the change log the replaced value. A lock of the row would not do, because the row may not exist yet.
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
