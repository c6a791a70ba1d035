import { type AppSetting, type AppSettingKey, AppSettingSchema } from '@fasocolis/contracts/app-settings';
import { clientCode } from '@fasocolis/contracts/reading/client-code';
import { WhatsappStateSchema } from '@fasocolis/contracts/whatsapp-state';
import { ApiError, api } from '@fasocolis/web-kit/api';
import { apiQuery } from '@fasocolis/web-kit/api-query';
import { queryOptions, useQuery } from '@tanstack/react-query';

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

/** The client codes of users; undefined while the prefix is unknown. */
export function useClientCodes(): (userId: number) => string | undefined {
  const prefix = useClientCodePrefix();
  return (userId) => (prefix ? clientCode(prefix, userId) : undefined);
}

export const useClientCodePrefix = () => useQuery(settingQuery('client_code_prefix')).data?.value;

/** Whether the installation is connected to WhatsApp's Cloud API: without it nothing of it is shown. */
export function useWhatsapp(): boolean {
  const { data } = useQuery({
    ...apiQuery(['whatsapp'], '/api/whatsapp', WhatsappStateSchema),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data?.isEnabled ?? false;
}
