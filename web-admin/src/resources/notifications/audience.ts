import { BroadcastAudienceSchema } from '@fasocolis/contracts/notifications';
import { api } from '@fasocolis/web-kit/api';
import { useQuery } from '@tanstack/react-query';

const numbers = new Intl.NumberFormat('fr-FR');

const people = (count: number) => `${numbers.format(count)}\u00a0client${count > 1 ? 's' : ''}`;

/** Whom a broadcast reaches: "1 240 clients, dont 310 par e-mail". */
export function useAudienceWords(byEmail: boolean): string {
  const { data } = useQuery({
    queryKey: ['broadcast-audience'],
    queryFn: ({ signal }) => api.get('/api/users/audience', BroadcastAudienceSchema, { signal }),
  });
  if (!data) return 'tous les clients';
  return byEmail
    ? `${people(data.customers)}, dont ${numbers.format(data.byEmail)} par e-mail`
    : people(data.customers);
}
