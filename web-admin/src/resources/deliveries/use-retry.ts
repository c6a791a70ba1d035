import { DeliverySchema, RetriedSchema } from '@fasocolis/contracts/deliveries';
import { api } from '@fasocolis/web-kit/api';
import { toast } from '@fasocolis/web-kit/toast-store';
import { type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { outcomeToasts } from '../../components/outcome.ts';

const RETRY = ['retry'];

function useRefresh() {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: ['email-deliveries'] });
}

/** A mutation that runs once at a time: a double click is one click. */
function useRetry<Data, Variables>(options: UseMutationOptions<Data, Error, Variables>) {
  const queryClient = useQueryClient();
  const { mutate: begin, isPending } = useMutation({ ...options, mutationKey: RETRY });
  const mutate: typeof begin = (...call) => {
    if (queryClient.isMutating({ mutationKey: RETRY }) === 0) begin(...call);
  };
  return { mutate, isPending };
}

export function useRetryDelivery() {
  const refresh = useRefresh();
  return useRetry({
    mutationFn: (id: string) =>
      api.post('/api/email-deliveries/:id/retry', undefined, DeliverySchema, { params: { id } }),
    ...outcomeToasts({
      title: 'E-mail remis en route',
      failure: (reason) => `L'e-mail n'a pas pu être renvoyé : ${reason}`,
    }),
    onSettled: refresh,
  });
}

export function useRetryAllDeliveries() {
  const refresh = useRefresh();
  const { onError } = outcomeToasts({
    failure: (reason) => `Les e-mails n'ont pas pu être renvoyés : ${reason}`,
  });
  return useRetry({
    mutationFn: () => api.post('/api/email-deliveries/retry-failed', undefined, RetriedSchema),
    onSuccess: ({ retried }) => toast({ title: 'Succès', description: retriedWords(retried) }),
    onError,
    onSettled: refresh,
  });
}

function retriedWords(count: number): string {
  if (count === 0) return "Aucun e-mail n'était plus en échec";
  return count === 1 ? '1 e-mail remis en route' : `${count} e-mails remis en route`;
}
