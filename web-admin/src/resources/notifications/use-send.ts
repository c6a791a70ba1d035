import { ADMIN_ID } from '@fasocolis/contracts/auth';
import {
  parseUserIds,
  type SendNotification,
  type SendNotificationFormSchema,
} from '@fasocolis/contracts/notifications';
import { notificationsQuery } from '@fasocolis/web-kit/notifications';
import { toast } from '@fasocolis/web-kit/toast-store';
import { useQueryClient } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type * as z from 'zod/mini';
import { reasonOf } from '../../components/outcome.ts';
import { sendAll } from '../../components/send-all.ts';

type SendForm = z.output<typeof SendNotificationFormSchema>;

/** Sends the form, shows a toast, and returns the number sent and the users that failed. */
export function useSend() {
  const dataProvider = useDataProvider();
  const queryClient = useQueryClient();

  return async (form: SendForm): Promise<{ isSent: boolean; sent: number; failedIds: number[] }> => {
    const messages = messagesOf(form);
    const { failed, reason } = await sendAll(messages, (data) => dataProvider.create('notifications', { data }));
    if (failed.length === 0) {
      toast({ title: 'Succès', description: 'Notification(s) envoyée(s) avec succès' });
    } else {
      const description = reasonOf(reason) ?? "Échec de l'envoi de la notification";
      toast({ title: 'Erreur', description, variant: 'destructive' });
    }
    void queryClient.invalidateQueries(notificationsQuery(ADMIN_ID));
    void queryClient.invalidateQueries({ queryKey: ['sent-notifications'] });
    return {
      isSent: failed.length === 0,
      sent: messages.length - failed.length,
      failedIds: failed.flatMap(({ targetUserId }) => targetUserId ?? []),
    };
  };
}

/** One request for a broadcast, or one for each recipient. */
function messagesOf({ title, body, isGlobal, userIds, byEmail }: SendForm): SendNotification[] {
  const words = { title, body, isGlobal, ...(byEmail && { byEmail }) };
  return isGlobal ? [words] : parseUserIds(userIds).map((targetUserId) => ({ ...words, targetUserId }));
}
