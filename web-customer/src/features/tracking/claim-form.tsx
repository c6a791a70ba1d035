import { type ClaimParcel, ClaimParcelSchema, ClaimSchema } from '@fasocolis/contracts/claims';
import { SMALL_PHOTO } from '@fasocolis/contracts/receiving';
import type { User } from '@fasocolis/contracts/user';
import { ApiError, api } from '@fasocolis/web-kit/api';
import { visitQuery } from '@fasocolis/web-kit/api-query';
import { randomUuid } from '@fasocolis/web-kit/older-browsers';
import { shrinkPhoto } from '@fasocolis/web-kit/shrink-photo';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import Camera from 'lucide-react/icons/camera';
import { useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Button } from '../../shared/button.tsx';
import { TextArea } from '../../shared/field.tsx';
import { Form, SubmitButton, useSchemaForm } from '../../shared/form.tsx';
import { toastFailure } from '../../shared/server-message.ts';
import { useOwnDraft } from '../../shared/use-draft.ts';

/** Claims an unnamed parcel, under one id for every attempt: a claim whose response was lost is not kept twice. */
export function ClaimForm({ number, user, onSent }: { number: string; user: User; onSent: () => void }) {
  const queryClient = useQueryClient();
  const [id] = useState(randomUuid);
  const form = useSchemaForm(ClaimParcelSchema, { defaultValues: { id, number, text: '' } });
  const { fieldOf, control, handleSubmit, formState, setValue, setError, setFocus } = form;
  // The button that opened the form is gone.
  useEffect(() => setFocus('text'), [setFocus]);
  const forgetDraft = useOwnDraft(form, "C'est mon colis");
  const { errors } = formState;
  const photo = useWatch({ control, name: 'photo' });
  const [isReading, setReading] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const choose = async (file: File | undefined) => {
    if (!file) return;
    setReading(true);
    const read = await shrinkPhoto(file, { ...SMALL_PHOTO, mayBeLong: true }).catch(() => undefined);
    setReading(false);
    if (read) setValue('photo', read, { shouldValidate: true });
    else setError('photo', { message: 'Cette photo ne peut pas être lue. Prenez-en une autre.' });
  };
  const sending = useMutation({
    mutationFn: (claim: ClaimParcel) => api.post('/api/claims', claim, ClaimSchema),
    onSuccess: async () => {
      forgetDraft();
      await queryClient.invalidateQueries({ queryKey: unnamedParcelQuery(user.id, number).queryKey });
      onSent();
    },
    onError: (error) => {
      const problem = error instanceof ApiError ? error.errors?.photo : undefined;
      if (problem) setError('photo', { message: problem });
      toastFailure(error, FAILED);
    },
  });
  return (
    <Form
      aria-label="C'est mon colis"
      className="grid grid-cols-1 gap-3"
      onSubmit={handleSubmit((claim) => sending.mutate(claim))}
    >
      <TextArea label="Que contient-il&nbsp;?" {...fieldOf('text')} />
      {photo && <img src={photo} alt="Votre commande ou reçu" className="max-h-48 self-start rounded-xl" />}
      <Button
        label={photo ? 'Changer la photo' : 'Ajouter une photo'}
        icon={Camera}
        disabled={isReading}
        onClick={() => chooser.current?.click()}
      />
      <input
        ref={chooser}
        type="file"
        accept="image/*"
        hidden
        aria-label="Photo de la commande ou du reçu"
        onChange={({ target }) => {
          void choose(target.files?.[0]);
          // A photo that could not be read may be chosen again.
          target.value = '';
        }}
      />
      {errors.photo && (
        <p role="alert" className="text-sm text-danger">
          {errors.photo.message}
        </p>
      )}
      <SubmitButton
        idle="Envoyer"
        pending={isReading ? 'Lecture de la photo...' : 'Envoi en cours...'}
        isPending={sending.isPending || isReading}
      />
    </Form>
  );
}

const FAILED = "Votre demande n'a pas pu être envoyée. Vérifiez votre connexion, puis réessayez.";

const parcelSchema = () => import('@fasocolis/contracts/claims').then(({ UnnamedParcelSchema }) => UnnamedParcelSchema);

/** Personal data, see `savedOrderQuery`. */
export const unnamedParcelQuery = (userId: number, number: string) =>
  visitQuery(['user', userId, 'unnamed-parcel', number], '/api/unnamed-parcels/:number', parcelSchema, {
    params: { number },
  });
