import { clientCode } from '@fasocolis/contracts/reading/client-code';
import { useQuery } from '@tanstack/react-query';
import { settingQuery } from './setting-query.ts';

/** The client codes of users; undefined while the prefix is unknown. */
export function useClientCodes(): (userId: number) => string | undefined {
  const { data: prefix } = useQuery(settingQuery('client_code_prefix'));
  return (userId) => (prefix ? clientCode(prefix.value, userId) : undefined);
}
