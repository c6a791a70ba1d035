import { AppCodeSchema, RecoveryCodesSchema, type TwoFactorSetup as Setup } from '@fasocolis/contracts/two-factor';
import type { User } from '@fasocolis/contracts/user';
import { api } from '@fasocolis/web-kit/api';
import { QrCode } from '@fasocolis/web-kit/qr-code';
import { useState } from 'react';
import { Button, buttonClass } from '../../shared/button.tsx';
import { Field } from '../../shared/field.tsx';
import { Form, SubmitButton, useSchemaForm } from '../../shared/form.tsx';
import { serverMessage } from '../../shared/server-message.ts';
import { copy } from '../../shared/share.ts';
import { Sheet } from '../../shared/sheet.tsx';
import { useProfileAction } from './profile-action.ts';
import RecoveryCodes from './recovery-codes.tsx';

export default function TwoFactorSetup({ user, setup, onClose }: { user: User; setup: Setup; onClose: () => void }) {
  const [codes, setCodes] = useState<string[]>();
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />;
  return (
    <Sheet
      title="Activer la validation en deux étapes"
      description="Installez une application de validation, par exemple Google Authenticator ou Aegis, puis ajoutez-y votre compte."
      onClose={onClose}
    >
      <ol className="mt-4 grid grid-cols-1 gap-4">
        <li>
          <p className="font-semibold">1. Scannez ce code avec l'application</p>
          <QrCode
            text={setup.uri}
            label="Code QR pour l'application de validation"
            className="mx-auto mt-2 w-52 rounded-xl border border-line"
          />
        </li>
        <li>
          <p className="font-semibold">Ou ajoutez le compte avec cette clé</p>
          <p data-testid="secret" className="mt-1 rounded-xl bg-canvas px-3 py-2 font-mono break-words">
            {setup.secret.replaceAll(/.{4}(?=.)/g, '$& ')}
          </p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button label="Copier la clé" onClick={() => void copy(setup.secret, { title: 'Clé copiée' })} />
            <a href={setup.uri} className={buttonClass('secondary')}>
              Ouvrir dans l'application
            </a>
          </div>
        </li>
        <li>
          <p className="font-semibold">2. Saisissez le code que l'application affiche</p>
          <ConfirmForm user={user} onConfirmed={setCodes} />
        </li>
      </ol>
      <Button label="Annuler" className="mt-2 min-h-12 w-full" onClick={onClose} />
    </Sheet>
  );
}

function ConfirmForm({ user, onConfirmed }: { user: User; onConfirmed: (codes: string[]) => void }) {
  const { fieldOf, handleSubmit, setError } = useSchemaForm(AppCodeSchema, { defaultValues: { code: '' } });
  const confirm = useProfileAction({
    user,
    send: async (_, values: { code: string }) => {
      const { recoveryCodes } = await api.post('/api/user/two-factor/confirm', values, RecoveryCodesSchema);
      onConfirmed(recoveryCodes);
    },
    explain: (error) => serverMessage(error, "L'activation n'a pas abouti"),
    onRefused: ({ code, serverMessage: message }) => {
      if (code !== 'bad-request') return false;
      setError('code', { message: message ?? '' }, { shouldFocus: true });
      return true;
    },
  });
  const submit = handleSubmit((values) => confirm.mutate(values));
  return (
    <Form className="mt-2 grid grid-cols-1 gap-3" onSubmit={submit}>
      <Field label="Code à 6 chiffres" autoComplete="one-time-code" inputMode="numeric" {...fieldOf('code')} />
      <SubmitButton idle="Activer" pending="Vérification..." isPending={confirm.isPending} />
    </Form>
  );
}
