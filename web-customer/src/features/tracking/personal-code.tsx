import { writtenFrancs } from '@fasocolis/contracts/money/francs';
import type { PublicOrder } from '@fasocolis/contracts/orders';
import { PersonalParcelSchema } from '@fasocolis/contracts/personal-parcel';
import { api } from '@fasocolis/web-kit/api';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { PickupCode } from './pickup-code.tsx';

interface Props {
  /** The token of the personal link. */
  token: string;
  order: PublicOrder;
  /** What everybody sees, also while the code is being fetched. */
  fallback: ReactElement;
}

/** The pick-up code and what is left to pay, for the person to whom the link was sent. */
export default function PersonalCode({ token, order: { reference, updatedAt }, fallback }: Props) {
  const { data } = useQuery({
    // Another recipient or owner gives the order another code.
    queryKey: ['personal-parcel', token, reference, updatedAt],
    queryFn: () => api.post('/api/personal-parcel', { token, reference }, PersonalParcelSchema),
  });
  if (!data?.pickupCode) return fallback;
  const { pickupCode, situation, rest = 0 } = data;
  return (
    <>
      <PickupCode code={pickupCode} next={situation?.next ?? null} />
      {rest > 0 && <p className="mt-2 font-semibold tabular-nums">{`À payer\u00a0: ${writtenFrancs(rest)}`}</p>}
    </>
  );
}
