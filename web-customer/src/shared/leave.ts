import { MessageSchema } from '@fasocolis/contracts/common';
import { api } from '@fasocolis/web-kit/api';
import { type ToastMessage, toast } from '@fasocolis/web-kit/toast-store';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { forgetDraft } from './draft.ts';
import { forgetDevice } from './forget-device.ts';
import { sessionQuery, TRACKING_KEY } from './session.ts';

/** Returns a function for after the session: deletes personal data from cache and device, and leads home with a message. */
export function useLeave() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async (message: ToastMessage) => {
    queryClient.setQueryData(sessionQuery.queryKey, null);
    queryClient.removeQueries({ queryKey: ['user'] });
    // A response that is on its way would store its parcel again.
    void queryClient.cancelQueries({ queryKey: TRACKING_KEY });
    forgetDevice();
    forgetDraft();
    toast(message);
    await navigate('/');
    queryClient.removeQueries({ queryKey: TRACKING_KEY });
  };
}

export function useSignOut() {
  const leave = useLeave();
  return useMutation({
    mutationFn: () => api.post('/api/auth/logout', undefined, MessageSchema),
    onSuccess: () => leave({ title: 'Déconnexion réussie' }),
    onError: ({ message }) => toast({ title: 'Erreur de déconnexion', description: message, variant: 'destructive' }),
  });
}
