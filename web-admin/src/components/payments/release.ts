import type { Order } from '@fasocolis/contracts/orders';
import { PaymentSettingsSchema } from '@fasocolis/contracts/payment-settings';
import { CreditSchema } from '@fasocolis/contracts/payments';
import { apiQuery } from '@fasocolis/web-kit/api-query';
import { useQueries, useQuery } from '@tanstack/react-query';

export const paymentSettingsQuery = apiQuery(['payment-settings'], '/api/payment-settings', PaymentSettingsSchema);

/** Whether the parcels of a user are handed over with a rest. */
export const creditQuery = (userId: number) =>
  apiQuery(['credits', userId], '/api/credits/:userId', CreditSchema, { params: { userId } });

/** Why parcels may be handed over before they are paid; undefined if they may not, and while that is unknown. */
export function useRelease(withRest: readonly Order[]): string | undefined {
  const { data: settings } = useQuery(paymentSettingsQuery);
  const owners = [...new Set(withRest.map((order) => ('userId' in order ? (order.userId ?? undefined) : undefined)))];
  const credits = useQueries({
    queries: owners.flatMap((userId) => (userId === undefined ? [] : creditQuery(userId))),
  });
  if (settings?.releasesWithRest) return 'Il peut payer plus tard.';
  const haveCredit = credits.length === owners.length && credits.every(({ data }) => data?.hasCredit);
  return haveCredit ? 'Crédit\u00a0: il peut payer plus tard.' : undefined;
}
