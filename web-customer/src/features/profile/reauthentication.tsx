import { PROVIDER_NAMES } from '@fasocolis/contracts/auth';
import type { User } from '@fasocolis/contracts/user';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { Button } from '../../shared/button.tsx';
import { PasswordField } from '../../shared/field.tsx';
import { Form, SubmitButton } from '../../shared/form.tsx';
import { Sheet } from '../../shared/sheet.tsx';
import { signInAgain } from '../../shared/social-sign-in.ts';
import { useWhatsappRequest, WhatsappCode } from '../../shared/whatsapp-code.tsx';
import { whatsappStateQuery } from '../../shared/whatsapp-request.ts';
import { signInMethodsQuery } from './sign-in-methods-list.tsx';

interface Props {
  user: User;
  /** What the user wants to do, as an infinitive. */
  purpose: string;
  isPending: boolean;
  /** The error of the last password. */
  error: string | undefined;
  /** Called with the password, or without one after a new sign-in at a provider. */
  onConfirm: (currentPassword?: string) => void;
  onCancel: () => void;
}

/** Asks users whose sign-in is too old for the password or for a sign-in at their provider. */
export function Reauthentication({ user, purpose, isPending, error, onConfirm, onCancel }: Props) {
  const { data: methods, isPending: isLoading } = useQuery(signInMethodsQuery(user.id));
  const providers = methods?.hasPassword === false ? methods.providers : [];
  const isByPhone = methods?.hasPassword === false && providers.length === 0;
  const { register, handleSubmit } = useForm({ defaultValues: { currentPassword: '' } });
  const submit = handleSubmit(({ currentPassword }) => onConfirm(currentPassword));
  return (
    <Sheet
      title={methods?.hasPassword === false ? "Confirmez que c'est vous" : 'Confirmez votre mot de passe'}
      description={
        providers.length > 0
          ? `Reconnectez-vous pour ${purpose}.`
          : isByPhone
            ? `Votre connexion date de plus de 10 minutes, et votre compte n'a pas de mot de passe.`
            : `Votre connexion date de plus de 10 minutes. Confirmez votre mot de passe pour ${purpose}.`
      }
      onClose={onCancel}
    >
      {isLoading && <div className="mt-4 h-24 animate-shimmer rounded-xl bg-line" />}
      {isByPhone && <ByPhone user={user} purpose={purpose} onConfirm={() => onConfirm()} />}
      {!isLoading && providers.length === 0 && !isByPhone && (
        <Form className="mt-4 grid grid-cols-1 gap-4" onSubmit={submit}>
          <PasswordField
            label="Mot de passe actuel"
            autoComplete="current-password"
            error={error}
            {...register('currentPassword')}
          />
          <SubmitButton idle="Confirmer" pending="Vérification..." isPending={isPending} />
        </Form>
      )}
      <div className="mt-4 grid grid-cols-1 gap-2">
        {providers.map(({ provider }) => (
          <Button
            label={`Continuer avec ${PROVIDER_NAMES[provider]}`}
            variant="primary"
            className="min-h-12"
            key={provider}
            disabled={isPending}
            onClick={() => signInAgain(provider, () => onConfirm())}
          />
        ))}
        <Button label="Annuler" className="min-h-12" onClick={onCancel} />
      </div>
    </Sheet>
  );
}

/** Accounts without a password confirm with a code over WhatsApp, or sign in again. */
function ByPhone({ user, purpose, onConfirm }: { user: User; purpose: string; onConfirm: () => void }) {
  const { data: whatsapp } = useQuery(whatsappStateQuery);
  const request = useWhatsappRequest();
  if (request.data) {
    return (
      <div className="mt-4">
        <WhatsappCode text={request.data} submit="Confirmer" onDone={onConfirm} onOver={request.reset} />
      </div>
    );
  }
  if (whatsapp?.isEnabled && user.phoneVerified) {
    return (
      <Button
        label="Recevoir un code par WhatsApp"
        variant="primary"
        className="mt-4 min-h-12 w-full"
        disabled={request.isPending}
        onClick={() => request.mutate()}
      />
    );
  }
  return (
    <p className="mt-4">
      Déconnectez-vous, puis demandez-nous un nouveau lien de connexion par WhatsApp ou au guichet. Vous aurez alors
      10&nbsp;minutes pour {purpose}.
    </p>
  );
}
