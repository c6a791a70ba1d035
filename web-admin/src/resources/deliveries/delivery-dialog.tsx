import { type Delivery, DeliverySchema, RetriedSchema } from '@fasocolis/contracts/deliveries';
import { DELIVERY_KIND_LABELS } from '@fasocolis/contracts/delivery-labels';
import type { User } from '@fasocolis/contracts/user';
import { api } from '@fasocolis/web-kit/api';
import { longMoment } from '@fasocolis/web-kit/dates';
import { toast } from '@fasocolis/web-kit/toast-store';
import { Box, Typography } from '@mui/material';
import { type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { useGetManyAggregate } from 'react-admin';
import { outcomeToasts } from '../../components/outcome.ts';
import { customerName } from '../../components/people-names.tsx';
import { Facts, RecordView } from '../../components/record-view.tsx';
import { MainButton } from '../../components/text-button.tsx';
import { outcomeOf, recipientOf } from './delivery-words.ts';

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

const RETRY = ['retry'];

/** A mutation that runs once at a time: a double click is one click. */
function useRetry<Data, Variables>(options: UseMutationOptions<Data, Error, Variables>) {
  const queryClient = useQueryClient();
  const { mutate: begin, isPending } = useMutation({
    ...options,
    mutationKey: RETRY,
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['email-deliveries'] }),
  });
  const mutate: typeof begin = (...call) => {
    if (queryClient.isMutating({ mutationKey: RETRY }) === 0) begin(...call);
  };
  return { mutate, isPending };
}

export function useRetryDelivery() {
  return useRetry({
    mutationFn: (id: string) =>
      api.post('/api/email-deliveries/:id/retry', undefined, DeliverySchema, { params: { id } }),
    ...outcomeToasts({
      title: 'E-mail remis en route',
      failure: (reason) => `L'e-mail n'a pas pu être renvoyé\u00a0: ${reason}`,
    }),
  });
}

export function useRetryAllDeliveries() {
  const { onError } = outcomeToasts({ failure: (reason) => `Les e-mails n'ont pas pu être renvoyés\u00a0: ${reason}` });
  return useRetry({
    mutationFn: () => api.post('/api/email-deliveries/retry-failed', undefined, RetriedSchema),
    onSuccess: ({ retried }) => toast({ title: 'Succès', description: retriedWords(retried) }),
    onError,
  });
}

function retriedWords(count: number): string {
  if (count === 0) return "Aucun e-mail n'était plus en échec";
  return count === 1 ? '1 e-mail remis en route' : `${count} e-mails remis en route`;
}
