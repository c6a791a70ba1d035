import { OrderMatchesSchema } from '@fasocolis/contracts/orders';
import { apiQuery } from '@fasocolis/web-kit/api-query';
import { useQuery } from '@tanstack/react-query';

/**
 * The reference that looks like a text, as with O for 0.
 * @param isMissed whether a search has found nothing; otherwise no request is sent
 */
export function useLookAlike(text: string, isMissed: boolean): string | null {
  const { data } = useQuery({
    ...apiQuery(['order-matches', text], '/api/orders/:reference/matches', OrderMatchesSchema, {
      params: { reference: text },
    }),
    enabled: isMissed,
  });
  return (isMissed && data?.suggestion) || null;
}
