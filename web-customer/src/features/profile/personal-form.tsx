import { ProfileFormSchema, type UpdateProfileSchema } from '@fasocolis/contracts/auth';
import { DEFAULT_DIALLING_CODE, type DiallingCode, diallingCodeOf } from '@fasocolis/contracts/reading/dialling-code';
import { type User, UserSchema } from '@fasocolis/contracts/user';
import { ApiError, api } from '@fasocolis/web-kit/api';
import { toast } from '@fasocolis/web-kit/toast-store';
import { usePhoneHint } from '@fasocolis/web-kit/use-phone-hint';
import { useQuery } from '@tanstack/react-query';
import CircleCheck from 'lucide-react/icons/circle-check';
import { useRef } from 'react';
import { useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { Button } from '../../shared/button.tsx';
import { Field, SwitchField, UsernameField } from '../../shared/field.tsx';
import { Form, SubmitButton, useSchemaForm } from '../../shared/form.tsx';
import { keptPhone, PhoneField, useDiallingCode } from '../../shared/phone-field.tsx';
import { serverMessage } from '../../shared/server-message.ts';
import { useRefreshSession } from '../../shared/session.ts';
import { useOwnDraft } from '../../shared/use-draft.ts';
import { useWhatsappRequest, WhatsappCode } from '../../shared/whatsapp-code.tsx';
import { whatsappStateQuery } from '../../shared/whatsapp-request.ts';
import { useReauthenticatedAction } from './profile-action.ts';
import { Reauthentication } from './reauthentication.tsx';

/** `code` is chosen for a phone number without one. */
type ProfileChange = z.infer<typeof UpdateProfileSchema> & { code?: DiallingCode };

/** Names may be empty in accounts of providers, and accounts of numbers have no address: they stay so. */
const EMPTY_IS_NONE = { setValueAs: (name: string | undefined) => name || undefined };

interface Outcome {
  onStored?: () => void;
  onPhoneProblem?: (problem: string) => void;
}

export function useUpdateProfile(user: User | null, { onStored, onPhoneProblem }: Outcome = {}) {
  const refreshSession = useRefreshSession();
  return useReauthenticatedAction({
    user,
    send: async ({ id }, { code, ...change }: ProfileChange) => {
      const phone = change.phone && { phone: await keptPhone(change.phone, code) };
      return api.patch('/api/users/:id', { ...change, ...phone }, UserSchema, { params: { id } });
    },
    done: { title: 'Profil mis à jour' },
    explain: (error) => {
      const problem = error instanceof ApiError ? error.errors?.phone : undefined;
      if (problem) onPhoneProblem?.(problem);
      return serverMessage(error, 'Une erreur est survenue lors de la mise à jour du profil');
    },
    onDone: () => {
      onStored?.();
      refreshSession();
    },
  });
}

export function PersonalForm({ user }: { user: User }) {
  const wantsWhatsapp = user.notifyByWhatsapp ?? true;
  const form = useSchemaForm(ProfileFormSchema, {
    values: {
      firstName: user.firstName,
      lastName: user.lastName,
      phone: user.phone ?? '',
      username: user.username,
      email: user.email ?? '',
      notifyByEmail: user.notifyByEmail,
      notifyByWhatsapp: wantsWhatsapp,
    },
    // The account may change elsewhere while the user types.
    resetOptions: { keepDirtyValues: true },
  });
  const sent = useRef(form.getValues());
  const { register, fieldOf, handleSubmit, setError, control } = form;
  const ownCode = diallingCodeOf(user.phone ?? '') ?? DEFAULT_DIALLING_CODE;
  const { code, choice, changeCode } = useDiallingCode(form, ownCode);
  useOwnDraft(form, 'Profil', { choice });
  const phoneHint = usePhoneHint(useWatch({ control, name: 'phone' }) ?? '', code);
  const update = useUpdateProfile(user, {
    onPhoneProblem: (problem) => setError('phone', { message: problem }),
    onStored: () => {
      // What was typed meanwhile is not stored yet.
      for (const [name, value] of Object.entries(sent.current)) {
        const field = name as keyof typeof sent.current;
        if (form.getValues(field) === value) form.resetField(field, { defaultValue: value });
      }
    },
  });
  // The link in an email may have changed the switch meanwhile: it is sent only when the user has moved it.
  const submit = handleSubmit(({ notifyByEmail, notifyByWhatsapp = wantsWhatsapp, ...texts }) => {
    update.mutate({
      code,
      username: texts.username,
      ...(texts.email && { email: texts.email }),
      ...(texts.firstName && texts.firstName !== user.firstName && { firstName: texts.firstName }),
      ...(texts.lastName && texts.lastName !== user.lastName && { lastName: texts.lastName }),
      ...((texts.phone ?? null) !== user.phone && { phone: texts.phone || null }),
      ...(notifyByEmail !== user.notifyByEmail && { notifyByEmail }),
      ...(notifyByWhatsapp !== wantsWhatsapp && { notifyByWhatsapp }),
    });
  });
  const purpose =
    update.variables?.phone === undefined ? 'changer votre adresse email' : 'changer votre numéro de téléphone';
  return (
    <>
      <Form
        onSubmit={(event) => {
          sent.current = form.getValues();
          return submit(event);
        }}
      >
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <Field label="Prénom" autoComplete="given-name" {...fieldOf('firstName', EMPTY_IS_NONE)} />
          <Field label="Nom" autoComplete="family-name" {...fieldOf('lastName', EMPTY_IS_NONE)} />
        </div>
        <UsernameField {...fieldOf('username')} />
        <Field
          label="Email"
          type="email"
          autoComplete="email"
          {...fieldOf('email', user.email === null ? EMPTY_IS_NONE : {})}
        />
        <PhoneField
          label="Téléphone"
          autoComplete="tel"
          code={code}
          onCodeChange={(next) => void changeCode(next)}
          hint={phoneHint}
          {...fieldOf('phone')}
        />
        <SwitchField label="M'avertir par email des changements de statut" {...register('notifyByEmail')} />
        {user.phone && (
          <SwitchField label="M'avertir par WhatsApp de l'avancée de mes colis" {...register('notifyByWhatsapp')} />
        )}
        <SubmitButton idle="Mettre à jour le profil" pending="Mise à jour en cours..." isPending={update.isPending} />
      </Form>
      {/* Outside the form: in React the events of a portal bubble to its parents. */}
      {update.refusal && <Reauthentication user={user} purpose={purpose} {...update.refusal} />}
      <PhoneVerification user={user} />
    </>
  );
}

/** Whether the number of the profile is verified, and the way to verify it. */
function PhoneVerification({ user }: { user: User }) {
  const { data: whatsapp } = useQuery(whatsappStateQuery);
  const refreshSession = useRefreshSession();
  const request = useWhatsappRequest();
  if (!user.phone) return null;
  if (user.phoneVerified) {
    return (
      <p className="mt-4 inline-flex items-center gap-1.5 rounded-full bg-green-surface px-3 py-1 text-sm font-semibold text-green">
        <CircleCheck aria-hidden size={16} />
        Numéro vérifié
      </p>
    );
  }
  return (
    <section className="mt-6 border-t border-line pt-5" aria-label="Vérifier votre numéro">
      <p className="text-ink-soft">
        Votre numéro n'est pas vérifié. Une fois vérifié, il sert à vous connecter, et les colis à ce numéro sont dans
        votre compte.
        {whatsapp?.isEnabled === false && ' Demandez-nous un lien de vérification par WhatsApp ou au guichet.'}
      </p>
      {whatsapp?.isEnabled && !request.data && (
        <Button
          label="Vérifier par WhatsApp"
          className="mt-3 w-full sm:w-auto"
          disabled={request.isPending}
          onClick={() => request.mutate()}
        />
      )}
      {request.data && (
        <div className="mt-4">
          <WhatsappCode
            text={request.data}
            submit="Vérifier mon numéro"
            onDone={() => {
              toast({ title: 'Numéro vérifié' });
              request.reset();
              refreshSession();
            }}
            onOver={request.reset}
          />
        </div>
      )}
    </section>
  );
}
