import {
  AnnouncementOutcomesSchema,
  type AnnounceParcels,
  AnnounceParcelsSchema,
} from '@fasocolis/contracts/announcements';
import { GOODS_KIND_LABELS, GOODS_KINDS } from '@fasocolis/contracts/goods-kinds';
import { TRANSPORT_MODES } from '@fasocolis/contracts/orders';
import { TRANSPORT_MODE_LABELS } from '@fasocolis/contracts/transport-modes';
import { ApiError, api } from '@fasocolis/web-kit/api';
import { useMutation } from '@tanstack/react-query';
import type { FieldPath, UseFormRegister } from 'react-hook-form';
import { Field, TextArea } from '../../shared/field.tsx';
import { Form, SubmitButton, useSchemaForm } from '../../shared/form.tsx';
import { NarrowPage } from '../../shared/page.tsx';
import { toastFailure } from '../../shared/server-message.ts';
import { useOwnDraft } from '../../shared/use-draft.ts';
import { AnnouncedLines } from './announced-lines.tsx';

const TITLE = 'Annoncer un colis';
const INTRO =
  'Vous avez acheté en Chine\u00a0? Donnez-nous les numéros des transporteurs\u00a0: nous saurons que ces colis sont à vous.';
const FAILED = "Vos colis n'ont pas pu être annoncés. Vérifiez votre connexion, puis réessayez.";

/** "Annoncer un colis": the form, and what became of each line in its place. */
export default function Announce() {
  const form = useSchemaForm(AnnounceParcelsSchema, {
    defaultValues: { numbers: '', contents: '', declaredValue: null },
  });
  const { register, fieldOf, handleSubmit, formState, setError, resetField } = form;
  const { errors } = formState;
  const sending = useMutation({
    mutationFn: (parcels: AnnounceParcels) => api.post('/api/announcements', parcels, AnnouncementOutcomesSchema),
    onError: (error) => {
      const fields = error instanceof ApiError ? (error.errors ?? {}) : {};
      for (const [field, message] of Object.entries(fields)) setError(field as FieldPath<AnnounceParcels>, { message });
      toastFailure(error, FAILED);
    },
  });
  useOwnDraft(form, TITLE, { isOver: sending.isSuccess });
  const again = () => {
    resetField('numbers');
    sending.reset();
  };
  if (sending.data) return <AnnouncedLines outcomes={sending.data} onAgain={again} />;
  return (
    <NarrowPage title={TITLE} intro={INTRO}>
      <Form aria-label={TITLE} onSubmit={handleSubmit((parcels) => sending.mutate(parcels))}>
        <TextArea
          label="Numéros, un par ligne (20 au plus)"
          placeholder={'YT7512345678901\nSF1369874521035'}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...fieldOf('numbers')}
        />
        <Field label="Contenu" placeholder="Chaussures, 20 paires" autoComplete="off" {...fieldOf('contents')} />
        <Choice
          legend="Nature"
          options={GOODS_KINDS.map((kind) => [kind, GOODS_KIND_LABELS[kind]])}
          name="goodsKind"
          error={errors.goodsKind?.message}
          register={register}
        />
        <Choice
          legend="Transport"
          options={TRANSPORT_MODES.map((mode) => [mode, TRANSPORT_MODE_LABELS[mode]])}
          name="mode"
          error={errors.mode?.message}
          register={register}
        />
        <Field
          label="Valeur de chaque colis en FCFA (optionnelle)"
          inputMode="numeric"
          autoComplete="off"
          {...fieldOf('declaredValue', { setValueAs: (text: string | null) => text?.trim() || null })}
        />
        <SubmitButton idle="Annoncer" pending="Envoi en cours..." isPending={sending.isPending} />
      </Form>
    </NarrowPage>
  );
}

interface ChoiceProps {
  legend: string;
  options: [value: string, label: string][];
  name: 'goodsKind' | 'mode';
  error: string | undefined;
  register: UseFormRegister<AnnounceParcels>;
}

const Choice = ({ legend, options, name, error, register }: ChoiceProps) => (
  <fieldset className="min-w-0" aria-describedby={error && `${name}-error`}>
    <legend className="font-medium">{legend}</legend>
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))]">
      {options.map(([value, label]) => (
        <label key={value} className="flex min-h-11 cursor-pointer items-center gap-3">
          <input type="radio" value={value} className="size-5 accent-brand" {...register(name)} />
          {label}
        </label>
      ))}
    </div>
    {error && (
      <p id={`${name}-error`} role="alert" className="mt-1 text-sm text-danger">
        {error}
      </p>
    )}
  </fieldset>
);
