import { AppCodeSchema, RecoveryCodeFormSchema } from '@fasocolis/contracts/two-factor';
import { type User, UserSchema } from '@fasocolis/contracts/user';
import { ApiError, api } from '@fasocolis/web-kit/api';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from '../../shared/button.tsx';
import { Field } from '../../shared/field.tsx';
import { Form, SubmitButton, useSchemaForm } from '../../shared/form.tsx';
import { NarrowPage } from '../../shared/page.tsx';
import { serverMessage } from '../../shared/server-message.ts';
import { SupportLink } from '../../shared/support-link.tsx';
import { COOKIES_REFUSED, isSessionKept, toastFailedSignIn } from './kept-session.ts';

interface Props {
  onSignedIn: (user: User) => void;
  /** Called when the first step has to be repeated. */
  onOver: () => void;
}

const APP = {
  intro:
    "Ouvrez votre application de validation et saisissez le code à 6 chiffres. S'il est refusé, réglez la date et l'heure de votre téléphone sur automatique.",
  label: 'Code à 6 chiffres',
  schema: AppCodeSchema,
  input: { autoComplete: 'one-time-code', inputMode: 'numeric' },
  other: 'Utiliser un code de secours',
} as const;

const RECOVERY = {
  intro: 'Saisissez un des codes de secours que vous avez gardés. Chaque code sert une seule fois.',
  label: 'Code de secours',
  schema: RecoveryCodeFormSchema,
  input: { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false },
  other: "Utiliser le code de l'application",
} as const;

const LOCKED_OUT = "Bonjour, je ne peux plus me connecter\u00a0: je n'ai plus mon téléphone ni mes codes de secours.";

/** The second step of a sign-in, after the password or the return from a provider. */
export default function SecondStep({ onSignedIn, onOver }: Props) {
  const [kind, setKind] = useState<typeof APP | typeof RECOVERY>(APP);
  return (
    <NarrowPage title="Validation en deux étapes" intro={kind.intro}>
      <CodeForm key={kind.label} kind={kind} onSignedIn={onSignedIn} onOver={onOver} />
      <div className="mt-3 grid grid-cols-1 gap-2">
        <Button label={kind.other} onClick={() => setKind(kind === APP ? RECOVERY : APP)} />
        {kind === RECOVERY && <SupportLink label="Je n'ai plus de code de secours" text={LOCKED_OUT} />}
        <button type="button" className="text-link justify-self-center px-3" onClick={onOver}>
          Revenir à la connexion
        </button>
      </div>
    </NarrowPage>
  );
}

function CodeForm({ kind, onSignedIn, onOver }: Props & { kind: typeof APP | typeof RECOVERY }) {
  const { fieldOf, handleSubmit, setError, setFocus } = useSchemaForm(kind.schema, { defaultValues: { code: '' } });
  useEffect(() => setFocus('code'), [setFocus]);
  const complete = useMutation({
    mutationFn: async (values: { code: string }) => {
      const user = await api.post('/api/auth/second-step', values, UserSchema);
      if (!(await isSessionKept())) throw new Error(COOKIES_REFUSED);
      return user;
    },
    onSuccess: onSignedIn,
    onError: (error) => {
      const status = error instanceof ApiError ? error.status : 0;
      if (status === 400) {
        setError('code', { message: serverMessage(error, error.message) }, { shouldFocus: true });
        return;
      }
      toastFailedSignIn(error);
      if (status === 401) onOver();
    },
  });
  return (
    <Form onSubmit={handleSubmit((values) => complete.mutate(values))}>
      <Field label={kind.label} {...kind.input} {...fieldOf('code')} />
      <SubmitButton idle="Valider" pending="Vérification..." isPending={complete.isPending} />
    </Form>
  );
}
