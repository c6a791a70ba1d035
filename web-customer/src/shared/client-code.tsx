import { AppSettingSchema } from '@fasocolis/contracts/app-settings';
import { clientCode } from '@fasocolis/contracts/reading/client-code';
import type { User } from '@fasocolis/contracts/user';
import { api } from '@fasocolis/web-kit/api';
import { useQuery } from '@tanstack/react-query';

/** What a customer has suppliers in China write on the cartons; nothing while it is unknown. */
export function ClientCode({ user }: { user: Pick<User, 'id'> }) {
  const { data: prefix } = useQuery({
    queryKey: ['app-settings', 'client_code_prefix'],
    queryFn: ({ signal }) =>
      api.get('/api/app-settings/:key', AppSettingSchema, { params: { key: 'client_code_prefix' }, signal }),
  });
  if (!prefix) return null;
  return (
    <p>
      {'Code client\u00a0: '}
      <strong className="tracking-wide">{clientCode(prefix.value, user.id)}</strong>
    </p>
  );
}
