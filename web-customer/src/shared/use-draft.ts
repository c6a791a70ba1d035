import { forgetDrafts, keepDraft } from '@fasocolis/web-kit/draft';
import { toast } from '@fasocolis/web-kit/toast-store';
import { type DraftedForm, isOpen, openDrafts, useDraft } from '@fasocolis/web-kit/use-draft';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from './paths.ts';
import { sessionQuery, useUser } from './session.ts';

type Options = Omit<Parameters<typeof useDraft>[1], 'name' | 'userId'>;

/** {@link useDraft} for the user or the visitor. The draft outlives the form, since people look things up on other pages. */
export function useOwnDraft(form: DraftedForm, name: string, options: Options = {}): () => void {
  const user = useUser();
  const userId = user === undefined ? undefined : (user?.id ?? null);
  return useDraft(form, { outlivesForm: true, ...options, name: () => name, userId });
}

/**
 * Keeps what the user has typed into forms that the end of the session removes, and leads to the sign-in page. When the
 * same user is back at the address, the forms get it back (OFF-002).
 */
export function useDraftAfterSession(userId: number): void {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const leadToSignIn = useEffectEvent((from: string) => {
    toast({
      title: 'Votre session a expiré',
      description: 'Reconnectez-vous\u00a0: ce que vous avez saisi est gardé.',
    });
    void navigate(paths.auth, { replace: true, state: { from } });
  });

  useEffect(() => forgetDrafts(userId), [userId]);
  useEffect(() => {
    let atEnd: ReturnType<typeof openDrafts> = [];
    let address = '';
    const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
      if (event.query.queryKey[0] !== sessionQuery.queryKey[0]) return;
      // The session may be asked for again before React renders.
      if (event.type !== 'updated' || event.action.type !== 'success') return;
      // A sign-out in this tab sets the data by hand.
      const isOver = !event.action.manual && event.query.state.data === null;
      // The screen is still that of the user: React renders later.
      atEnd = isOver ? openDrafts() : [];
      address = location.pathname + location.search;
    });
    return () => {
      unsubscribe();
      const keepLost = () => {
        const lost = atEnd.filter(({ form, draft: [, values] }) => !isOpen(form) && Object.keys(values).length > 0);
        for (const { draft } of lost) keepDraft(userId, ...draft);
        if (lost.length > 0) leadToSignIn(address);
      };
      // After the cleanup of all forms that end with the session.
      queueMicrotask(keepLost);
    };
  }, [queryClient, userId]);
}
