import { type AppSetting, type AppSettingKey, AppSettingSchema } from '@fasocolis/contracts/app-settings';
import { ApiError, api } from '@fasocolis/web-kit/api';
import { queryOptions } from '@tanstack/react-query';

/** A setting of the site; null while it is not set. */
export const settingQuery = (key: AppSettingKey) =>
  queryOptions({
    queryKey: ['app-settings', key],
    queryFn: ({ signal }) => readSetting(key, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

async function readSetting(key: AppSettingKey, signal: AbortSignal): Promise<AppSetting | null> {
  try {
    return await api.get('/api/app-settings/:key', AppSettingSchema, { params: { key }, signal });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
