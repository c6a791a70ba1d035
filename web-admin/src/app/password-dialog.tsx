import { MessageSchema } from '@fasocolis/contracts/common';
import { api } from '@fasocolis/web-kit/api';
import { TextField, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { reasonOf } from '../components/outcome.ts';
import { TextButton } from '../components/text-button.tsx';
import { WorkDialog } from '../components/work-dialog.tsx';

const FORM = 'password-confirmation';

/** Confirms the password for a change that needs a recent sign-in. */
export default function PasswordDialog({ onSettled }: { onSettled: (isConfirmed: boolean) => void }) {
  const [currentPassword, setPassword] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.post('/api/user/reauthentication', { currentPassword }, MessageSchema),
    onSuccess: () => onSettled(true),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // In React, the event would bubble to the form whose request waits for the password.
    event.stopPropagation();
    mutate();
  };
  return (
    <WorkDialog
      title="Confirmez votre mot de passe"
      maxWidth="xs"
      isBusy={isPending}
      onClose={() => onSettled(false)}
      actions={
        <>
          <TextButton label="Annuler" onClick={() => onSettled(false)} disabled={isPending} />
          <TextButton
            label="Confirmer"
            type="submit"
            form={FORM}
            variant="contained"
            disabled={isPending || currentPassword === ''}
          />
        </>
      }
    >
      <form id={FORM} onSubmit={submit}>
        <Typography sx={{ mb: 2 }}>Votre connexion date de plus de 10 minutes.</Typography>
        <TextField
          label="Mot de passe actuel"
          type="password"
          autoComplete="current-password"
          fullWidth
          value={currentPassword}
          onChange={({ target }) => setPassword(target.value)}
          error={error !== null}
          helperText={error && (reasonOf(error) ?? "Le mot de passe n'a pas pu être vérifié")}
        />
      </form>
    </WorkDialog>
  );
}
