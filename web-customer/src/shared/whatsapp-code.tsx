import { NamesNeededSchema, type PhoneCode, PhoneCodeSchema } from '@fasocolis/contracts/phone-sign-in';
import { SecondStepSchema } from '@fasocolis/contracts/two-factor';
import { type User, UserSchema } from '@fasocolis/contracts/user';
import { ApiError, api } from '@fasocolis/web-kit/api';
import { toast } from '@fasocolis/web-kit/toast-store';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { Field } from './field.tsx';
import { Form, SubmitButton, useSchemaForm } from './form.tsx';
import { serverMessage } from './server-message.ts';
import { SupportLink } from './support-link.tsx';
import { requestWhatsappCode } from './whatsapp-request.ts';

/** The request for a code, whose data is the message that brings it. */
export const useWhatsappRequest = () =>
  useMutation({
    mutationFn: requestWhatsappCode,
    onError: (error) => toast({ description: serverMessage(error, error.message), variant: 'destructive' }),
  });

const CompletedSchema = z.union([UserSchema, SecondStepSchema, NamesNeededSchema]);

interface Props {
  /** The message that brings the code. */
  text: string;
  /** What the code is for: the words of the button. */
  submit: string;
  onDone: (user: User) => void;
  onSecondStep?: () => void;
  /** Called when another code is needed. */
  onOver: () => void;
}

/** Sends the user to WhatsApp, and takes the code that comes back there. */
export function WhatsappCode({ text, submit, onDone, onSecondStep, onOver }: Props) {
  const [needsNames, setNeedsNames] = useState(false);
  const { fieldOf, handleSubmit, setError } = useSchemaForm(PhoneCodeSchema, { defaultValues: { code: '' } });
  const complete = useMutation({
    mutationFn: (body: PhoneCode) => api.post('/api/auth/whatsapp/code', body, CompletedSchema),
    onSuccess: (response) => {
      if ('namesNeeded' in response) setNeedsNames(true);
      else if ('secondStep' in response) onSecondStep?.();
      else onDone(response);
    },
    onError: (error) => {
      const message = serverMessage(error, error.message);
      const status = error instanceof ApiError ? error.status : 0;
      if (status === 400) return setError('code', { message }, { shouldFocus: true });
      toast({ title: 'Code non accepté', description: message, variant: 'destructive' });
      if (status === 401) onOver();
    },
  });
  return (
    <Form onSubmit={handleSubmit((body) => complete.mutate(body))}>
      {!needsNames && (
        <>
          <ol className="list-decimal space-y-2 pl-5">
            <li>Envoyez-nous le message déjà écrit, sans le changer.</li>
            <li>Nous répondons avec un code. Revenez ici et saisissez-le.</li>
          </ol>
          <SupportLink label="Ouvrir WhatsApp" text={text} variant="primary" className="min-h-12" />
        </>
      )}
      <Field label="Code reçu par WhatsApp" autoComplete="one-time-code" inputMode="numeric" {...fieldOf('code')} />
      {needsNames && (
        <>
          <p role="status" className="text-ink-soft">
            Ce numéro n'a pas encore de compte. Dites-nous votre nom. Vous avez déjà un compte avec un email&nbsp;?
            Connectez-vous d'abord, puis vérifiez ce numéro dans votre profil.
          </p>
          <Field label="Prénom" autoComplete="given-name" {...fieldOf('firstName', { shouldUnregister: true })} />
          <Field label="Nom" autoComplete="family-name" {...fieldOf('lastName', { shouldUnregister: true })} />
        </>
      )}
      <SubmitButton idle={submit} pending="Vérification..." isPending={complete.isPending} />
    </Form>
  );
}
