import { MessageSchema } from '@fasocolis/contracts/common';
import {
  RecoveryCodesSchema,
  SecondStepCodeSchema,
  type TwoFactorSetup as Setup,
  TWO_FACTOR_PARAMETER,
  TwoFactorSetupSchema,
  TwoFactorStateSchema,
} from '@fasocolis/contracts/two-factor';
import type { User } from '@fasocolis/contracts/user';
import { api } from '@fasocolis/web-kit/api';
import { apiQuery } from '@fasocolis/web-kit/api-query';
import { longDate } from '@fasocolis/web-kit/dates';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Button } from '../../shared/button.tsx';
import { Field } from '../../shared/field.tsx';
import { Form, SubmitButton, useSchemaForm } from '../../shared/form.tsx';
import { optional } from '../../shared/optional.tsx';
import { serverMessage } from '../../shared/server-message.ts';
import { useReauthenticatedAction } from './profile-action.ts';
import { NotLoaded, ProfileSection } from './profile-section.tsx';
import { Reauthentication } from './reauthentication.tsx';

const TwoFactorSetup = optional(() => import('./two-factor-setup.tsx'));
const RecoveryCodes = optional(() => import('./recovery-codes.tsx'));

/** The body of a request that contains at most the password. */
type Nothing = Record<never, never>;

const twoFactorQuery = (userId: number) =>
  apiQuery(['user', userId, 'two-factor'], '/api/user/two-factor', TwoFactorStateSchema);

export function TwoFactor({ user }: { user: User }) {
  const isWanted = useSearchParams()[0].has(TWO_FACTOR_PARAMETER);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isWanted) section.current?.scrollIntoView();
  }, [isWanted]);
  const query = twoFactorQuery(user.id);
  const { data: state, isPending, isError, refetch } = useQuery(query);
  const queryClient = useQueryClient();
  const refresh = () => void queryClient.invalidateQueries(query);
  // Here, so that a refetch does not close what is shown once.
  const [setup, setSetup] = useState<Setup>();
  const [codes, setCodes] = useState<string[]>();
  return (
    <ProfileSection title="Validation en deux étapes" ref={section}>
      <p className="mt-1 text-ink-soft">
        Un code de votre téléphone protège votre compte, même si quelqu'un connaît votre mot de passe.
      </p>
      {isPending && <div className="mt-3 h-12 animate-shimmer rounded-xl bg-line" />}
      {isError && <NotLoaded onRetry={() => void refetch()}>L'état n'a pas pu être chargé.</NotLoaded>}
      {state && !state.since && <SwitchedOff user={user} onSetup={setSetup} />}
      {state?.since && (
        <SwitchedOn
          user={user}
          since={state.since}
          codesLeft={state.recoveryCodesLeft}
          onCodes={setCodes}
          onChange={refresh}
        />
      )}
      <Suspense fallback={<output className="mt-3 block">Chargement...</output>}>
        {setup && (
          <TwoFactorSetup
            user={user}
            setup={setup}
            onClose={() => {
              setSetup(undefined);
              refresh();
            }}
          />
        )}
        {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
      </Suspense>
    </ProfileSection>
  );
}

function SwitchedOff({ user, onSetup }: { user: User; onSetup: (setup: Setup) => void }) {
  const begin = useReauthenticatedAction<Nothing>({
    user,
    send: async (_, input) => onSetup(await api.post('/api/user/two-factor/setup', input, TwoFactorSetupSchema)),
    explain: (error) => serverMessage(error, "L'activation n'a pas pu commencer"),
  });
  if (user.email !== null && !user.emailVerified) {
    return (
      <p className="mt-3 font-medium">Vérifiez d'abord votre adresse email, dans l'onglet « Vérification Email ».</p>
    );
  }
  return (
    <>
      <Button
        label="Activer"
        variant="brand"
        className="mt-3"
        disabled={begin.isPending}
        onClick={() => begin.mutate({})}
      />
      {begin.refusal && (
        <Reauthentication user={user} purpose="activer la validation en deux étapes" {...begin.refusal} />
      )}
    </>
  );
}

interface SwitchedOnProps {
  user: User;
  since: string;
  codesLeft: number;
  onCodes: (codes: string[]) => void;
  onChange: () => void;
}

function SwitchedOn({ user, since, codesLeft, onCodes, onChange }: SwitchedOnProps) {
  const renew = useReauthenticatedAction<Nothing>({
    user,
    send: async (_, input) => {
      const response = await api.post('/api/user/two-factor/recovery-codes', input, RecoveryCodesSchema);
      onCodes(response.recoveryCodes);
    },
    explain: (error) => serverMessage(error, "Les codes de secours n'ont pas pu être remplacés"),
    onDone: onChange,
  });
  const [isRemoving, setRemoving] = useState(false);
  const disable = useReauthenticatedAction<{ code: string }>({
    user,
    send: (_, input) => api.post('/api/user/two-factor/disable', input, MessageSchema),
    done: { title: 'Validation en deux étapes désactivée' },
    explain: (error) => serverMessage(error, "La validation en deux étapes n'a pas pu être désactivée"),
    onDone: onChange,
  });
  const isPending = renew.isPending || disable.isPending;
  return (
    <>
      <p className="mt-3">
        <strong className="text-green">Activée</strong> depuis le {longDate(since)}. {remaining(codesLeft)}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button label="Nouveaux codes de secours" disabled={isPending} onClick={() => renew.mutate({})} />
        <Button label="Désactiver" className="text-danger!" disabled={isPending} onClick={() => setRemoving(true)} />
      </div>
      {isRemoving && <RemovalForm isPending={isPending} onSubmit={(code) => disable.mutate({ code })} />}
      {renew.refusal && <Reauthentication user={user} purpose="remplacer vos codes de secours" {...renew.refusal} />}
      {disable.refusal && (
        <Reauthentication user={user} purpose="désactiver la validation en deux étapes" {...disable.refusal} />
      )}
    </>
  );
}

/** Switching it off needs a code, so that a borrowed phone with an open session is not enough. */
function RemovalForm({ isPending, onSubmit }: { isPending: boolean; onSubmit: (code: string) => void }) {
  const { fieldOf, handleSubmit } = useSchemaForm(SecondStepCodeSchema, { defaultValues: { code: '' } });
  const submit = handleSubmit(({ code }) => onSubmit(code));
  return (
    <Form className="mt-4 grid grid-cols-1 gap-4" onSubmit={submit}>
      <Field label="Code de votre application, ou code de secours" autoComplete="one-time-code" {...fieldOf('code')} />
      <SubmitButton idle="Désactiver avec ce code" pending="Vérification..." isPending={isPending} />
    </Form>
  );
}

const remaining = (codes: number) =>
  codes === 0
    ? 'Il ne vous reste aucun code de secours\u00a0: demandez-en de nouveaux.'
    : `Il vous reste ${codes > 1 ? `${codes} codes` : 'un code'} de secours.`;
