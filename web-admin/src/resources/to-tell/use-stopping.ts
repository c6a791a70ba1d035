import { MessageSchema } from '@fasocolis/contracts/common';
import type { StoppedNumber } from '@fasocolis/contracts/stopped-numbers';
import type { PersonToTell } from '@fasocolis/contracts/to-tell';
import { api } from '@fasocolis/web-kit/api';
import { toast } from '@fasocolis/web-kit/toast-store';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { outcomeToasts } from '../../components/outcome.ts';

/** Records that people want no messages, and takes it back. Pending until the lists have changed. */
export function useStopping(onDone: () => void) {
  const queryClient = useQueryClient();
  const { onError } = outcomeToasts({});
  const options = {
    onError,
    onSuccess: async ({ message }: { message: string }) => {
      const changed = [['to-tell'], ['stopped-numbers']];
      await Promise.all(changed.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
      toast({ title: message });
      onDone();
    },
  };
  const stop = useMutation({
    mutationFn: ({ id }: PersonToTell) =>
      api.post('/api/to-tell/:id/stop', undefined, MessageSchema, { params: { id } }),
    ...options,
  });
  const resume = useMutation({
    mutationFn: ({ id: phone }: StoppedNumber) => api.post('/api/stopped-numbers/resume', { phone }, MessageSchema),
    ...options,
  });
  return { stop: stop.mutate, resume: resume.mutate, isPending: stop.isPending || resume.isPending };
}
