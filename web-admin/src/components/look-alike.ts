import { OrderMatchesSchema } from '@fasocolis/contracts/orders';
import { api } from '@fasocolis/web-kit/api';
import { useQuery } from '@tanstack/react-query';

/**
 * The reference that looks like a text, as with O for 0.
 * @param isMissed whether a search has found nothing: it is asked for then only
 */
export function useLookAlike(text: string, isMissed: boolean): string | null {
  const { data } = useQuery({
    queryKey: ['order-matches', text],
    queryFn: ({ signal }) =>
      api.get('/api/orders/:reference/matches', OrderMatchesSchema, { params: { reference: text }, signal }),
    enabled: isMissed,
  });
  return (isMissed && data?.suggestion) || null;
}
