import { type PersonToTell, PersonToTellSchema } from '@fasocolis/contracts/to-tell';
import { api } from '@fasocolis/web-kit/api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useListContext } from 'react-admin';
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

const without = (ids: ReadonlySet<number>, id: number) => new Set([...ids].filter((each) => each !== id));

/** The people of the surrounding list, one at a time. Those who were just told are left out before the list is. */
export function usePersonQueue() {
  const { data = [], total = 0 } = useListContext<PersonToTell>();
  const [currentId, setCurrentId] = useState<number>();
  const [toldIds, setToldIds] = useState<ReadonlySet<number>>(new Set());
  const [lastTold, setLastTold] = useState<PersonToTell>();
  const restore = ({ id }: PersonToTell) => {
    setToldIds((ids) => without(ids, id));
    setLastTold((last) => (last?.id === id ? undefined : last));
    setCurrentId(id);
  };
  const { tell, undo, isUndoing } = useTelling({ onTellFailure: restore, onUndone: restore });

  const people = data.filter(({ id }) => !toldIds.has(id));
  const current = people.find(({ id }) => id === currentId) ?? people[0];
  const skip = () => {
    const next = people[(people.findIndex(({ id }) => id === current?.id) + 1) % people.length];
    setCurrentId(next?.id);
  };
  /** The total of the list, without people who were told since it was fetched. */
  const left = total - (data.length - people.length);

  return {
    people,
    current,
    lastTold,
    isUndoing,
    told: toldIds.size,
    left,
    skip,
    show: ({ id }: PersonToTell) => setCurrentId(id),
    /** Shows the next person at once, ready to be told with the same tap. */
    markTold(person: PersonToTell) {
      skip();
      setToldIds((ids) => new Set([...ids, person.id]));
      setLastTold(person);
      tell(person);
    },
    undoLast: () => lastTold && undo(lastTold),
  };
}
