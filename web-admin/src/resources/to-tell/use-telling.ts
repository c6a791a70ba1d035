import { type PersonToTell, PersonToTellSchema } from '@fasocolis/contracts/to-tell';
import { api } from '@fasocolis/web-kit/api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { outcomeToasts } from '../../components/outcome.ts';

interface Options {
  onTellFailure?: (person: PersonToTell) => void;
  onUndone?: (person: PersonToTell) => void;
}

export function useTelling({ onTellFailure, onUndone }: Options = {}) {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['to-tell'] });
  const { onError } = outcomeToasts({
    failure: (reason) => `Ce n'est pas noté\u00a0: ${reason}`,
  });
  const tell = useMutation({
    mutationFn: ({ id, upTo }: PersonToTell) =>
      api.post('/api/to-tell/:id/tell', { upTo }, PersonToTellSchema, { params: { id } }),
    onError: (error, person) => {
      onError(error);
      onTellFailure?.(person);
    },
    onSettled: refresh,
  });
  const undo = useMutation({
    mutationFn: ({ id }: PersonToTell) =>
      api.post('/api/to-tell/:id/undo', undefined, PersonToTellSchema, { params: { id } }),
    onError,
    onSuccess: (_response, person) => onUndone?.(person),
    onSettled: refresh,
  });
  return { tell: tell.mutate, undo: undo.mutate, isUndoing: undo.isPending };
}
