import { AppSettingSchema } from '@fasocolis/contracts/app-settings';
import { clientCode } from '@fasocolis/contracts/reading/client-code';
import type { User } from '@fasocolis/contracts/user';
import { apiQuery } from '@fasocolis/web-kit/api-query';
import { useQuery } from '@tanstack/react-query';

const prefixQuery = apiQuery(['app-settings', 'client_code_prefix'], '/api/app-settings/:key', AppSettingSchema, {
  params: { key: 'client_code_prefix' },
});

/** What a customer has suppliers in China write on the cartons. */
export function useClientCode({ id }: Pick<User, 'id'>) {
  return useQuery({ ...prefixQuery, select: ({ value }) => clientCode(value, id) });
}

/** Nothing while it is unknown. */
export function ClientCode({ user }: { user: Pick<User, 'id'> }) {
  const { data: code } = useClientCode(user);
  if (!code) return null;
  return (
    <p>
      {'Code client\u00a0: '}
      <strong className="tracking-wide">{code}</strong>
    </p>
  );
}
