import {
  ContactReceiptSchema,
  type CreateContactMessage,
  CreateContactMessageSchema,
  FASTEST_WRITER,
} from '@fasocolis/contracts/content';
import { ApiError, api } from '@fasocolis/web-kit/api';
import { randomUuid } from '@fasocolis/web-kit/older-browsers';
import { toast } from '@fasocolis/web-kit/toast-store';
import { usePhoneHint } from '@fasocolis/web-kit/use-phone-hint';
import { useMutation } from '@tanstack/react-query';
import CircleCheck from 'lucide-react/icons/circle-check';
import { useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Button } from '../../shared/button.tsx';
import { Field, TextArea } from '../../shared/field.tsx';
import { Form, SubmitButton, useSchemaForm } from '../../shared/form.tsx';
import { serverMessage } from '../../shared/server-message.ts';
import { SupportLink } from '../../shared/support-link.tsx';
import { useOwnDraft } from '../../shared/use-draft.ts';

export default function Contact() {
  const [isSent, setIsSent] = useState(false);
  return (
    <section aria-labelledby="ecrivez-nous" className="rounded-2xl bg-surface p-4 ring-1 ring-hairline sm:p-10">
      {isSent ? <Thanks onAgain={() => setIsSent(false)} /> : <ContactForm onSent={() => setIsSent(true)} />}
    </section>
  );
}

/** Replaces the form after the message was sent, and takes the focus, so that screen readers announce it. */
function Thanks({ onAgain }: { onAgain: () => void }) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), []);
  return (
    <div
      ref={panel}
      tabIndex={-1}
      className="grid animate-rise grid-cols-1 justify-items-center gap-4 py-6 text-center outline-none!"
    >
      <span className="grid size-16 place-items-center rounded-full bg-green-surface text-green">
        <CircleCheck aria-hidden size={32} />
      </span>
      <h2 id="ecrivez-nous" className="text-xl font-bold">
        Merci pour votre message !
      </h2>
      <p className="text-ink-soft">Notre réponse arrivera à l'adresse email que vous avez indiquée.</p>
      <Button label="Envoyer un autre message" className="min-h-12" onClick={onAgain} />
    </div>
  );
}

const INTRO = 'Une question sur un colis\u00a0? Indiquez son numéro de suivi dans le message.';
const EMPTY = { firstName: '', lastName: '', email: '', phone: '', subject: '', message: '', website: '' };

function ContactForm({ onSent }: { onSent: () => void }) {
  const [openedAt] = useState(() => performance.now());
  const sentBefore = useRef({ text: '', sentId: '' });
  const form = useSchemaForm(CreateContactMessageSchema, { defaultValues: EMPTY });
  const { register, fieldOf, handleSubmit, resetField, setError, control } = form;
  const forgetDraft = useOwnDraft(form, 'Contact');
  const phoneHint = usePhoneHint(useWatch({ control, name: 'phone' }) ?? '');
  const sending = useMutation({
    mutationFn: async (message: CreateContactMessage) => {
      // Robots fill in the form faster than a person can type. Browsers with autofill may as well: such a message
      // waits.
      await new Promise((resolve) => setTimeout(resolve, openedAt + FASTEST_WRITER - performance.now()));
      // After a lost response the same text is the same message.
      const text = JSON.stringify(message);
      if (sentBefore.current.text !== text) sentBefore.current = { text, sentId: randomUuid() };
      const { sentId } = sentBefore.current;
      await api.post('/api/contact-messages', { ...message, sentId }, ContactReceiptSchema);
    },
    onSuccess: () => {
      forgetDraft();
      toast({
        title: 'Message envoyé',
        description: 'Votre message a été envoyé avec succès. Nous vous répondrons dès que possible.',
      });
      onSent();
    },
    onError: (error) => {
      // If the browser of a person has filled it in, the next attempt succeeds.
      resetField('website');
      const problem = error instanceof ApiError ? error.errors?.phone : undefined;
      if (problem) setError('phone', { message: problem }, { shouldFocus: true });
      toast({ description: serverMessage(error, SEND_FAILED), variant: 'destructive' });
    },
  });
  const send = handleSubmit(({ website, ...message }) => sending.mutate({ ...message, ...(website && { website }) }));

  return (
    <>
      <h2 id="ecrivez-nous" className="text-xl font-bold">
        Écrivez-nous
      </h2>
      <p className="mt-1 mb-6 text-ink-soft">{INTRO}</p>
      <p className="hidden rounded-lg bg-canvas px-3 py-2 noscript:block">
        Le formulaire a besoin de JavaScript. Écrivez-nous sur WhatsApp.
      </p>
      <Form className="grid grid-cols-1 gap-4 noscript:hidden" onSubmit={send}>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field label="Prénom" autoComplete="given-name" {...fieldOf('firstName')} />
          <Field label="Nom" autoComplete="family-name" {...fieldOf('lastName')} />
          <Field label="Email" type="email" autoComplete="email" {...fieldOf('email')} />
          <Field
            label="Téléphone (optionnel)"
            type="tel"
            autoComplete="tel"
            placeholder="+226 XX XX XX XX"
            hint={phoneHint}
            {...fieldOf('phone')}
          />
        </div>
        <Field label="Sujet" autoComplete="off" {...fieldOf('subject')} />
        <TextArea label="Message" {...fieldOf('message')} />
        {/* Neither visible nor read out: only robots fill it in. */}
        <div aria-hidden className="sr-only">
          <input tabIndex={-1} autoComplete="off" data-1p-ignore data-lpignore="true" {...register('website')} />
        </div>
        {sending.isError && (
          <p className="rounded-xl bg-danger-surface p-4 text-danger">{adviceAfter(sending.error)}</p>
        )}
        <SubmitButton idle="Envoyer" pending="Envoi en cours..." isPending={sending.isPending} />
      </Form>
      <SupportLink className="mt-3 w-full" />
    </>
  );
}

const SEND_FAILED = "Une erreur est survenue lors de l'envoi de votre message. Veuillez réessayer.";

/** Advice; the toast has the failure. */
function adviceAfter(error: Error): string {
  const status = error instanceof ApiError ? error.status : undefined;
  if (status === 0) return 'Vérifiez votre connexion à Internet, puis envoyez à nouveau\u00a0: votre texte est gardé.';
  if (status === 400) return 'Votre texte est gardé. Corrigez-le comme indiqué, puis envoyez à nouveau.';
  if (status === 429) return 'Votre texte est gardé. Patientez un peu, ou écrivez-nous par WhatsApp.';
  return 'Votre texte est gardé. Envoyez-le à nouveau, ou écrivez-nous par WhatsApp.';
}
