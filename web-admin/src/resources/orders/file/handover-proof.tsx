import { HandoverSchema } from '@fasocolis/contracts/pickup';
import { api } from '@fasocolis/web-kit/api';
import { longDate, timeGmt } from '@fasocolis/web-kit/dates';
import { Link } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Facts } from '../../../components/record-view.tsx';
import { Section } from '../../../components/screen.tsx';

/** Who received the parcel, and how that was checked; nothing for a parcel that was delivered without a hand-over. */
export function HandoverProof({ orderId }: { orderId: number }) {
  const { data: handover } = useQuery({
    queryKey: ['handovers', orderId],
    queryFn: ({ signal }) => api.get(`/api/handovers/${orderId}`, HandoverSchema, { signal }),
    retry: false,
  });
  if (!handover) return null;
  const { at, receiverName, reason, photo } = handover;
  return (
    <Section title="Remise">
      <Facts>
        {{
          'Remis à': receiverName,
          Le: `${longDate(at)}, ${timeGmt(at)}`,
          Preuve: reason ? `Sans code\u00a0: ${reason}` : 'Code de retrait',
          Photo: photo ? (
            <Link href={photo} target="_blank" rel="noopener">
              <img src={photo} alt="Remise du colis" loading="lazy" style={{ display: 'block', maxHeight: 160 }} />
            </Link>
          ) : undefined,
        }}
      </Facts>
    </Section>
  );
}
