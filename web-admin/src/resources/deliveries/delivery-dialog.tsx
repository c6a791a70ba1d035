import type { Delivery } from '@fasocolis/contracts/deliveries';
import { DELIVERY_KIND_LABELS } from '@fasocolis/contracts/delivery-labels';
import type { User } from '@fasocolis/contracts/user';
import { longMoment } from '@fasocolis/web-kit/dates';
import { Box, Typography } from '@mui/material';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { useGetManyAggregate } from 'react-admin';
import { customerName } from '../../components/people-names.tsx';
import { Facts, RecordView } from '../../components/record-view.tsx';
import { MainButton } from '../../components/text-button.tsx';
import { outcomeOf, recipientOf } from './delivery-words.ts';
import { useRetryDelivery } from './use-retry.ts';

export function DeliveryDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { mutate: retry, isPending } = useRetryDelivery();
  return (
    <RecordView<Delivery>
      resource="email-deliveries"
      id={id}
      title={({ kind }) => DELIVERY_KIND_LABELS[kind]}
      actions={({ state }) =>
        state === 'failed' && (
          <MainButton
            label="Renvoyer"
            icon={RotateCw}
            disabled={isPending}
            onClick={() => retry(id, { onSuccess: onClose })}
          />
        )
      }
      onClose={onClose}
    >
      {(delivery) => (
        <>
          <Typography sx={{ fontWeight: 700, overflowWrap: 'anywhere' }}>
            <Receiver {...delivery} />
          </Typography>
          <Typography sx={{ my: 1 }}>{outcomeOf(delivery)}</Typography>
          <Facts>
            {{
              ...(delivery.references.length > 0 && { Colis: delivery.references.join(', ') }),
              'Demandé le': longMoment(delivery.createdAt),
              Essais: delivery.attempts,
            }}
          </Facts>
          {delivery.lastError !== null && <TechnicalText label="Détail technique">{delivery.lastError}</TechnicalText>}
          {delivery.requestId !== null && <TechnicalText label="Numéro de demande">{delivery.requestId}</TechnicalText>}
        </>
      )}
    </RecordView>
  );
}

function TechnicalText({ label, children }: { label: string; children: string }) {
  return (
    <Box sx={{ mt: 1 }}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>
      <Box component="code" sx={codeStyle}>
        {children}
      </Box>
    </Box>
  );
}

const codeStyle = {
  display: 'block',
  px: 1.5,
  py: 1,
  borderRadius: 'var(--fc-radius-small)',
  bgcolor: 'background.default',
  fontSize: 'var(--fc-text-small)',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
} as const;

/** The address, or the customer while none is known: it is looked up when the message is sent. */
export function Receiver(delivery: Delivery) {
  const { recipient, userId } = delivery;
  const isNamed = recipient === null && userId !== null;
  const { data } = useGetManyAggregate<User>('users', { ids: [userId ?? 0] }, { enabled: isNamed });
  const [user] = data ?? [];
  return isNamed && user ? customerName(user) : recipientOf(delivery);
}
