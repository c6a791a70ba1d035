import { HOW_TO_RESUME, WhatsappChoiceSchema } from '@fasocolis/contracts/stopped-numbers';
import { ApiError, api } from '@fasocolis/web-kit/api';
import { apiQuery } from '@fasocolis/web-kit/api-query';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import BellOff from 'lucide-react/icons/bell-off';
import MessageCircle from 'lucide-react/icons/message-circle';
import { Button } from '../../shared/button.tsx';
import { serverMessage } from '../../shared/server-message.ts';

const FAILED = "Votre choix n'a pas pu être enregistré. Vérifiez votre connexion, puis réessayez.";

/** Stops the messages of a link that was opened from WhatsApp, and takes that back for an hour, with one tap each. */
export default function WhatsappChoice({ token }: { token: string }) {
  const queryClient = useQueryClient();
  const choice = useQuery(choiceQuery(token));
  const change = useMutation({
    mutationFn: (isStopped: boolean) => api.post('/api/whatsapp-choice', { token, isStopped }, WhatsappChoiceSchema),
    onSuccess: (response) => queryClient.setQueryData(choiceQuery(token).queryKey, response),
  });
  // Cut off or made up: the page shows the parcel all the same.
  const isInvalid = choice.error instanceof ApiError && choice.error.status === 400;
  if (choice.isPending || isInvalid) return null;
  const { isStopped = false, canResume = false } = choice.data ?? {};
  const Icon = isStopped ? MessageCircle : BellOff;
  return (
    <section aria-label="Messages WhatsApp" className="mx-auto mt-4 grid max-w-3xl gap-2 px-4 noscript:hidden">
      <p role="status" className={change.error ? 'text-danger' : ''}>
        {change.error ? serverMessage(change.error, FAILED) : stateWords(isStopped, change.isSuccess)}
      </p>
      {isStopped && !canResume ? (
        <p className="text-ink-soft">{HOW_TO_RESUME}</p>
      ) : (
        <Button
          label={isStopped ? 'Recevoir de nouveau des messages WhatsApp' : 'Ne plus recevoir de messages WhatsApp'}
          className="w-full"
          icon={Icon}
          disabled={change.isPending}
          onClick={() => change.mutate(!isStopped)}
        />
      )}
    </section>
  );
}

function stateWords(isStopped: boolean, isChanged: boolean): string | null {
  if (isStopped) return "C'est noté\u00a0: vous ne recevrez plus de messages WhatsApp sur vos colis.";
  return isChanged ? 'Vous recevrez de nouveau des messages WhatsApp sur vos colis.' : null;
}

export const choiceQuery = (token: string) =>
  apiQuery(['whatsapp-choice', token], '/api/whatsapp-choice', WhatsappChoiceSchema, { query: { token } });
