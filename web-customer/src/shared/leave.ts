import { MessageSchema } from '@fasocolis/contracts/common';
import { api } from '@fasocolis/web-kit/api';
import { forgetDrafts } from '@fasocolis/web-kit/draft';
import { type ToastMessage, toast } from '@fasocolis/web-kit/toast-store';
import { notifyManager, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { forgetDevice, forgetParcels } from './forget-device.ts';
import { sessionQuery, TRACKING_KEY } from './session.ts';

/** Returns a function for after the session: deletes personal data from cache and device, and leads home with a message. */
export function useLeave() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async (message: ToastMessage) => {
    queryClient.setQueryData(sessionQuery.queryKey, null);
    // A response that is on its way would store its parcel again.
    void queryClient.cancelQueries({ queryKey: TRACKING_KEY });
    forgetDevice();
    forgetDrafts();
    toast(message);
    await navigate('/');
    // A screen that was shown to a visitor meanwhile has stored its parcel, a form what it contained.
    forgetParcels();
    forgetDrafts();
    // A screen that does not know yet that the session has ended would request what is removed again.
    await new Promise<void>((resolve) => notifyManager.schedule(resolve));
    queryClient.removeQueries({ queryKey: ['user'] });
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
