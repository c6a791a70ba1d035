import { ADMIN_ID } from '@fasocolis/contracts/auth';
import {
  BroadcastAudienceSchema,
  parseUserIds,
  type SendNotification,
  SendNotificationFormSchema,
} from '@fasocolis/contracts/notifications';
import { apiQuery } from '@fasocolis/web-kit/api-query';
import { notificationsQuery } from '@fasocolis/web-kit/notifications';
import { toast } from '@fasocolis/web-kit/toast-store';
import { useDraft } from '@fasocolis/web-kit/use-draft';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Box, Card, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Send from 'lucide-react/icons/send';
import { type KeyboardEvent, useState } from 'react';
import { BooleanInput, TextInput, useDataProvider } from 'react-admin';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { reasonOf } from '../../components/outcome.ts';
import { sendAll } from '../../components/send-all.ts';
import { MainButton } from '../../components/text-button.tsx';
import { useUnsavedChanges } from '../../components/unsaved-changes.tsx';
import { useSubmit } from '../../components/use-submit.tsx';
import { deviceUser } from '../../providers/device-user.ts';
import { Countdown, useDelay } from './delay.tsx';
import { Receivers } from './receivers.tsx';

const EMPTY = { title: '', body: '', isGlobal: true, byEmail: false, userIds: '' };

/** The message comes after the title. */
const stayOnEnter = (event: KeyboardEvent) => {
  if (event.key === 'Enter') event.preventDefault();
};

/** Keeps an emptied field an empty string: the schema expects strings. */
const asTyped = (text: string) => text;

export function SendForm() {
  const send = useSend();
  const [partial, setPartial] = useState<{ sent: number; failed: number }>();
  const form = useForm({ resolver: zodResolver(SendNotificationFormSchema), defaultValues: EMPTY });
  const { dirtyFields, isSubmitting } = form.formState;
  useUnsavedChanges(Boolean(dirtyFields.title || dirtyFields.body));
  useDraft(form, { userId: deviceUser.id, name: () => 'notification', isOver: isSubmitting });

  const { wait, secondsLeft, cancel } = useDelay();
  const [isGlobal, byEmail] = useWatch({ control: form.control, name: ['isGlobal', 'byEmail'] });
  const audience = useAudienceWords(byEmail === true);

  const { submit, offline } = useSubmit(form, async (values) => {
    setPartial(undefined);
    // A broadcast cannot be withdrawn.
    if (values.isGlobal && !(await wait())) return;
    const { isSent, sent, failedIds } = await send(values);
    if (isSent) {
      form.reset();
    } else if (failedIds.length > 0) {
      // Sending again must not notify a user twice.
      form.setValue('userIds', failedIds.join(','));
      setPartial({ sent, failed: failedIds.length });
    }
  });

  return (
    <FormProvider {...form}>
      <Card component="form" noValidate onSubmit={submit} sx={{ p: { xs: 2, sm: 3 } }}>
        {partial && (
          <Alert severity="warning" sx={{ mb: 2 }}>
            {partial.sent} notification(s) envoyée(s), {partial.failed} en échec. Seuls les utilisateurs en échec
            restent sélectionnés&nbsp;: vous pouvez envoyer à nouveau.
          </Alert>
        )}
        <TextInput source="title" parse={asTyped} isRequired onKeyDown={stayOnEnter} />
        <TextInput source="body" parse={asTyped} multiline minRows={4} isRequired />
        <BooleanInput
          source="isGlobal"
          onChange={(event) => {
            if (event.target.checked) form.setValue('userIds', '');
          }}
        />
        <Receivers />
        <BooleanInput
          source="byEmail"
          helperText="À l'adresse vérifiée de ceux qui acceptent les emails. Les autres ne voient que la notification."
        />
        <ToastPreview />
        {isGlobal && <Typography sx={{ mt: 2 }}>Cette notification est pour {audience}.</Typography>}
        {offline}
        {secondsLeft !== undefined && (
          <Countdown seconds={secondsLeft} onCancel={cancel}>
            Envoi à {audience}
          </Countdown>
        )}
        <MainButton
          label="Envoyer"
          icon={Send}
          type="submit"
          disabled={isSubmitting}
          sx={{ mt: 2, width: { xs: '100%', sm: 'auto' } }}
        />
      </Card>
    </FormProvider>
  );
}

function ToastPreview() {
  const [title, body] = useWatch({ name: ['title', 'body'] });
  if (!title && !body) return null;

  return (
    <Box component="figure" sx={{ m: 0, mt: 2, p: 2, bgcolor: 'background.default', borderRadius: 1 }}>
      <Box component="figcaption" sx={{ mb: 1, fontSize: 'var(--fc-text-small)', color: 'text.secondary' }}>
        Ce que le client verra
      </Box>
      <div className="fc-toast">
        <div className="fc-toast-text">
          <div className="fc-toast-title">{title}</div>
          <div>{body}</div>
        </div>
      </div>
    </Box>
  );
}

const people = (count: number) => `${count.toLocaleString('fr-FR')}\u00a0client${count > 1 ? 's' : ''}`;

/** The audience of a broadcast: "1 240 clients, dont 310 par e-mail". */
function useAudienceWords(byEmail: boolean): string {
  const { data } = useQuery(apiQuery(['broadcast-audience'], '/api/users/audience', BroadcastAudienceSchema));
  if (!data) return 'tous les clients';
  return byEmail
    ? `${people(data.customers)}, dont ${data.byEmail.toLocaleString('fr-FR')} par e-mail`
    : people(data.customers);
}

type Message = z.output<typeof SendNotificationFormSchema>;

/** Sends the form, shows a toast, and returns the number sent and the users that failed. */
function useSend() {
  const dataProvider = useDataProvider();
  const queryClient = useQueryClient();

  return async (form: Message): Promise<{ isSent: boolean; sent: number; failedIds: number[] }> => {
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
function messagesOf({ title, body, isGlobal, userIds, byEmail }: Message): SendNotification[] {
  const words = { title, body, isGlobal, ...(byEmail && { byEmail }) };
  return isGlobal ? [words] : parseUserIds(userIds).map((targetUserId) => ({ ...words, targetUserId }));
}
